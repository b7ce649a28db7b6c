import type { PlatformPath } from "node:path";

/** The file system as far as the question goes which folder a path is in. */
export interface FileTree {
  /** Where a symbolic link points, as it is written there; undefined for everything else and for what is not there. */
  readLink(path: string): Promise<string | undefined>;
  /**
   * Names a file or folder so that two paths to the same one have the same name, however they are written (letter case,
   * short names, mounts); undefined when there is none.
   */
  identity(path: string): Promise<string | undefined>;
}

/** What is there, as far as it may be read or written. */
export interface DiskEntry {
  /** A regular file: no folder, device, pipe or socket. */
  readonly isFile: boolean;
  /** In bytes. */
  readonly size: number;
}

/** Where a path leads. */
export interface Place {
  /** The full path without `.`, `..` and symbolic links: what is really read or written. */
  readonly resolved: string;
  /** The same file as an editor would have it open: below a root as that is written, else `resolved`. */
  readonly editorPath: string;
  /** It is one of the roots or below one. */
  readonly isInside: boolean;
}

/** Links that are followed for one path; as many as Linux follows. */
const mostLinks = 40;

/** A path leads through links in a circle. */
export class TooManyLinks extends Error {}

/**
 * Where a full path leads, and whether that is below one of `roots` (full paths of folders). Links are followed one by one,
 * those to what is not there too, and `..` goes up from where a link leads, as the system does it. Throws `TooManyLinks`.
 */
export async function placeOf(path: string, roots: readonly string[], tree: FileTree, paths: PlatformPath): Promise<Place> {
  const resolved = await resolve(path, tree, paths);
  for (const root of roots) {
    const below = await pathBelow(resolved, await resolve(root, tree, paths), tree, paths);
    if (below !== undefined) return { resolved, editorPath: paths.join(root, below), isInside: true };
  }
  return { resolved, editorPath: resolved, isInside: false };
}

/** A full path without `.`, `..` and links. What is not there keeps its name. */
async function resolve(path: string, tree: FileTree, paths: PlatformPath): Promise<string> {
  const begin = paths.parse(paths.resolve(path)).root;
  const waiting = partsOf(path.slice(paths.parse(path).root.length), paths);
  let at = begin;
  for (let links = 0; waiting.length > 0; ) {
    const part = waiting.shift() ?? "";
    if (part === "..") {
      at = paths.dirname(at);
      continue;
    }
    const next = paths.join(at, part);
    const target = await tree.readLink(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    if (++links > mostLinks) throw new TooManyLinks(path);
    const { root } = paths.parse(target);
    if (root !== "") at = paths.resolve(root);
    waiting.unshift(...partsOf(target.slice(root.length), paths));
  }
  return at;
}

function partsOf(path: string, paths: PlatformPath): string[] {
  return path.split(paths.sep === "\\" ? /[\\/]+/ : /\/+/).filter((part) => part !== "" && part !== ".");
}

/** The rest of a resolved path below a resolved root, "" for the root itself; undefined when it is not below it. */
async function pathBelow(path: string, root: string, tree: FileTree, paths: PlatformPath): Promise<string | undefined> {
  const identity = await tree.identity(root);
  let below = "";
  for (let at = path; ; at = paths.dirname(at)) {
    if (at === root || (identity !== undefined && (await tree.identity(at)) === identity)) return below;
    if (paths.dirname(at) === at) return undefined;
    below = paths.join(paths.basename(at), below);
  }
}
