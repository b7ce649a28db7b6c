import * as vscode from "vscode";
import { isCancel } from "../base/cancel.ts";
import { exactText } from "../base/exactText.ts";
import { messageOf, PersonError } from "../base/personError.ts";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Log } from "./log.ts";
import { NotNow } from "./notNow.ts";

/** A button of a message. */
export interface NextStep {
  readonly label: string;
  run(): unknown;
}

/** Longest sentence in a notification. */
const maxLength = 600;

/** Tells the person: sentences with next steps, never raw errors. Nobody waits for the answer. */
export class Teller {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A thing that is good to know. */
  say(sentence: string, ...steps: readonly NextStep[]): void {
    this.#offer(vscode.window.showInformationMessage(plainLabel(sentence, maxLength), ...labels(steps)), steps);
  }

  /** A thing that the person should look at. */
  warn(sentence: string, ...steps: readonly NextStep[]): void {
    this.#log.warn(sentence);
    this.#offer(vscode.window.showWarningMessage(plainLabel(sentence, maxLength), ...labels(steps)), steps);
  }

  /** Something failed. `what` names it for the log; a cancel of the person's own is not told. */
  fail(what: string, error: unknown, ...steps: readonly NextStep[]): void {
    if (isCancel(error)) return;
    this.#log.fault(what, error);
    const sentence = error instanceof PersonError ? error.message : t("{0}: {1}", what, messageOf(error));
    const all = [...steps, { label: t("Show Log"), run: () => this.#log.show() }];
    this.#offer(vscode.window.showErrorMessage(plainLabel(sentence, maxLength), ...labels(all)), all);
  }

  /** A short word in the status bar that goes by itself. */
  mention(sentence: string): void {
    vscode.window.setStatusBarMessage(plainLabel(sentence), 3000);
  }

  /** Asks before something that cannot be taken back; true = do it. `detail` is shown to the letter. */
  async confirm(question: string, detail: string, yes: string): Promise<boolean> {
    return (
      (await vscode.window.showWarningMessage(plainLabel(question, maxLength), { modal: true, detail: exactText(detail) }, yes)) === yes
    );
  }

  /** A thing that takes more room than a notification has; `detail` is shown to the letter. */
  explain(sentence: string, detail: string): void {
    this.#offer(vscode.window.showInformationMessage(plainLabel(sentence, maxLength), { modal: true, detail: exactText(detail) }), []);
  }

  #offer(choice: Thenable<string | undefined>, steps: readonly NextStep[]): void {
    choice.then(
      async (label) => {
        try {
          await steps.find((step) => step.label === label)?.run();
        } catch (error) {
          if (error instanceof NotNow) this.say(error.message);
          else this.fail(label ?? "", error);
        }
      },
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }
}

function labels(steps: readonly NextStep[]): string[] {
  return steps.map((step) => step.label);
}
