import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { exitWords } from "../../src/shared/exitWords.ts";
import { own } from "../../src/shared/records.ts";
import type { TerminalView } from "../../src/shared/rowView.ts";
import { SurfaceElement } from "../element.ts";
import { icon } from "../icons.ts";

/** `<acp-terminal>`: a command's output in the tool call that shows it, and how the command ended. */
export class TerminalPart extends SurfaceElement {
  static override properties: PropertyDeclarations = {
    ...SurfaceElement.properties,
    sessionId: { attribute: false },
    terminalId: { attribute: false },
    terminalKey: { attribute: false },
    callTitle: { attribute: false },
    isRunning: { attribute: false },
  };

  declare sessionId: string;
  declare terminalId: string;
  /** Finds the output in the state. */
  declare terminalKey: string;
  /** The title of the call: a command that it names is not written once more. */
  declare callTitle: string;
  /** The call is under way. */
  declare isRunning: boolean;

  protected override select(): readonly unknown[] {
    return [this.#terminal];
  }

  get #terminal(): TerminalView | undefined {
    return own(this.surface.store.state.terminals, this.terminalKey);
  }

  protected override render(): TemplateResult {
    const terminal = this.#terminal;
    if (!terminal) {
      const words = t("No output was reported for the terminal {0}.", this.terminalId);
      return html`<div class="output-end"><span class="exit">${icon("terminal")}<span>${words}</span></span></div>`;
    }
    const { serial, command, text, start, isCut } = terminal;
    return html`
      ${command && command !== this.callTitle ? html`<div class="mono dim output-command">$ <span dir="ltr">${command}</span></div>` : nothing}
      ${text === "" ? nothing : html`<acp-output .text=${text} .start=${start} .serial=${serial} .isCut=${isCut}></acp-output>`}
      <div class="output-end">${this.#end(terminal)}<button type="button" class="link open-terminal" @click=${this.#open}>${t("open in terminal")}</button></div>
    `;
  }

  /** How it ended, in glyph and words; whether it runs as far as that is known. */
  #end({ exit, text }: TerminalView): TemplateResult {
    if (exit) return html`<span class="exit" data-code=${exit.code ?? nothing}>${exitIcon(exit)}${exitWords(exit)}</span>`;
    if (this.isRunning) return html`<span class="exit">${icon("loading", { isSpinning: true, className: "mark" })}${t("running")}</span>`;
    return html`<span class="exit dim">${text === "" ? t("no output") : t("its end was not reported")}</span>`;
  }

  #open(): void {
    this.surface.host.post({ type: "openTerminal", sessionId: this.sessionId, terminalId: this.terminalId });
  }
}

function exitIcon({ code, signal }: { readonly code?: number; readonly signal?: string }): TemplateResult {
  if (signal !== undefined) return icon("circle-slash");
  if (code === undefined) return icon("circle-outline");
  return code === 0 ? icon("check") : icon("error", { className: "mark" });
}
