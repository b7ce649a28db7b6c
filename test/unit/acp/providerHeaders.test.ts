import assert from "node:assert/strict";
import { headersWith, isHeaderName, keyHeader } from "../../../src/acp/providerHeaders.ts";

const sent = (apiType: string, key: string) => {
  const scheme = keyHeader(apiType);
  return scheme ? JSON.stringify(headersWith(scheme, key)) : "is asked for";
};

describe("the header that takes a key to a model provider", () => {
  for (const [apiType, header] of [
    ["anthropic", '{"x-api-key":"k1"}'],
    ["openai", '{"Authorization":"Bearer k1"}'],
    ["azure", '{"api-key":"k1"}'],
    ["vertex", "is asked for"],
    ["bedrock", "is asked for"],
    ["_own", "is asked for"],
    ["toString", "is asked for"],
  ] as const) {
    it(`for ${apiType} ${header}`, () => assert.equal(sent(apiType, " k1 "), header));
  }

  it("is left out where no key was entered, or no header named", () => {
    assert.equal(sent("openai", "  "), "{}");
    assert.deepEqual(headersWith({ name: "", prefix: "" }, "k1"), {});
    assert.deepEqual(headersWith({ name: "x-goog-api-key", prefix: "" }, "k1"), { "x-goog-api-key": "k1" });
  });

  it("has a name that a header can have", () => {
    assert.deepEqual(["x-goog-api-key", "", "a b", "a:b", "ü"].map(isHeaderName), [true, true, false, false, false]);
  });
});
