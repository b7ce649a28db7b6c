// Forms and pages that agents ask for (schema `CreateElicitationRequest`): frames in, what waits and what is told out.
import assert from "node:assert/strict";
import { elicitationAsk } from "../../../src/dialects/elicitation.ts";
import { agent, call, child, client, lines, opened, prompts, running, Story } from "../../support/story.ts";

type Fields = { readonly [key: string]: unknown };

const elicits = (id: number | string, fields: Fields) =>
  agent({ id, method: "elicitation/create", params: { message: "Tell me", ...fields } });
const replies = (id: number | string, result: Fields) => client({ id, result });
const form = (properties: Fields, more: Fields = {}) => ({ mode: "form", requestedSchema: { type: "object", properties, ...more } });
const page = { mode: "url", url: "https://agent.example/sign-in?state=1", elicitationId: "e1" };

const open = ({ store }: Story) => store.openRequests.map(({ id, kind, sessionId, title }) => `${kind} ${id} of ${sessionId}: ${title}`);

describe("elicitation", () => {
  it("reads every type of field that the schema has, and leaves what it does not know as it is", () => {
    const ask = elicitationAsk({
      mode: "form",
      requestedSchema: {
        title: "Release",
        description: "What goes out",
        required: ["name", "kind"],
        properties: {
          name: {
            type: "string",
            title: "Name",
            description: "As people call it",
            minLength: 1,
            maxLength: 9,
            pattern: "^a",
            default: "ab",
          },
          mail: { type: "string", format: "email" },
          apiKey: { type: "string" },
          plain: { type: "string", enum: ["a", "b"], default: "b" },
          kind: { type: "string", oneOf: [{ const: "a", title: "First", description: "the first" }, { const: 7 }] },
          named: { type: "string", enum: ["a"], enumNames: ["First"], default: "z" },
          half: { type: "number", minimum: 0.5, maximum: 2, default: 1 },
          count: { type: "integer", minimum: "0", default: 4 },
          sure: { type: "boolean", default: true },
          some: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["a", "b"] }, default: ["a", 7] },
          titled: { type: "array", items: { anyOf: [{ const: "a", title: "First" }] } },
          odd: { type: "array", items: { type: "_rows" } },
          map: { type: "_map", title: "Map" },
          broken: null,
        },
      },
    });
    assert.ok(ask.mode === "form");
    assert.deepEqual(JSON.parse(JSON.stringify(ask)), {
      mode: "form",
      title: "Release",
      description: "What goes out",
      fields: [
        {
          key: "name",
          label: "Name",
          description: "As people call it",
          isRequired: true,
          minLength: 1,
          maxLength: 9,
          pattern: "^a",
          type: "text",
          default: "ab",
          isSecret: false,
        },
        { key: "mail", label: "mail", isRequired: false, type: "text", format: "email", isSecret: false },
        { key: "apiKey", label: "apiKey", isRequired: false, type: "text", isSecret: true },
        {
          key: "plain",
          label: "plain",
          isRequired: false,
          type: "choice",
          options: [
            { value: "a", label: "a" },
            { value: "b", label: "b" },
          ],
          default: "b",
        },
        {
          key: "kind",
          label: "kind",
          isRequired: true,
          type: "choice",
          options: [{ value: "a", label: "First", description: "the first" }],
        },
        { key: "named", label: "named", isRequired: false, type: "choice", options: [{ value: "a", label: "First" }] },
        { key: "half", label: "half", isRequired: false, minimum: 0.5, maximum: 2, default: 1, type: "number", isInteger: false },
        { key: "count", label: "count", isRequired: false, default: 4, type: "number", isInteger: true },
        { key: "sure", label: "sure", isRequired: false, type: "boolean", default: true },
        {
          key: "some",
          label: "some",
          isRequired: false,
          type: "choices",
          options: [
            { value: "a", label: "a" },
            { value: "b", label: "b" },
          ],
          minItems: 1,
          maxItems: 2,
          default: ["a"],
        },
        { key: "titled", label: "titled", isRequired: false, type: "choices", options: [{ value: "a", label: "First" }] },
        { key: "odd", label: "odd", isRequired: false, type: "unknown", typeName: "array" },
        { key: "map", label: "Map", isRequired: false, type: "unknown", typeName: "_map" },
        { key: "broken", label: "broken", isRequired: false, type: "unknown", typeName: "" },
      ],
    });
    assert.deepEqual(
      [elicitationAsk({ mode: "_voice" }), elicitationAsk({ mode: "form" }), elicitationAsk({ mode: "url" }), elicitationAsk({})],
      [
        { mode: "unknown", name: "_voice" },
        { mode: "unknown", name: "form" },
        { mode: "unknown", name: "url" },
        { mode: "unknown", name: "" },
      ],
    );
  });

  it("is shown with who asks: a session, a child of it by the call, a session nobody heard of, or the agent itself", () => {
    const told = new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", running)).tell(
      elicits("f1", { sessionId: "C", ...form({}) }),
      elicits("f2", { sessionId: "lost", ...form({}) }),
      // On behalf of the prompt, and of a request that names no session.
      elicits("f3", { requestId: 1, ...form({}) }),
      elicits("f4", { requestId: 99, ...page }),
    );
    assert.deepEqual(open(told), [
      'elicitation "f1" of C: Tell me',
      'elicitation "f2" of lost: Tell me',
      'elicitation "f3" of R: Tell me',
      'elicitation "f4" of undefined: Tell me',
    ]);
    assert.equal(told.session("lost").standing, "detached");
    assert.equal(told.session("C").openRequestCount, 1);
  });

  it("belongs to a child on its parent's stream by the call that it names", () => {
    const told = new Story(opened("R"), prompts(1, "R", "go")).tell(
      call("R", "launch", { title: "Help", _meta: { claudeCode: { toolName: "Agent" } } }),
      call("R", "t1", { title: "Run", _meta: { claudeCode: { parentToolUseId: "launch" } } }),
      elicits(5, { sessionId: "R", toolCallId: "t1", ...form({}) }),
    );
    assert.deepEqual(open(told), ["elicitation 5 of R#launch: Tell me"]);
  });

  it("is told in the transcript of who asked, with what was answered and without secrets", () => {
    const told = new Story(opened("R"), prompts(1, "R", "go"), child("R", "C", running)).tell(
      elicits(1, { sessionId: "C", ...form({ name: { type: "string", title: "Name" }, password: { type: "string" } }) }),
      replies(1, { action: "accept", content: { name: "Ada", password: "hush" } }),
      elicits(2, { sessionId: "C", ...form({}) }),
      replies(2, { action: "decline" }),
      elicits(3, { sessionId: "C", ...form({}) }),
      agent({ method: "$/cancel_request", params: { requestId: 3 } }),
      replies(3, { action: "cancel" }),
      elicits(4, { sessionId: "C", mode: "_voice" }),
      client({ id: 4, error: { code: -32800, message: "Request cancelled" } }),
    );
    assert.deepEqual(open(told), []);
    assert.equal(
      told.text("C"),
      lines(
        "C child of R: running live",
        "  run 1: -",
        '  | request elicitation "Tell me" accepted {Name: Ada; password: •••}',
        '  | request elicitation "Tell me" declined',
        '  | request elicitation "Tell me" withdrawn',
        '  | request elicitation "Tell me" cancelled',
      ),
    );
  });

  it("of a page is over when the agent tells that all is done there, whether or not it was opened", () => {
    const complete = agent({ method: "elicitation/complete", params: { elicitationId: "e1" } });
    const told = new Story(opened("R"), prompts(1, "R", "go")).tell(
      elicits(1, { sessionId: "R", ...page }),
      replies(1, { action: "accept" }),
    );
    assert.match(told.text("R"), /request elicitation "Tell me" accepted$/);
    told.tell(complete);
    assert.match(told.text("R"), /request elicitation "Tell me" accepted completed$/);
    told.tell(elicits(2, { sessionId: "R", ...page }), complete, complete);
    assert.deepEqual(open(told), []);
    assert.match(told.text("R"), /accepted completed\n {2}\| request elicitation "Tell me" accepted completed$/);
    // An id that means nothing.
    told.tell(
      agent({ method: "elicitation/complete", params: {} }),
      agent({ method: "elicitation/complete", params: { elicitationId: "x" } }),
    );
    assert.deepEqual(told.change, []);
  });
});
