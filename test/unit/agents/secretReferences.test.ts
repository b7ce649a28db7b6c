// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets
import assert from "node:assert/strict";
import { filledFrom, secretsIn } from "../../../src/agents/secretReferences.ts";

describe("references to secrets", () => {
  it("are found once each, in order", () => {
    assert.deepEqual(secretsIn(["${secret:B}", "x ${secret:A}${secret:B}", "${env:C} ${secret:} ${secret:1}"]), ["B", "A"]);
  });

  it("are filled, and left alone where there is no value", () => {
    assert.equal(filledFrom("Bearer ${secret:A} ${secret:toString}", { A: "k$&" }), "Bearer k$& ${secret:toString}");
  });
});
