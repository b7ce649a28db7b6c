import type { Memento } from "vscode";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import type { Attachment } from "../session/attachment.ts";
import { parseStored, type StoredAttachment, toStored } from "../session/storedAttachment.ts";

/** Prompts by the session that they are for (agent id and session id). */
export type KeptPrompts = { readonly [key: string]: readonly KeptPrompt[] };

/** A root session that was open when the window went away: enough to ask its agent for it again. */
export interface OpenRoot {
  readonly agentId: string;
  readonly sessionId: string;
  readonly cwd: string;
  /** Full paths of the folders that it worked in besides. */
  readonly additionalDirectories?: readonly string[];
  /** What its row said, so that the row is there before the agent is. */
  readonly label: string;
  /** It, or something below it, was at work. */
  readonly wasWorking?: boolean;
  /** It, or something below it, waited for the person. */
  readonly wasWaiting?: boolean;
}

/** The reader's choices of one root session: child session id → open. */
export type Folds = { readonly [sessionId: string]: boolean };

/** What is kept of attachments; `lost`: names of what cannot be kept. */
export interface KeptAttachments {
  readonly kept: readonly StoredAttachment[];
  readonly lost: readonly string[];
}

/** What is kept of attachments between two lives of the window. */
export function keptOf(attachments: readonly Attachment[]): KeptAttachments {
  return {
    kept: attachments.map(toStored).filter((each) => each !== undefined),
    lost: attachments.filter((each) => toStored(each) === undefined).map(({ name }) => name),
  };
}

/** What is kept of a prompt that was not sent: the person's words, and what goes with them. */
export interface KeptPrompt extends KeptAttachments {
  readonly text: string;
}

/** Folds of this many root sessions are kept; the ones touched longest ago go first. */
const maxFoldMaps = 200;
/** Sessions whose attachments are kept. */
const maxAttachmentLists = 50;
/** Changes of files that were accepted or reverted; the newest ones are remembered. */
const maxSettled = 2_000;
/** Tabs that were opened before these many others are not found again. */
const maxTabs = 200;

function isRecordOf<T>(value: unknown, fits: (item: unknown) => item is T): value is { readonly [key: string]: T } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(fits);
}

const isString = (value: unknown): value is string => typeof value === "string";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isOptionalBoolean = (value: unknown): value is boolean | undefined => value === undefined || isBoolean(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);
const isFolds = (value: unknown): value is Folds => isRecordOf(value, isBoolean);

function isOpenRoot(value: unknown): value is OpenRoot {
  if (typeof value !== "object" || value === null) return false;
  const root = value as { readonly [key: string]: unknown };
  const isNamed = isString(root.agentId) && isString(root.sessionId) && isString(root.cwd) && isString(root.label);
  const hasFolders = root.additionalDirectories === undefined || isTexts(root.additionalDirectories);
  return isNamed && hasFolders && isOptionalBoolean(root.wasWorking) && isOptionalBoolean(root.wasWaiting);
}

function attachmentsIn(value: unknown): KeptAttachments {
  if (typeof value !== "object" || value === null) return { kept: [], lost: [] };
  const { kept, lost } = value as { readonly [key: string]: unknown };
  return {
    kept: Array.isArray(kept) ? kept.map(parseStored).filter((each) => each !== undefined) : [],
    lost: isTexts(lost) ? lost : [],
  };
}

function promptsIn(value: unknown): readonly KeptPrompt[] {
  if (typeof value !== "object" || value === null || !("text" in value) || !isString(value.text)) return [];
  return [{ text: value.text, ...attachmentsIn(value) }];
}

/**
 * What is kept of a workspace between two lives of the window. What is read was perhaps written by an older version, so
 * each value is checked and a strange one counts as never written.
 */
export class WorkspaceMemory {
  readonly #state: Memento;
  readonly #log: Logger;

  constructor(state: Memento, log: Logger) {
    this.#state = state;
    this.#log = log;
  }

  get openRoots(): readonly OpenRoot[] {
    const value = this.#state.get("openRoots");
    return Array.isArray(value) ? value.filter(isOpenRoot) : [];
  }

  setOpenRoots(roots: readonly OpenRoot[]): void {
    this.#write("openRoots", roots);
  }

  /** Prompts that wait for a running one. */
  get queuedPrompts(): KeptPrompts {
    return this.#readPrompts("prompts.queued");
  }

  setQueuedPrompts(key: string, prompts: readonly KeptPrompt[]): void {
    this.#writePrompts("prompts.queued", key, prompts);
  }

  /** Prompts that were not sent and are not back yet. */
  get unsentPrompts(): KeptPrompts {
    return this.#readPrompts("prompts.unsent");
  }

  setUnsentPrompts(key: string, prompts: readonly KeptPrompt[]): void {
    this.#writePrompts("prompts.unsent", key, prompts);
  }

  /** What was attached to the prompt that is being written for a session (agent id and session id). */
  attachmentsOf(key: string): KeptAttachments {
    return attachmentsIn(this.#attachments()[key]);
  }

  setAttachments(key: string, attachments: KeptAttachments): void {
    const { [key]: before, ...others } = this.#attachments();
    const isNone = attachments.kept.length + attachments.lost.length === 0;
    if (isNone && before === undefined) return;
    const left = Object.fromEntries(Object.entries(others).slice(-(maxAttachmentLists - 1)));
    this.#write("prompts.attachments", isNone ? others : { ...left, [key]: attachments });
  }

  /** The changes of files that the person settled in reviews, as `SettledChanges` stores them, the newest last. */
  get settledChanges(): readonly string[] {
    const value: unknown = this.#state.get("review.settled");
    return isTexts(value) ? value : [];
  }

  setSettledChanges(keys: readonly string[]): void {
    this.#write("review.settled", keys.slice(-maxSettled));
  }

  /** The titles of the reviews whose tabs are open. */
  get reviewTitles(): readonly string[] {
    const value: unknown = this.#state.get("review.titles");
    return isTexts(value) ? value : [];
  }

  setReviewTitles(titles: readonly string[]): void {
    this.#write("review.titles", titles);
  }

  /** The agent that was started last. */
  get lastAgentId(): string | undefined {
    return this.#readString("lastAgentId");
  }

  setLastAgentId(agentId: string): void {
    this.#write("lastAgentId", agentId);
  }

  /** The key of the session that the Transcript view showed. */
  get shownKey(): string | undefined {
    return this.#readString("shownKey");
  }

  setShownKey(key: string | undefined): void {
    this.#write("shownKey", key);
  }

  /** Session id → key, of the sessions that were opened in a tab. */
  get tabKeys(): { readonly [sessionId: string]: string } {
    const value = this.#state.get("tabKeys");
    return isRecordOf(value, isString) ? value : {};
  }

  rememberTab(sessionId: string, key: string): void {
    const { [sessionId]: before, ...others } = this.tabKeys;
    if (before === key) return;
    this.#write("tabKeys", { ...Object.fromEntries(Object.entries(others).slice(-(maxTabs - 1))), [sessionId]: key });
  }

  /** Tree rows that the person opened or closed: row id → open. */
  get expanded(): { readonly [rowId: string]: boolean } {
    const value = this.#state.get("tree.expanded");
    return isFolds(value) ? value : {};
  }

  setExpanded(expanded: { readonly [rowId: string]: boolean }): void {
    this.#write("tree.expanded", expanded);
  }

  /** The id of the selected tree row. */
  get selected(): string | undefined {
    return this.#readString("tree.selected");
  }

  setSelected(rowId: string | undefined): void {
    this.#write("tree.selected", rowId);
  }

  /** The word of the tree's filter. */
  get filter(): string | undefined {
    return this.#readString("tree.filter");
  }

  setFilter(filter: string): void {
    this.#write("tree.filter", filter);
  }

  /** The reader's latest choices in a root session, over all surfaces. */
  foldsOf(rootKey: string): Folds {
    return this.#foldMaps()[rootKey] ?? {};
  }

  setFold(rootKey: string, sessionId: string, isOpen: boolean): void {
    const { [rootKey]: before, ...others } = this.#foldMaps();
    const kept = Object.entries(others).slice(-(maxFoldMaps - 1));
    this.#write("folds", { ...Object.fromEntries(kept), [rootKey]: { ...before, [sessionId]: isOpen } });
  }

  #foldMaps(): { readonly [rootKey: string]: Folds } {
    const value = this.#state.get("folds");
    return isRecordOf(value, isFolds) ? value : {};
  }

  #attachments(): { readonly [key: string]: unknown } {
    const value = this.#state.get("prompts.attachments");
    return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown }) : {};
  }

  #readPrompts(name: string): KeptPrompts {
    const value = this.#state.get(name);
    if (!isRecordOf(value, Array.isArray)) return {};
    return Object.fromEntries(Object.entries(value).map(([key, prompts]) => [key, prompts.flatMap(promptsIn)]));
  }

  #writePrompts(name: string, key: string, prompts: readonly KeptPrompt[]): void {
    const { [key]: before, ...others } = this.#readPrompts(name);
    if ((before ?? []).length === 0 && prompts.length === 0) return;
    this.#write(name, prompts.length === 0 ? others : { ...others, [key]: prompts });
  }

  #readString(key: string): string | undefined {
    const value = this.#state.get(key);
    return isString(value) ? value : undefined;
  }

  #write(key: string, value: unknown): void {
    this.#state.update(key, value).then(undefined, (error: unknown) => this.#log.warn(`Could not remember ${key}: ${messageOf(error)}`));
  }
}
