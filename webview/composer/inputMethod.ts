/** The key code of a key that an input method takes for itself; Safari's engine tells only this of the key that commits. */
const inputMethodKey = 229;

/** True for a key that writes with an input method, or chooses or commits what it offers: it is not ours, in whatever field. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === inputMethodKey;
}
