import assert from "node:assert/strict";
import { compareVersions, isOlder } from "../../../src/agents/versions.ts";

describe("versions", () => {
  it("are ordered as npm orders them", () => {
    const ordered = ["0.9.0", "0.90.0-rc.1", "0.90.0-rc.2", "0.90.0-rc.10", "0.90.0-rc.x", "0.90.0", "0.101.0", "1.0.0", "v1.0.1+build"];
    assert.deepEqual(
      ordered.toReversed().sort((a, b) => compareVersions(a, b) ?? Number.NaN),
      ordered,
    );
  });

  it("are older or not, and nothing is claimed of what is none", () => {
    const pairs = [
      ["0.79.0", "0.90.0"],
      ["0.90.0", "0.90.0"],
      ["0.101.0", "0.90.0"],
      ["2.4.0-beta", "2.4.0"],
      ["2.4.0-beta.1", "2.4.0-beta"],
      ["next", "2.4.0"],
      ["2.3", "2.4.0"],
    ] as const;
    assert.deepEqual(
      pairs.map(([a, b]) => isOlder(a, b)),
      [true, false, false, true, false, false, false],
    );
  });
});
