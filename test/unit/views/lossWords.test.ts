import assert from "node:assert/strict";
import { lossesOf, lossWords } from "../../../src/views/lossWords.ts";

describe("what is lost when an agent is started again", () => {
  const said = (...outcomes: Parameters<typeof lossesOf>[0]) => lossWords({ label: "My Agent", ...lossesOf(outcomes) });

  it("U15: names the sessions that go on without their transcript, and those that do not go on, in the agent's words", () => {
    assert.equal(
      said(undefined, { label: "Review" }, { label: "Tests", error: "My Agent answered session/load with an error: Gone (-32002)" }),
      "My Agent runs again. “Review”: the agent goes on with it, but does not tell again what was said. " +
        "“Tests” was not brought back: My Agent answered session/load with an error: Gone (-32002) " +
        "The earlier transcripts stay to be read in the rows that are marked as disconnected.",
    );
  });

  it("counts what it does not name", () => {
    const many = ["a", "b", "c", "d", "e"];
    const words = said(...many.map((label) => ({ label })), ...many.map((label) => ({ label, error: "no" })));
    assert.match(words, /“a”, “b”, “c”, 2 more: the agent/);
    assert.match(words, /“c” was not brought back: no 2 more were not brought back\./);
  });
});
