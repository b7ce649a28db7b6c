import { posix as posixPaths, win32 as windowsPaths } from "node:path";
import type { JsonObject } from "../../session/content.ts";
import type { SessionId } from "../../session/ids.ts";
import { rootOf } from "../../session/session.ts";
import {
  invalidParams,
  type RequestContext,
  RequestFailure,
  type RequestHandlersFactory,
  type RequestSurroundings,
  resourceNotFound,
} from "./agentRequests.ts";
import { type DiskEntry, type FileTree, type Place, placeOf, TooManyLinks } from "./filePlaces.ts";
import { askBeforeRead, askBeforeWrite } from "./guardQuestions.ts";
import { noFile } from "./noFile.ts";
import { pickLines } from "./pickLines.ts";

/** The files as the editor has them. What it throws is told to the agent in its words. */
export interface EditorFiles {
  /** The full paths of the workspace's folders on this machine. */
  folders(): readonly string[];
  /** The text of a file: what stands in an editor, saved or not, else what is on the disk. Undefined when there is no such file. */
  read(place: Place): Promise<string | undefined>;
  /** Makes this the text of a file, and saves it; the file and its folders are made when they are not there. */
  write(place: Place, content: string): Promise<void>;
}

/** What answering requests about files needs of the editor. */
export interface FileRequestsOptions {
  readonly files: EditorFiles;
  readonly tree: FileTree;
  /** What is at a path; undefined when there is nothing. */
  readonly entry: (path: string) => Promise<DiskEntry | undefined>;
  readonly os: NodeJS.Platform;
  /** Awaited before a file is written: resolves when what stands in the announced files is read. */
  readonly beforeWrite: () => Promise<void>;
}

/** Largest file that is read or written over, in bytes; more cannot be opened in an editor. */
const largestFile = 50 * 1024 * 1024;

/**
 * Answers `fs/read_text_file` and `fs/write_text_file` (schema) through the editor. What is outside the workspace and the
 * folders that the session was opened in is written only when the person allows it; read by an agent on this machine, which
 * can read it anyway, but not by one on another machine.
 */
export function fileRequests(options: FileRequestsOptions): RequestHandlersFactory {
  return (agent) => {
    const files = new AgentFiles(options, agent);
    return {
      "fs/read_text_file": (params, context) => files.read(params, context),
      "fs/write_text_file": (params, context) => files.write(params, context),
    };
  };
}

class AgentFiles {
  readonly #options: FileRequestsOptions;
  readonly #agent: RequestSurroundings;
  /** Folders outside that the person opened to this connection, by what for. */
  readonly #allowed = { read: new Set<string>(), write: new Set<string>() };

  constructor(options: FileRequestsOptions, agent: RequestSurroundings) {
    this.#options = options;
    this.#agent = agent;
  }

  async read(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const { path, sessionId } = this.#check("fs/read_text_file", params, context);
    const line = lineNumber(params.line, "line");
    const limit = lineNumber(params.limit, "limit");
    let place = await this.#place(path, sessionId, "read");
    if (this.#agent.isRemote && !place.isInside) {
      const folder = this.#paths.dirname(place.resolved);
      const allowed = await askBeforeRead(this.#agent, { sessionId, path: place.resolved, asked: path, folder }, context.signal);
      if (allowed === "always") this.#allowed.read.add(folder);
      place = await this.#unmoved(place, path, sessionId);
    }
    await this.#agent.turn(context);
    await this.#mustBeFile(place, path);
    const text = await this.#options.files.read(place);
    if (text === undefined) throw new RequestFailure(resourceNotFound, `There is no file ${path}.`, { path });
    return { content: pickLines(text, line, limit) };
  }

  async write(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const { path, sessionId } = this.#check("fs/write_text_file", params, context);
    const { content } = params;
    if (typeof content !== "string") throw new RequestFailure(invalidParams, '"content" of fs/write_text_file must be a string.');
    let place = await this.#place(path, sessionId, "write");
    if (!place.isInside) {
      const folder = this.#paths.dirname(place.resolved);
      const asked = { sessionId, path: place.resolved, asked: path, folder, bytes: Buffer.byteLength(content) };
      const allowed = await askBeforeWrite(this.#agent, asked, context.signal);
      if (allowed === "always") this.#allowed.write.add(folder);
      place = await this.#unmoved(place, path, sessionId);
    }
    context.signal.throwIfAborted();
    await this.#mustBeFile(place, path);
    await this.#options.beforeWrite();
    await this.#options.files.write(place, content);
    return {};
  }

  #check(method: string, { path }: JsonObject, { sessionId }: RequestContext): { readonly path: string; readonly sessionId: SessionId } {
    if (sessionId === undefined) throw new RequestFailure(invalidParams, `"sessionId" of ${method} must be a string.`);
    if (typeof path !== "string" || !this.#paths.isAbsolute(path) || path.includes("\0"))
      throw new RequestFailure(invalidParams, `"path" of ${method} must be a full path.`);
    return { path, sessionId };
  }

  async #place(path: string, sessionId: SessionId, purpose: "read" | "write"): Promise<Place> {
    const roots = [...this.#rootsOf(sessionId), ...this.#allowed[purpose]];
    const refuse = (at: string) => {
      const why = noFile(at, this.#options.os, roots);
      if (why !== undefined) throw new RequestFailure(invalidParams, `${path} is no file that can be read or written: ${why}.`);
    };
    refuse(path);
    try {
      const place = await placeOf(path, roots, this.#options.tree, this.#paths);
      refuse(place.resolved);
      return place;
    } catch (error) {
      if (error instanceof TooManyLinks) throw new RequestFailure(invalidParams, `${path} leads through links in a circle.`);
      throw error;
    }
  }

  /** What never ends, or is not kept, is no file; and one that is too large would take the editor with it. */
  async #mustBeFile({ resolved }: Place, path: string): Promise<void> {
    const entry = await this.#options.entry(resolved);
    if (entry && !entry.isFile) throw new RequestFailure(invalidParams, `${path} is a folder, device, pipe or socket, not a file.`);
    if (entry && entry.size > largestFile)
      throw new RequestFailure(invalidParams, `${path} has ${entry.size} bytes; files up to ${largestFile} bytes can be read and written.`);
  }

  /** The place once more, now that time has passed: it must still be the one that the person was asked about. */
  async #unmoved(before: Place, path: string, sessionId: SessionId): Promise<Place> {
    const now = await this.#place(path, sessionId, "write");
    if (now.resolved !== before.resolved) throw new RequestFailure(invalidParams, `${path} leads to another file than before.`);
    return now;
  }

  /**
   * The workspace's folders, and those that the session's root was opened in. What a child is said to work in is the agent's
   * word, which must not widen what the agent may write.
   */
  #rootsOf(sessionId: SessionId): readonly string[] {
    const { model } = this.#agent;
    const session = model.get(sessionId);
    const root = session && rootOf(session, (id) => model.get(id));
    const opened = root?.standing === "root" ? [root.cwd, ...(root.additionalDirectories ?? [])] : [];
    return [...this.#options.files.folders(), ...opened.filter((folder) => folder !== undefined)];
  }

  get #paths(): typeof posixPaths {
    return this.#options.os === "win32" ? windowsPaths : posixPaths;
  }
}

/** A number of the schema's `uint32`; absent and null are the same. */
function lineNumber(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return Math.floor(value);
  throw new RequestFailure(invalidParams, `"${field}" of fs/read_text_file must be a number that is not negative.`);
}
