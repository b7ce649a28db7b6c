import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposables.ts";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import { type NewAttachment, placeOf } from "../../session/attachment.ts";
import type { MentionView } from "../../shared/attachments.ts";
import { bestOf, type Candidate, filePatterns, folderPattern, foldersOf } from "../../views/transcript/mentions.ts";
import { editorAtHand, openFiles, problemsOf, selectionOf } from "./promptContext.ts";
import { nameOf } from "./promptFiles.ts";

/** Files that are asked for with each pattern: enough to choose from, few enough to be quick in a large workspace. */
const mostFiles = 60;
/** Symbols are asked for from so many letters on: before that every provider has everything. */
const lettersForSymbols = 2;
const mostSymbols = 60;
/** Longer words are no names. */
const longestQuery = 200;
/** A symbol provider that needs longer than this is not waited for, in ms. */
const symbolPatience = 3000;

interface Found extends Candidate {
  make(): NewAttachment | Promise<NewAttachment>;
}

/** Says what was found so far for a question. */
type Offer = (items: readonly MentionView[], isComplete: boolean) => void;

/** Answers what `@` may mean for one transcript: one question at a time, a new one cancels the one before. */
export class Completer {
  readonly #log: Logger;
  readonly #timer: Timer;
  #source: vscode.CancellationTokenSource | undefined;
  /** All that was offered since the person last wanted nothing: a page may show what was found for the letters before. */
  readonly #offered = new Map<string, Found>();

  constructor(log: Logger, timer: Timer) {
    this.#log = log;
    this.#timer = timer;
  }

  /** Looks for what is `written` behind the `@` and offers what each source finds as soon as it does. `folder` is where the session works. */
  async complete(written: string, folder: string | undefined, offer: Offer): Promise<void> {
    const query = written.slice(0, longestQuery);
    this.#cancel();
    const source = new vscode.CancellationTokenSource();
    const { token } = source;
    this.#source = source;
    let found: readonly Found[] = atHand(folder);
    const tell = (isComplete: boolean) => {
      if (token.isCancellationRequested) return;
      const best = bestOf(query, unique(found));
      for (const each of best) this.#offered.set(idOf(each), each);
      offer(
        best.map((each) => ({ id: idOf(each), kind: each.kind, name: each.name, detail: each.detail })),
        isComplete,
      );
    };
    tell(false);
    const later = async (what: string, search: Promise<readonly Found[]>) => {
      try {
        const more = await search;
        if (more.length === 0) return;
        found = [...found, ...more];
        tell(false);
      } catch (error) {
        if (!token.isCancellationRequested) this.#log.warn(`${what} could not be looked for: ${messageOf(error)}`);
      }
    };
    await Promise.all([
      later("Files", files(query, folder, token)),
      later("Folders", folders(query, folder, token)),
      later("Symbols", symbols(query, folder, this.#timer)),
    ]);
    tell(true);
  }

  /** Ends the question that is open, and lets go of what was offered. */
  stop(): void {
    this.#cancel();
    this.#offered.clear();
  }

  /** What was offered under this id since `stop`; undefined when nothing was. */
  async take(itemId: string): Promise<NewAttachment | undefined> {
    return this.#offered.get(itemId)?.make();
  }

  #cancel(): void {
    this.#source?.cancel();
    this.#source?.dispose();
    this.#source = undefined;
  }
}

/** The same for what reads the same. */
const idOf = ({ kind, name, detail }: Found): string => `${kind} ${name} ${detail}`;

function unique(found: readonly Found[]): readonly Found[] {
  const seen = new Set<string>();
  return found.filter((each) => !seen.has(idOf(each)) && seen.add(idOf(each)));
}

/** What needs no search: the selection, the problems, the open files. */
function atHand(folder: string | undefined): readonly Found[] {
  const editor = editorAtHand();
  const selection = selectionOf(editor);
  const problems = [problemsOf(editor?.document.uri), problemsOf(undefined)].filter((each) => each !== undefined);
  return [
    ...(selection ? [{ kind: "selection" as const, name: t("Selection"), detail: selection.name, make: () => selection }] : []),
    ...openFiles().map((uri) => fileFound("file", uri, folder)),
    ...problems.map((each) => ({ kind: "problems" as const, name: each.name, detail: "", make: () => each })),
  ];
}

function fileFound(kind: "file" | "folder", uri: vscode.Uri, folder: string | undefined): Found {
  const name = nameOf(uri);
  const detail = placeOf(uri.toString(), folder);
  return { kind, name, detail: detail === name ? "" : detail, make: () => ({ kind, name, uri: uri.toString() }) };
}

/** What the person does not search in, beside `files.exclude`, which counts anyway. */
function notSearched(): string | undefined {
  const excluded = vscode.workspace.getConfiguration("search").get<{ readonly [pattern: string]: unknown }>("exclude") ?? {};
  const patterns = Object.entries(excluded).flatMap(([pattern, value]) => (value === true && !/[{}]/.test(pattern) ? [pattern] : []));
  return patterns.length === 0 ? undefined : `{${patterns.join(",")}}`;
}

async function files(query: string, folder: string | undefined, token: vscode.CancellationToken): Promise<readonly Found[]> {
  const searches = filePatterns(query).map((pattern) => vscode.workspace.findFiles(pattern, notSearched(), mostFiles, token));
  return (await Promise.all(searches)).flat().map((uri) => fileFound("file", uri, folder));
}

async function folders(query: string, folder: string | undefined, token: vscode.CancellationToken): Promise<readonly Found[]> {
  if (query.replaceAll("/", "") === "") return [];
  const inside = await vscode.workspace.findFiles(folderPattern(query), notSearched(), mostFiles * 3, token);
  const paths = new Map<string, vscode.Uri>();
  for (const uri of inside) {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (!root) continue;
    const path = uri.path.slice(root.path.length).replace(/^\//, "");
    for (const each of foldersOf(path, query)) paths.set(each, vscode.Uri.joinPath(root, each));
  }
  return Array.from(paths.values(), (uri) => fileFound("folder", uri, folder));
}

async function symbols(query: string, folder: string | undefined, timer: Timer): Promise<readonly Found[]> {
  if (query.length < lettersForSymbols || query.includes("/")) return [];
  const search = vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  const found = await orNone(search, timer);
  return found.slice(0, mostSymbols).map(({ name, location: { uri, range } }) => {
    const [from, to] = [range.start.line + 1, range.end.line + 1];
    return {
      kind: "symbol",
      name,
      detail: `${placeOf(uri.toString(), folder)}:${from}`,
      make: () => ({ kind: "symbol", name, uri: uri.toString(), from, to }),
    };
  });
}

/** What a search finds in time; nothing else is waited for. */
async function orNone<T>(search: Thenable<readonly T[] | undefined>, timer: Timer): Promise<readonly T[]> {
  const store = new DisposableStore();
  const late = new Promise<undefined>((resolve) => {
    store.add(timer.after(symbolPatience, () => resolve(undefined)));
  });
  try {
    return (await Promise.race([search, late])) ?? [];
  } finally {
    store.dispose();
  }
}
