import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { sessionLines } from "../replay/modelText.ts";
import { Scene } from "../views/scene.ts";

/** A child whose history says these messages, and what it was given after it had answered so. */
function divided(messages: readonly string[], answer: string | undefined): string {
  const scene = new Scene().root("r").load("r").child("a", "r", { prompt: "First." });
  for (const [at, words] of messages.entries()) scene.says("a", words, `m${at}`);
  scene.state("a", "idle", "end_turn");
  scene.apply({ type: "runDivided", sessionId: toSessionId("a"), answer, state: { state: "idle" }, prompt: "Second." });
  return [...sessionLines(scene.session("a"), String)].filter((line) => line.startsWith("  run")).join("\n");
}

describe("two runs that a load tells as one", () => {
  it("are cut behind the first message that is the earlier one's answer", () =>
    assert.equal(
      divided(["One.", "Two.", "Three."], "Two."),
      '  run 1: idle historical prompt "First." answer "Two."\n  run 2: idle/end_turn historical prompt "Second." answer "Three."',
    ));

  it("give the later one no answer when nothing was said since", () =>
    assert.equal(
      divided(["One.", "Two."], "Two."),
      '  run 1: idle historical prompt "First." answer "Two."\n  run 2: idle/end_turn historical prompt "Second."',
    ));

  it("never pair the earlier prompt with the later answer, also where no message is the earlier answer", () =>
    assert.deepEqual(
      [divided(["One.", "Two."], "Lost."), divided(["One.", "Two."], undefined)],
      [
        '  run 1: idle historical prompt "First." received "Lost."\n  run 2: idle/end_turn historical prompt "Second." answer "Two."',
        '  run 1: idle historical prompt "First."\n  run 2: idle/end_turn historical prompt "Second." answer "Two."',
      ],
    ));
});
