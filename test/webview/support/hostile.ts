/** Names of fields whose words are ours: ids, and what the page chooses by. All other words may be an agent's. */
const ours =
  /^(id|key|kind|mark|standing|type|mode|icon|direction|sign|op|format|serial|unit|how|toolKind|rowIds|(\w*(?:Row|Session|session|child|parent|other|toolCall|terminal|option)Ids?))$/;

/** A scene in which every word that is not ours is `text`: fields that come later too. */
export function wordsReplaced<Scene>(scene: Scene, text: string): Scene {
  return replaced(scene, text) as Scene;
}

function replaced(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((each) => replaced(each, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ours.test(name) ? each : replaced(each, text)]));
}
