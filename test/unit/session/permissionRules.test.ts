import assert from "node:assert/strict";
import { type PermissionRule, parsePermissionRules, ruleFor, ruleWords } from "../../../src/session/permissionRules.ts";
import type { AskedPermission } from "../../../src/session/requests.ts";
import { asks, call, child, opened, prompts, running, Story } from "../../support/story.ts";

const once = { optionId: "once", name: "Allow", kind: "allow_once" };
const always = { optionId: "always", name: "Always", kind: "allow_always" };
const no = { optionId: "no", name: "No", kind: "reject_once" };

const rules: readonly PermissionRule[] = [
  { tool: "read", session: "root" },
  { tool: "execute", session: "child", agentType: "tester" },
  { tool: "search", session: "child" },
];

/** The option that the rules choose for a request of a session about a tool of this kind. */
function chosen(
  sessionId: string,
  kind: unknown,
  options: AskedPermission["options"] = [always, once, no],
  use = rules,
): string | undefined {
  const told = new Story(
    opened("R"),
    prompts(1, "R", "go"),
    child("R", "C", { ...running, description: "tester" }),
    call("R", "known", { kind: "read" }),
    asks(7, sessionId, "t7"),
  );
  const [asked] = told.store.openRequests;
  assert.ok(asked?.kind === "permission");
  const toolCall = kind === "known" ? {} : { kind };
  const request = { ...asked, options, toolCall, ...(kind === "known" && { toolCallId: "known" as never }) };
  const session = told.store.get(asked.sessionId);
  return ruleFor(use, request, session && { ...session, standing: session.standing, rows: session.rows, role: session.role ?? "tester" })
    ?.option.optionId;
}

describe("rules for permissions", () => {
  it("allow once what they name: the kind of tool and who asks", () => {
    assert.deepEqual(
      [chosen("R", "read"), chosen("C", "execute"), chosen("C", "search"), chosen("R", "known")],
      ["once", "once", "once", "once"],
    );
    assert.deepEqual([chosen("C", "read"), chosen("R", "execute"), chosen("R", "search")], [undefined, undefined, undefined]);
    assert.equal(chosen("C", "execute", undefined, [{ tool: "execute", session: "child", agentType: "writer" }]), undefined);
  });

  it("are never used where something is not known", () => {
    assert.deepEqual(
      [
        chosen("R", "other"),
        chosen("R", "_deploy"),
        chosen("R", undefined),
        chosen("lost", "read"),
        chosen("R", "read", [once, { ...no, kind: "_maybe" }]),
      ],
      [undefined, undefined, undefined, undefined, undefined],
    );
    // No way to say "this once", and two.
    assert.deepEqual([chosen("R", "read", [always, no]), chosen("R", "read", [once, { ...once, optionId: "2" }])], [undefined, undefined]);
    assert.equal(chosen("R", "read", undefined, []), undefined);
  });

  it("are read from the setting, each as a whole or not at all", () => {
    const { rules: read, problems } = parsePermissionRules([
      { tool: "read", session: "root" },
      { tool: "edit", session: "child", agentType: "writer" },
      { tool: "other", session: "root" },
      { tool: "read", session: "any" },
      { tool: "read", session: "child", agenttype: "writer" },
      { tool: "read", session: "root", agentType: "writer" },
      "read",
    ]);
    assert.deepEqual(read.map(ruleWords), ["read in the main session", "edit in subagents of the type writer"]);
    assert.equal(problems.length, 5);
    assert.equal(problems[0], 'This is no rule for permissions, so it is not used: {"tool":"other","session":"root"}');
    assert.deepEqual(parsePermissionRules({ tool: "read" }), { rules: [], problems: [] });
  });
});
