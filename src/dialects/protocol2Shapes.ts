import { isObject, type JsonObject } from "../session/content.ts";
import { object, objects, text } from "./fields.ts";

// What the second version of the protocol says in other words than the first (schema v2, draft), said in those of the
// first: what reads frames and answers then knows one vocabulary. Every function takes what it gets as untrusted.

/** An answer to `initialize` (schema v2 `InitializeResponse`). What needs no capability there is offered. */
export function firstVersionOf(answer: JsonObject): JsonObject {
  const { info, capabilities, authMethods, ...others } = answer;
  const given = isObject(capabilities) ? capabilities : {};
  const session = object(given, "session");
  const methods = authMethodsOf({ authMethods });
  const canSignOut = Array.isArray(methods) && methods.length > 0;
  return {
    ...others,
    agentInfo: info,
    authMethods: methods,
    agentCapabilities: {
      ...given,
      ...(session && sessionOffers(session)),
      auth: { ...object(given, "auth"), ...(canSignOut ? { logout: {} } : {}) },
    },
  };
}

function sessionOffers(session: JsonObject): JsonObject {
  const prompt = object(session, "prompt") ?? {};
  const mcp = object(session, "mcp") ?? {};
  return {
    loadSession: true,
    sessionCapabilities: { ...session, list: {}, resume: {}, close: {} },
    promptCapabilities: Object.fromEntries(["image", "audio", "embeddedContext"].map((name) => [name, isObject(prompt[name])])),
    mcpCapabilities: { http: isObject(mcp.http), sse: false },
  };
}

/** Ways to sign in have a `methodId` there. */
function authMethodsOf(from: JsonObject): readonly JsonObject[] | undefined {
  return objects(from, "authMethods")?.map(({ methodId, ...method }) => ({ id: methodId, ...method }));
}

/** Config options have a `configId` there, in answers and updates alike. */
export function withConfigOptions(from: JsonObject): JsonObject {
  const options = objects(from, "configOptions");
  return options ? { ...from, configOptions: options.map(({ configId, ...option }) => ({ id: configId, ...option })) } : from;
}

/**
 * A permission request: there it has words of its own beside what it is about, which may be a call, a command or nothing
 * that is named (schema v2 `RequestPermissionRequest`).
 */
export function permissionParams(params: JsonObject): JsonObject {
  const subject = object(params, "subject") ?? {};
  const { command, cwd, toolCallId } = subject;
  const called = object(subject, "toolCall");
  const toolCall =
    subject.type === "command"
      ? { rawInput: { command, cwd }, ...(typeof toolCallId === "string" ? { toolCallId } : {}) }
      : called
        ? { ...called, ...withContent(called) }
        : {};
  return { ...params, toolCall };
}

/** A call's content with each diff as the texts before and after. */
export function withContent(from: JsonObject): JsonObject {
  const content = objects(from, "content");
  return content ? { content: content.flatMap(contentOf) } : {};
}

/** One part of a call's content: a diff is one part for each of its files. */
export function contentOf(item: JsonObject): readonly JsonObject[] {
  if (item.type !== "diff" || typeof item.newText === "string") return [item];
  const patch = text(object(item, "patch") ?? {}, "text");
  const sections = patch === undefined ? [] : sectionsOf(patch);
  return (objects(item, "changes") ?? []).map((change, index) => {
    const path = text(change, "path") ?? "";
    const section = sections.find((each) => path.endsWith(each.path)) ?? sections[index];
    const before = change.operation === "add" ? { oldText: null } : section ? { oldText: section.oldText } : {};
    return { type: "diff", path, ...before, newText: section?.newText ?? wordsFor(change) };
  });
}

/** What is said of a change whose lines are not told. */
function wordsFor(change: JsonObject): string {
  const { operation, oldPath } = change;
  return [operation, oldPath].filter((word) => typeof word === "string").join(" ");
}

interface Section {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

/** The files of a patch in git's format, with the lines of their hunks before and after. */
function sectionsOf(patch: string): readonly Section[] {
  const files = patch.split(/^(?=diff --git )/m).filter((part) => /^@@ /m.test(part));
  return files.map((file) => {
    const name = /^\+\+\+ (?:b\/)?(?!\/dev\/null)(.+)$/m.exec(file)?.[1] ?? /^--- (?:a\/)?(.+)$/m.exec(file)?.[1] ?? "";
    const lines = file.slice(file.search(/^@@ /m)).split("\n");
    return { path: name.trim(), oldText: side(lines, "-"), newText: side(lines, "+") };
  });
}

/** The lines of one side with their line ends; the mark after a line says that it has none. */
function side(lines: readonly string[], own: "-" | "+"): string {
  const texts = lines.flatMap((line, index) => {
    if (!line.startsWith(own) && !line.startsWith(" ")) return [];
    return [line.slice(1), lines[index + 1]?.startsWith("\\ ") ? "" : "\n"];
  });
  return texts.join("");
}
