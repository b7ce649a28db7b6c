import assert from "node:assert/strict";
import { parseOptions } from "../../../src/demo/options.ts";
import { chosen } from "../../../src/demo/scenarios/scenarios.ts";

const pipe = { listen: "pipe", port: 0, token: undefined, isForgetful: false, wantsSignIn: false, signsInNow: false, protocol: 1 } as const;

describe("demo agent options", () => {
  for (const [args, expected] of [
    [["--state", "s"], { display: "standard", speed: 1, stateDir: "s", isStubborn: false, ...pipe }],
    [
      ["--display", "standard", "--speed", "0", "--state", "s"],
      { display: "standard", speed: 0, stateDir: "s", isStubborn: false, ...pipe },
    ],
    [["--speed", "2.5", "--stubborn", "--state", "s"], { display: "standard", speed: 2.5, stateDir: "s", isStubborn: true, ...pipe }],
    [
      ["--state", "s", "--sign-in", "--sign-in-now"],
      { display: "standard", speed: 1, stateDir: "s", isStubborn: false, ...pipe, wantsSignIn: true, signsInNow: true },
    ],
    [
      ["--display", "smoke"],
      { problem: "The demo agent cannot show children as “smoke”. It knows: standard, draft, zed, tool_box, inline, legacy." },
    ],
    [
      ["--display", "constructor"],
      { problem: "The demo agent cannot show children as “constructor”. It knows: standard, draft, zed, tool_box, inline, legacy." },
    ],
    [["--speed=-1"], { problem: "--speed takes a number from 0 up, which multiplies every delay; “-1” is none." }],
    [["--speed", "fast"], { problem: "--speed takes a number from 0 up, which multiplies every delay; “fast” is none." }],
    [
      ["--listen", "ws", "--port", "8080", "--token", "t", "--state", "s"],
      { display: "standard", speed: 1, stateDir: "s", isStubborn: false, ...pipe, listen: "ws", port: 8080, token: "t" },
    ],
    [["--listen", "mail"], { problem: "--listen takes pipe, ws, http; “mail” is none." }],
    [["--protocol", "3"], { problem: "--protocol takes 1, 2, auto; “3” is none." }],
    [["--colour"], { problem: "The demo agent does not understand its arguments: Unknown option '--colour'" }],
  ] as const) {
    it(`reads ${args.join(" ")}`, () => assert.deepEqual(parseOptions(args), expected));
  }
});

describe("demo agent prompts", () => {
  const nameOf = (text: string) => chosen(text)?.scenario.name;

  for (const [text, expected] of [
    ["/nested", "nested"],
    ["  /NESTED please", "nested"],
    ["/background, not /one", "background"],
    ["Show me a failure.", "failure"],
    ["Something with one child", "one"],
    ["help", "help"],
    ["/unknown thing", undefined],
    ["Read src/one.ts", undefined],
    ["Make the store survive a reload", undefined],
  ] as const) {
    it(`plays ${expected ?? "the ordinary work"} for “${text}”`, () => assert.equal(nameOf(text), expected));
  }

  it("takes what stands behind a command as its input", () => assert.equal(chosen(" /Details Paint it Red ")?.input, "Paint it Red"));
});
