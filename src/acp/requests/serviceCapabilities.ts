import type { JsonObject } from "../../session/content.ts";

/** The `clientCapabilities` of what we do for agents: files through the editor, and terminals. */
export const serviceCapabilities: readonly JsonObject[] = [{ fs: { readTextFile: true, writeTextFile: true }, terminal: true }];
