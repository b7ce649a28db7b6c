import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import type { RowView } from "../../src/shared/rowView.ts";
import { rowKey } from "../cards/sections.ts";
import { LightElement } from "../element.ts";
import { icon } from "../icons.ts";
import type { Surface } from "../surface.ts";
import { agentMessage, compaction, notice, plan, sessionMessage, settledRequest, thought, unknownUpdate, userMessage } from "./rowParts.ts";
import { toolCall } from "./toolCall.ts";

/** `<acp-row>`: one row of a transcript. It is drawn again only when the row itself became another. */
export class Row extends LightElement {
  static override properties: PropertyDeclarations = {
    surface: { attribute: false },
    sessionId: { attribute: false },
    row: { attribute: false },
    isOpen: { attribute: false },
  };

  declare surface: Surface;
  declare sessionId: string;
  declare row: RowView;
  /** The reader unfolded it. */
  declare isOpen: boolean;
  /** The epoch in which the folded part was asked for. */
  #asked = -1;

  protected override render(): TemplateResult {
    const { surface, row, isOpen } = this;
    const toggle = () => this.#toggle();
    switch (row.kind) {
      case "user_message":
        return userMessage(row, this.#speaker(), this.#edit());
      case "agent_message":
        return agentMessage(row);
      case "agent_thought":
        return thought(row, isOpen, toggle);
      case "tool_call":
        return toolCall({ surface, sessionId: this.sessionId, rowId: row.id, tool: row.tool, body: row.body, isOpen, toggle });
      case "plan":
        return plan(row);
      case "session_message":
        return sessionMessage(surface, this.sessionId, row);
      case "subagent":
        return html`<acp-card .surface=${surface} .sessionId=${row.childId} .launch=${row.tool}></acp-card>`;
      case "notice":
        return notice(surface, row);
      case "compaction":
        return compaction(row, isOpen, toggle);
      case "error":
        return html`<div class="error-row" role="note">${icon("error", { className: "mark" })}<span dir=${row.text === "" ? nothing : "auto"}>${row.text || t("An error without words.")}</span></div>`;
      case "request":
        return settledRequest(row);
      case "unknown":
        return unknownUpdate(row.updateKind, row.json, isOpen, toggle);
    }
  }

  protected override updated(): void {
    const { row, surface } = this;
    // Folded by whomever: its body has to be asked for anew.
    if (!this.isOpen) this.#asked = -1;
    if (!this.isOpen || row.kind !== "tool_call" || !row.tool.hasBody || row.body || this.#asked === surface.epoch) return;
    this.#asked = surface.epoch;
    surface.host.post({ type: "openTool", sessionId: this.sessionId, rowId: row.id, isOpen: true });
  }

  /** Who speaks in a user message: the person in a root, the parent in a child. */
  #speaker(): string {
    const { sessions } = this.surface.store.state;
    const session = own(sessions, this.sessionId);
    if (session?.parentId == null) return t("You");
    return own(sessions, session.parentId)?.label ?? t("Parent");
  }

  /** How a prompt of the shown root is changed and sent again; undefined where that cannot be. */
  #edit(): (() => void) | undefined {
    const { host, store } = this.surface;
    const { composer, sessionId } = store.state;
    if (!composer?.canFork || sessionId !== this.sessionId) return undefined;
    return () => host.post({ type: "editSent", rowId: this.row.id });
  }

  #toggle(): void {
    const isOpen = !this.isOpen;
    if (!isOpen && this.row.kind === "tool_call") {
      this.#asked = -1;
      this.surface.host.post({ type: "openTool", sessionId: this.sessionId, rowId: this.row.id, isOpen: false });
    }
    this.surface.openRow(this, rowKey(this.sessionId, this.row.id), isOpen);
  }
}
