import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import type { ElicitationView, RequestView } from "../../src/shared/requestView.ts";
import { exact } from "../exact.ts";
import { icon } from "../icons.ts";
import type { Surface } from "../surface.ts";
import type { RequestForm } from "./requestForm.ts";

/** What an agent wants to know: its message, and the form or the page. */
export function elicitationBody(surface: Surface, request: RequestView, elicitation: ElicitationView): TemplateResult {
  return html`${request.message ? html`<div class="attention-message" dir="auto">${exact(request.message)}</div>` : nothing}${subject(surface, request, elicitation)}`;
}

function subject(surface: Surface, request: RequestView, elicitation: ElicitationView): TemplateResult {
  switch (elicitation.mode) {
    case "form":
      return html`${elicitation.title ? html`<div class="form-title" dir="auto">${elicitation.title}</div>` : nothing}
        ${elicitation.description ? html`<div class="dim" dir="auto">${elicitation.description}</div>` : nothing}
        <acp-form .surface=${surface} .requestKey=${request.key} .fields=${elicitation.fields}></acp-form>`;
    case "url":
      return html`<code class="attention-detail attention-url" dir="ltr">${exact(elicitation.url)}</code>
        ${elicitation.isWeb ? nothing : html`<div class="attention-note">${icon("warning")}${t("This is no web address, so it is not opened from here.")}</div>`}`;
    case "unknown":
      return html`<div class="attention-note">${icon("question")}${t("This extension does not know this way of asking: “{0}”.", elicitation.name)}</div>`;
  }
}

/** One answer to what an agent wants to know. */
export interface ElicitationAnswer {
  readonly name: string;
  readonly title: string;
  /** What `data-answer` calls it. */
  readonly word: "send" | "open" | "decline" | "cancel";
  readonly isPrimary: boolean;
  /** Gives the answer; false when it cannot be given as things stand. */
  readonly give: (bar: Element) => boolean;
}

/** The answers that there are, the one that agrees first. */
export function elicitationAnswers(surface: Surface, { key }: RequestView, elicitation: ElicitationView): readonly ElicitationAnswer[] {
  const refuse = (how: "decline" | "cancel") => () => {
    surface.host.post({ type: "refuse", key, how });
    return true;
  };
  const answers: ElicitationAnswer[] = [
    {
      name: t("Decline"),
      title: t("Tell the agent that you do not answer this"),
      word: "decline",
      isPrimary: false,
      give: refuse("decline"),
    },
    { name: t("Dismiss"), title: t("Put this away without an answer"), word: "cancel", isPrimary: false, give: refuse("cancel") },
  ];
  if (elicitation.mode === "form") {
    const send = (bar: Element) => {
      const draft = bar.querySelector<RequestForm>("acp-form")?.check();
      if (!draft) return false;
      surface.host.post({ type: "fillIn", key, draft });
      return true;
    };
    answers.unshift({ name: t("Send"), title: t("Send what is filled in"), word: "send", isPrimary: true, give: send });
  }
  if (elicitation.mode === "url" && elicitation.isWeb) {
    const open = () => {
      surface.host.post({ type: "openPage", key });
      // The editor asks too; when the reader thinks better of it there, the request is still there.
      return false;
    };
    answers.unshift({ name: t("Open Page"), title: t("Open this address outside the editor"), word: "open", isPrimary: true, give: open });
  }
  return answers;
}
