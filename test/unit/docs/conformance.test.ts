import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readInitializeAnswer } from "../../../src/acp/calls/agentAnswers.ts";
import { clientCapabilities, initializeParams } from "../../../src/acp/clientCapabilities.ts";
import { serviceCapabilities } from "../../../src/acp/requests/serviceCapabilities.ts";
import { optIns } from "../../../src/dialects/optIns.ts";
import { isObject, type JsonObject } from "../../../src/session/content.ts";
import { agent, type Crossing, client, opened, prompts, Story, update } from "../../support/story.ts";
import { capabilityPaths, definitionsOf, schemaNames } from "./schemaNames.ts";
import { anyText, Samples } from "./schemaSamples.ts";

const root = join(import.meta.dirname, "../../..");

interface Entry {
  readonly name: string;
  readonly verdict: string;
  readonly proof: string;
}

/** The tables of the document by their headings. */
function tables(): ReadonlyMap<string, readonly Entry[]> {
  const [, ...sections] = readFileSync(join(root, "docs/conformance.md"), "utf8").split("\n## ");
  return new Map(
    sections.map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const rows = lines.flatMap((line) => {
        const [, name = "", verdict = "", proof = ""] = /^\| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
        return name === "" || verdict === "---" || verdict === "what becomes of it" ? [] : [{ name, verdict, proof }];
      });
      return [heading, rows];
    }),
  );
}

const told = tables();
const bare = (name: string) => name.replaceAll("`", "");
const works = ({ verdict }: Entry) => /^works\b/.test(verdict);

/** What a row says that is not so, one sentence each. */
function* untrue({ name, verdict, proof }: Entry): Iterable<string> {
  if (!/^works(?:[:;,] .+)?$|^not (?:used|advertised): .+/.test(verdict)) yield `${name}: “${verdict}” is neither works nor a reason`;
  const tests = [...proof.matchAll(/`([^`]+\.test\.ts)` “([^”]+)”/g)];
  if (tests.length === 0 && /^works/.test(verdict)) yield `${name}: no test is named`;
  for (const [, file = "", title = ""] of tests) {
    const path = join(root, "test", file);
    if (!existsSync(path) || !readFileSync(path, "utf8").includes(title)) yield `${name}: ${file} has no test “${title}”`;
  }
}

/** The value at a path such as `fs.readTextFile`. */
function at(from: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((here, key) => (isObject(here) ? here[key] : undefined), from);
}

/** Capabilities with this one alone, as an agent would tell it. */
function alone(path: string, value: unknown): JsonObject {
  return path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

/** The frames after which a version of the protocol is spoken. */
const spoken = (version: 1 | 2): readonly Crossing[] => [
  client({ id: "i", method: "initialize", params: { protocolVersion: version } }),
  agent({ id: "i", result: { protocolVersion: version } }),
];

describe("the tables of what works", () => {
  for (const [heading, names] of Object.entries(schemaNames())) {
    it(`know all of the schema: ${heading}`, () => {
      assert.deepEqual((told.get(heading) ?? []).map(({ name }) => bare(name)).sort(), [...names].sort());
    });
  }

  it("know nothing that the schema does not have, but for what they say is beyond it", () => {
    const known = [...Object.keys(schemaNames()), "Beyond the schema", "The second version"];
    assert.deepEqual(
      [...told.keys()].filter((heading) => !known.includes(heading)),
      [],
    );
  });

  it("say works or why not, and name tests that are there", () => {
    assert.deepEqual(
      [...told.values()].flatMap((rows) => rows.flatMap((row) => [...untrue(row)])),
      [],
    );
  });

  it("say that a capability of ours works where it is advertised, and nowhere else", () => {
    const sent = clientCapabilities([...optIns, ...serviceCapabilities]);
    const rows = told.get("Capabilities of the client") ?? [];
    assert.deepEqual(
      rows.map((row) => [row.name, works(row)]),
      rows.map(({ name }) => [name, Boolean(at(sent, bare(name)))]),
    );
    // What is sent beside `_meta` is in the schema.
    const beyond = Object.keys(sent).filter((key) => key !== "_meta" && !rows.some(({ name }) => bare(name) === key));
    assert.deepEqual(beyond, []);
  });

  it("say that a capability of the agent works where it is made use of, and nowhere else", () => {
    const offersOf = (agentCapabilities: JsonObject) => JSON.stringify(readInitializeAnswer({ agentCapabilities }).offers);
    const rows = told.get("Capabilities of the agent") ?? [];
    // What has parts works by its parts.
    const leaves = rows.filter(({ name }) => !rows.some((row) => bare(row.name).startsWith(`${bare(name)}.`)));
    const isUsed = (path: string) => [true, {}].some((value) => offersOf(alone(path, value)) !== offersOf({}));
    assert.deepEqual(
      leaves.map((row) => [row.name, works(row)]),
      leaves.map(({ name }) => [name, isUsed(bare(name))]),
    );
  });

  it("say that a method works where the source has it, and nowhere else", () => {
    const source = globSync("src/{acp,dialects}/**/*.ts", { cwd: root })
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    const rows = [...told].flatMap(([heading, all]) => (/^(Requests|Notifications|Methods) /.test(heading) ? all : []));
    assert.deepEqual(
      rows.map((row) => [row.name, works(row)]),
      rows.map(({ name }) => [name, source.includes(`"${bare(name)}"`)]),
    );
  });

  for (const [version, what, isFull] of [
    [1, "what it requires", false],
    [1, "all that it knows", true],
    [2, "what it requires", false],
    [2, "all that it knows", true],
  ] as const) {
    it(`are so: every update of the schema of version ${version} is read, with ${what}, and every content in it`, () => {
      const samples = new Samples(definitionsOf(version), isFull);
      const callKind = version === 1 ? "tool_call" : "tool_call_update";
      const contents = samples.alternatives("ToolCallContent").map((content) => ({
        sessionUpdate: callKind,
        toolCallId: "t",
        title: "Look",
        content: [content],
      }));
      const pieces = samples
        .alternatives("ContentBlock")
        .map((content) => ({ sessionUpdate: "agent_message_chunk", messageId: "m", content }));
      // The alternative for kinds that the schema does not have is no update.
      const updates = samples.alternatives("SessionUpdate").filter(({ sessionUpdate }) => sessionUpdate !== anyText);
      assert.ok(updates.length > 15);
      for (const sample of [...updates, ...pieces, ...contents]) {
        const story = new Story(...spoken(version), opened("r"), prompts(1, "r", "go"));
        // What some updates speak of.
        story.tell(update("r", callKind, { toolCallId: anyText, title: "Look" }));
        story.tell(update("r", "plan_update", { plan: { type: "markdown", planId: anyText, content: "1. Look" } }));
        story.tell(agent({ method: "session/update", params: { sessionId: "r", update: sample } }));
        assert.doesNotMatch(story.text(), /\bunknown\b/, JSON.stringify(sample));
        // That rows are kept in a file is told as information, and is no fault of the update.
        const faults = story.store.diagnostics.filter(({ level }) => level !== "info");
        assert.deepEqual(faults, [], JSON.stringify(sample));
      }
    });
  }

  it("are for the second version too: it is told every capability that it has", () => {
    const { capabilities } = initializeParams("1.0.0", [...optIns, ...serviceCapabilities], 2);
    const paths = capabilityPaths(definitionsOf(2), "ClientCapabilities");
    assert.deepEqual(paths.toSorted(), ["auth", "auth.terminal", "elicitation", "elicitation.form", "elicitation.url"]);
    assert.deepEqual(
      paths.filter((path) => at(capabilities, path) === undefined),
      [],
    );
  });

  it("tell of every method that the second version adds", () => {
    const methodsOf = (version: 1 | 2) => new Set(Object.values(definitionsOf(version)).flatMap((each) => each["x-method"] ?? []));
    const text = JSON.stringify(told.get("The second version"));
    const added = [...methodsOf(2)].filter((method) => !methodsOf(1).has(method) && !text.includes(`\`${method}\``));
    assert.deepEqual(added, []);
  });
});
