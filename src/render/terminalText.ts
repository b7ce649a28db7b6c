/** What a terminal takes for a command: CSI and OSC sequences, and an escape with its letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_=>])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** What only a terminal can draw: escape sequences, and characters that go back in a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forTerminals = /[\u001b\u009b\b]|\r(?!\n)/;

/** True for a text that was written for a terminal. */
export const isForTerminal = (text: string): boolean => forTerminals.test(text);

/** What stays of a line on which a program wrote over itself with carriage returns. */
function lastWritten(line: string): string {
  return line.includes("\r") ? (line.split("\r").findLast((piece) => piece !== "") ?? "") : line;
}

/** A program's output as it would read on a terminal, without colours: escape sequences go, overwritten lines show their last state. */
export function terminalText(output: string): string {
  return output.replace(escapes, "").split("\n").map(lastWritten).join("\n").replace(controls, "");
}
