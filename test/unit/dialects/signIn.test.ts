import assert from "node:assert/strict";
import { readSignIn } from "../../../src/dialects/signIn.ts";

const frame = (dir: "agent" | "client", message: object) =>
  ({ type: "frame", t: 0, dir, frame: {}, message }) as unknown as Parameters<typeof readSignIn>[0];
const answer = (method: string, more: object) => frame("agent", { type: "response", id: 1, method, params: {}, ...more });
const told = (method: string, params: object) => frame("agent", { type: "notification", method, params });
const refusal = { error: { code: -32000, message: "" } };

describe("whether a sign-in is needed", () => {
  for (const [what, entry, expected] of [
    ["a refused session", answer("session/new", refusal), true],
    ["a refused prompt", answer("session/prompt", refusal), true],
    ["another error", answer("session/new", { error: { code: -32603, message: "" } }), undefined],
    ["the same call again", frame("client", { type: "request", id: 1, method: "session/prompt", params: {} }), false],
    ["a sign-in", answer("authenticate", { result: {} }), false],
    ["a sign-in that failed", answer("authenticate", refusal), undefined],
    ["a sign-out", answer("logout", { result: {} }), true],
    ["the status, asked for", answer("auth/status", { result: { state: "unauthenticated" } }), true],
    ["the status, told", told("auth/status_update", { state: "not_required" }), false],
    ["the status of somebody who is signed in", told("auth/status_update", { state: "authenticated" }), false],
    ["the status, which is not known", told("auth/status_update", { state: "unknown" }), undefined],
    ["a status that nobody knows", told("auth/status_update", { state: "half" }), undefined],
    ["Claude without an account", told("_auth/status_update", { authStatus: { kind: "none" } }), true],
    ["Claude with a key", told("_auth/status_update", { authStatus: { kind: "api_key" } }), false],
    ["an update of a session", told("session/update", {}), undefined],
  ] as const) {
    it(what, () => assert.deepEqual(readSignIn(entry), expected === undefined ? [] : [{ type: "signInReported", isNeeded: expected }]));
  }
});
