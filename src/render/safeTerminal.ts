import { TerminalTokens } from "./terminalTokens.ts";

/** Control sequences that only change what is seen: colours, the cursor's place, erasing. */
const harmless = new Set("mABCDEFGHJKLMPXdf@");

/**
 * A program's output for a real terminal: only what draws passes. Titles, links, the clipboard, modes and questions to the
 * terminal are left out, since the output is an agent's data. Line feeds get the carriage return that a terminal needs.
 */
export class SafeTerminal {
  readonly #tokens = new TerminalTokens();
  #isAfterReturn = false;

  take(output: string): string {
    return this.#tokens
      .take(output)
      .map((token) => {
        const isAfterReturn = this.#isAfterReturn;
        this.#isAfterReturn = token.type === "control" && token.char === "\r";
        if (token.type === "text") return token.text;
        if (token.type === "csi")
          return harmless.has(token.final) && /^[\d;:]*$/.test(token.params) ? `\u001b[${token.params}${token.final}` : "";
        return token.char === "\n" && !isAfterReturn ? "\r\n" : token.char;
      })
      .join("");
  }
}
