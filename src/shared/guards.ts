import type { FormDraft } from "./form.ts";
import type { WebviewMessage } from "./protocol.ts";

type Fields = { readonly [key: string]: "string" | "number" | "boolean" | "strings" | "number?" | "strings?" | "draft" };

/** The fields that each message must carry; anything else about it is ignored. */
const shapes: { readonly [Type in WebviewMessage["type"]]: Fields } = {
  ready: { open: "strings" },
  ack: { seq: "number" },
  resync: { reason: "string" },
  fold: { sessionId: "string", isOpen: "boolean", isChoice: "boolean" },
  openTool: { sessionId: "string", rowId: "string", isOpen: "boolean" },
  window: { sessionId: "string", from: "number" },
  giveBack: { sessionId: "string", from: "number" },
  find: { asked: "number", text: "string", matchCase: "boolean", wholeWord: "boolean" },
  findStep: { to: "string", sessionId: "string", rowId: "string" },
  stopFinding: {},
  prompt: { text: "string", attachments: "strings?" },
  unblock: {},
  withdraw: { queuedId: "string" },
  sendQueued: { queuedId: "string" },
  editQueued: { queuedId: "string", text: "string" },
  editingQueued: { queuedId: "string", isOpen: "boolean" },
  editSent: { rowId: "string" },
  complete: { asked: "number", query: "string" },
  stopCompleting: {},
  attach: { itemId: "string" },
  attachUris: { uris: "strings" },
  attachImage: { name: "string", data: "string" },
  detach: { attachmentId: "string" },
  pickAttachment: {},
  stop: { sessionId: "string" },
  changeSetting: { key: "string" },
  changeAnySetting: {},
  answer: { key: "string", optionId: "string" },
  fillIn: { key: "string", draft: "draft" },
  openPage: { key: "string" },
  refuse: { key: "string", how: "string" },
  openLink: { uri: "string" },
  openFile: { sessionId: "string", path: "string", line: "number?" },
  openSession: { sessionId: "string", where: "string" },
  openFolder: { sessionId: "string" },
  copy: { sessionId: "string", what: "string" },
  openOtherSide: { sessionId: "string", rowId: "string" },
  findFiles: { sessionId: "string", paths: "strings" },
  useCode: { act: "string", code: "string", language: "string" },
  openDiff: { sessionId: "string", rowId: "string", index: "number" },
  review: { sessionId: "string", of: "string" },
  openTerminal: { sessionId: "string", terminalId: "string" },
  focus: { sessionId: "string" },
  fault: { message: "string" },
};

const choices: { readonly [field: string]: readonly string[] } = {
  where: ["here", "editor", "same"],
  what: ["prompt", "answer"],
  act: ["copy", "insert", "open"],
  how: ["decline", "cancel"],
  to: ["next", "previous"],
  of: ["session", "turn"],
};

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** True for what can stand in the fields of a form. */
export function isFormDraft(value: unknown): value is FormDraft {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => typeof each === "string" || typeof each === "boolean" || isStrings(each));
}

function fits(value: unknown, kind: Fields[string]): boolean {
  if (kind === "strings?" && value === undefined) return true;
  if (kind === "strings" || kind === "strings?") return isStrings(value);
  if (kind === "draft") return isFormDraft(value);
  if (kind === "number?") return value === undefined || (typeof value === "number" && Number.isFinite(value));
  if (kind === "number") return typeof value === "number" && Number.isFinite(value);
  return kind === "boolean" ? typeof value === "boolean" : typeof value === "string";
}

/**
 * Reads what a webview posted. Returns undefined for anything that is not exactly one of the known messages: the host
 * trusts nothing that it gets.
 */
export function parseWebviewMessage(value: unknown): WebviewMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const message = value as { readonly [key: string]: unknown };
  if (typeof message.type !== "string" || !Object.hasOwn(shapes, message.type)) return undefined;
  const shape = shapes[message.type as WebviewMessage["type"]];
  for (const [field, kind] of Object.entries(shape)) {
    if (!fits(message[field], kind)) return undefined;
    const allowed = choices[field];
    if (allowed && !allowed.includes(message[field] as string)) return undefined;
  }
  return value as WebviewMessage;
}
