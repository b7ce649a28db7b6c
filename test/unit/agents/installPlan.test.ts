import assert from "node:assert/strict";
import { chooseRuntime, isScript, NpmMissingError, npmArguments, npmFailure, programOf } from "../../../src/agents/installPlan.ts";
import type { NpmPreset } from "../../../src/agents/presets.ts";

const preset: NpmPreset = { id: "x", name: "X", npm: { package: "@a/x-acp", version: "1.2.3" }, args: [], tells: "sessions" };

describe("the plan of an install", () => {
  it("names package, version and folder, and nothing of the person's npm settings can move it elsewhere", () => {
    const given = npmArguments(preset, "/store/a b");
    assert.deepEqual([given[0], given.at(-1)], ["install", "@a/x-acp@1.2.3"]);
    assert.ok(given.includes("--prefix=/store/a b") && given.includes("--global=false"));
  });

  it("runs scripts with a Node of the PATH from 22 on, else with the editor's runtime", () => {
    const chosen = ["v22.0.0\n", "v24.9.1", "hello\nv22.1.0\n", "v21.9.9", "v20.20.2", "22.1.0", "", undefined].map(
      (printed) => chooseRuntime(printed, "/editor").command,
    );
    assert.deepEqual(chosen, ["node", "node", "node", "/editor", "/editor", "/editor", "/editor", "/editor"]);
    assert.deepEqual(chooseRuntime(undefined, "/editor").env, { ELECTRON_RUN_AS_NODE: "1" });
  });

  it("finds the program of a package, and none outside of it", () => {
    const bins = [
      "dist/index.js",
      { other: "o.js", "x-acp": "x.js" },
      { first: "f.js", second: "s.js" },
      {},
      { "x-acp": 1 },
      "../up.js",
      "/etc/x",
      "C:\\x.js",
      undefined,
    ];
    assert.deepEqual(
      bins.map((bin) => programOf("@a/x-acp", bin)),
      ["dist/index.js", "x.js", "f.js", undefined, undefined, undefined, undefined, undefined, undefined],
    );
  });

  it("tells scripts from programs", () => {
    assert.deepEqual(
      [
        isScript("a/b.js", ""),
        isScript("a/b.mjs", ""),
        isScript("a/b", "#!/usr/bin/env node"),
        isScript("a/b", "#!/bin/sh"),
        isScript("a/b", "\u007fELF"),
      ],
      [true, true, true, false, false],
    );
  });

  it("tells in one sentence why there is no install, with npm's last words", () => {
    const offline = npmFailure(preset, {
      code: 1,
      output: "npm error code ENOTFOUND\nnpm error A complete log of this run can be found in: x\n",
    });
    const other = npmFailure(preset, { code: null, output: "npm error code ETARGET\n\n" });
    assert.deepEqual(
      [offline.message, other.message, new NpmMissingError(preset).command],
      [
        "X was not installed: npm cannot reach its registry. Check the network and npm's proxy settings, then try again. npm said: code ENOTFOUND",
        "X was not installed: npm ended with a signal for @a/x-acp@1.2.3. npm said: code ETARGET",
        "npm install --global @a/x-acp@1.2.3",
      ],
    );
  });
});
