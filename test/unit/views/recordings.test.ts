// The views over every recorded connection: patches end where a snapshot does, and closed cards cost headers only.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseTraffic } from "../../../src/acp/traffic/traffic.ts";
import { usualLimits } from "../../../src/base/limits.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import type { Session } from "../../../src/session/session.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import type { PatchOp, TranscriptState } from "../../../src/shared/transcriptState.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { MemoryShelf } from "../../support/memoryShelf.ts";

const recordings = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "recordings");
const options = { foldDefault: "collapsed", enterSends: true } as const;

/** Plays a recording with one surface on its first root, patched after every event. */
function play(file: string, isOpen: boolean): { id: string; state: TranscriptState; fresh: TranscriptState; ops: PatchOp[] } | undefined {
  const model = new SessionStore("r", { ...usualLimits, rowsInMemory: 3 }, new MemoryShelf());
  const connection: LiveConnection = {
    key: "c",
    agentLabel: "Agent",
    model,
    startedAtEpoch: 0,
    isReplay: false,
    queued: () => [],
  };
  const translator = new Translator();
  const ops: PatchOp[] = [];
  let view: TranscriptView | undefined;
  let state: TranscriptState | undefined;
  const see = (session: Session) => {
    if (isOpen && session.standing !== "root") view?.setOpen(session.id, true);
    if (view || session.standing !== "root") return;
    view = new TranscriptView(connection, session.id, options);
    state = view.snapshot();
  };
  model.onDidChange((change) => view?.apply(change));
  for (const entry of parseTraffic(readFileSync(join(recordings, file), "utf8")).entries) {
    for (const event of translator.translate(entry)) model.apply(event);
    for (const session of model.sessions) see(session);
    const taken = view?.takeOps() ?? [];
    ops.push(...taken);
    if (state) state = applyPatch(state, taken);
  }
  return view && state && { id: view.sessionId, state, fresh: view.snapshot(), ops };
}

const plain = (state: TranscriptState): TranscriptState => JSON.parse(JSON.stringify(state));

describe("views over recordings", () => {
  const files = globSync("*/*.jsonl", { cwd: recordings });

  it("end in the same state by patches as by a snapshot, with every card open", () => {
    assert.ok(files.length > 50);
    for (const file of files) {
      const played = play(file, true);
      if (played) assert.deepEqual(plain(played.state), plain(played.fresh), file);
    }
  }).timeout(30_000);

  it("[S01] let no row and no card of a child cross while all cards are closed", () => {
    for (const file of files) {
      const played = play(file, false);
      const shown = played?.state.sessionId;
      const strangers = (played?.ops ?? []).filter(
        (op) => "sessionId" in op && !["sessionSet", "sessionGone", "subject"].includes(op.op) && op.sessionId !== played?.id,
      );
      assert.deepEqual(strangers, [], file);
      assert.deepEqual(played && Object.keys(played.state.windows), played && (shown === null ? [] : [shown]), file);
    }
  }).timeout(30_000);
});
