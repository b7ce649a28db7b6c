import { RequestError } from "../acp/sdk.ts";

/** What a session of this agent can be set to; it changes nothing of what is played. */
const modes = [
  { id: "ask", name: "Ask", description: "Answers and changes nothing" },
  { id: "edit", name: "Edit", description: "Changes files after it asked" },
];

const modelGroups = [
  {
    group: "quick",
    name: "Quick",
    options: [
      { value: "sparrow", name: "Sparrow", description: "Answers at once" },
      { value: "swift", name: "Swift" },
    ],
  },
  {
    group: "thorough",
    name: "Thorough",
    options: [
      { value: "owl", name: "Owl", description: "Thinks first" },
      { value: "eagle", name: "Eagle", description: "Is refused, to show what that looks like" },
    ],
  },
];

/** The choice that is always refused. */
const refused = "eagle";

/** Mode and options of one session, as long as the process lives (schema `SessionModeState`, `SessionConfigOption`). */
export class DemoSettings {
  #modeId = "ask";
  #model = "sparrow";
  #webSearch = true;

  /** What goes with the answer to `session/new` and `session/load`. */
  get offered() {
    return { modes: { currentModeId: this.#modeId, availableModes: modes }, configOptions: this.configOptions };
  }

  get configOptions() {
    return [
      {
        id: "model",
        name: "Model",
        description: "Who thinks",
        category: "model",
        type: "select" as const,
        currentValue: this.#model,
        options: modelGroups,
      },
      { id: "web-search", name: "Web search", type: "boolean" as const, currentValue: this.#webSearch },
    ];
  }

  /** Throws an error for the client when there is no such mode. */
  setMode(modeId: string): void {
    if (!modes.some(({ id }) => id === modeId)) throw RequestError.invalidParams(undefined, `There is no mode “${modeId}”`);
    this.#modeId = modeId;
  }

  /** Throws an error for the client when there is no such option, or when the value is not for it. */
  set(configId: string, value: unknown): void {
    if (configId === "web-search" && typeof value === "boolean") {
      this.#webSearch = value;
      return;
    }
    const isOffered = modelGroups.some(({ options }) => options.some((option) => option.value === value));
    if (configId !== "model" || !isOffered || typeof value !== "string")
      throw RequestError.invalidParams(undefined, `“${configId}” does not take this value`);
    if (value === refused) throw RequestError.invalidParams(undefined, "This account has no access to Eagle");
    this.#model = value;
  }
}
