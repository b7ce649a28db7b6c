import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limitNames, limitTable, readLimits, toldLimit, usualLimits } from "../../../src/base/limits.ts";

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: { readonly [name: string]: object } } };
}

const manifest: Manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));

describe("limits", () => {
  it("are settings with the same numbers, which a machine has of its own", () => {
    const { properties } = manifest.contributes.configuration;
    const settings = Object.entries(properties).filter(([name]) => name.startsWith("acpSubagents.limits."));
    assert.deepEqual(
      Object.fromEntries(settings.map(([name, setting]) => [name.replace("acpSubagents.limits.", ""), setting])),
      Object.fromEntries(
        limitNames.map((name) => {
          const { usual, least, most } = limitTable[name];
          const markdownDescription = `%config.limits.${name}%`;
          const scope = "machine-overridable";
          return [name, { type: "integer", scope, order: 11, default: usual, minimum: least, maximum: most, markdownDescription }];
        }),
      ),
    );
  });

  it("hold in bounds, whatever stands in the settings", () => {
    const values: { readonly [name: string]: unknown } = {
      "limits.lineBytes": 100_000.4,
      "limits.children": 0,
      "limits.depth": 1e9,
      "limits.openRequests": "many",
      "limits.logBytes": Number.NaN,
    };
    assert.deepEqual(
      readLimits((name) => values[name]),
      { ...usualLimits, lineBytes: 100_000, children: 10, depth: 500 },
    );
  });

  it("are each told with the number that held", () => {
    for (const name of limitNames) assert.match(toldLimit(name, { ...usualLimits, [name]: 12345 }), /12345/);
  });
});
