import assert from "node:assert/strict";
import { emptinessOf, emptyTranscriptText } from "../../../src/views/emptiness.ts";

function said(isTrusted: boolean, hasAgent: boolean, hasRow: boolean): string {
  return emptyTranscriptText(emptinessOf({ isTrusted, hasAgent, hasRow }));
}

describe("a transcript without a session", () => {
  it("names the one next step in each situation", () => {
    assert.deepEqual(
      [said(false, true, false), said(true, false, false), said(true, true, false), said(true, true, true), said(false, false, true)],
      [
        "No agent is started in this folder before you trust it: “Workspaces: Manage Workspace Trust”.",
        "No agent is set up yet. “ACP: Try the Demo Agent” needs no key and no network; “ACP: Add Agent…” adds yours.",
        "Start a session with “ACP: New Session”, and its transcript appears here.",
        "Choose a session in the tree, and its transcript appears here.",
        "Choose a session in the tree, and its transcript appears here.",
      ],
    );
  });
});
