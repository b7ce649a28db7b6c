import assert from "node:assert/strict";
import { emptySessionText } from "../../../src/shared/emptyWords.ts";
import { emptinessOf, emptyTabText, emptyTranscriptText } from "../../../src/views/emptiness.ts";
import { composerView } from "../../../src/views/transcript/composerView.ts";
import { Scene } from "./scene.ts";

function said(isTrusted: boolean, hasAgent: boolean, hasRow: boolean): string {
  return emptyTranscriptText(emptinessOf({ isTrusted, hasAgent, hasRow, isOpening: false }));
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

  it("says while sessions are opened again that it waits for them, in a tab too", () => {
    const known = { isTrusted: true, hasAgent: true, hasRow: true };
    const [opening, opened] = [true, false].map((isOpening) => emptinessOf({ ...known, isOpening }));
    assert.ok(opening && opened);
    const waits = "The sessions that were open are being opened again. What was shown here comes back by itself.";
    assert.deepEqual(
      [emptyTranscriptText(opening), emptyTabText(opening, "Gone."), emptyTabText(opened, "Gone.")],
      [waits, waits, "Gone."],
    );
  });
});

describe("a transcript in which nothing was said", () => {
  const said = (make: (scene: Scene) => void, more: object = {}) => {
    const scene = new Scene().root("r");
    make(scene);
    return emptySessionText(composerView({ ...scene.connection, ...more }, scene.session("r"), true));
  };
  const closed = (scene: Scene) => scene.apply({ type: "sessionClosed", sessionId: scene.session("r").id });
  const offers = { load: false, resume: false, fork: false, close: true, delete: false, title: false, archive: false };

  it("names the one next step in each situation, also where no prompt can be sent", () => {
    assert.deepEqual(
      [
        said(() => undefined),
        said((scene) => scene.load("r")),
        said(closed, { offers: { ...offers, load: true } }),
        said(closed, { offers }),
        said((scene) => scene.lose("it crashed")),
        said(() => undefined, { isReplay: true }),
        said(() => undefined, { isReplay: true, storedBecause: "Another window has this session open.", goOn: "takeOver" }),
        said(() => undefined, { isReplay: true, storedBecause: "Its agent opens no session again.", goOn: "startNew" }),
      ],
      [
        "Nothing has been said yet. Write the first prompt below.",
        "Nothing has been said here. The session is being loaded.",
        "Nothing has been said here. The button “Open Again” below goes on.",
        "Nothing has been said here. This session is closed, and its agent cannot open it again. “ACP: New Session” begins another.",
        "Nothing has been said here. The agent is not running. “ACP: Restart Agent” goes on.",
        "Nothing has been said here. This is a recording: it can be read, and takes no prompts.",
        "Nothing has been said here. The button “Take Over” below goes on.",
        "Nothing has been said here. The button “New Session” below goes on.",
      ],
    );
  });
});
