// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets
import assert from "node:assert/strict";
import { readSignInMethods } from "../../../src/acp/signInMethods.ts";
import { Masker } from "../../../src/acp/traffic/secrets.ts";
import { type AgentDefinition, valuesOf } from "../../../src/agents/agentDefinition.ts";
import { messageOf } from "../../../src/base/personError.ts";
import { AgentKeys } from "../../../src/vscode/agents/agentKeys.ts";
import { KeyKept, SignIn, type SignInAgent, type SignInOptions } from "../../../src/vscode/agents/signIn.ts";

/** The editor's secret storage, and what stands in it. */
function secretStorage(): { readonly kept: Map<string, string>; readonly secrets: ConstructorParameters<typeof AgentKeys>[0]["secrets"] } {
  const kept = new Map<string, string>();
  const secrets = {
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  return { kept, secrets };
}

const methods = readSignInMethods([
  { id: "here", name: "Here" },
  { type: "terminal", id: "terminal", name: "Terminal", args: ["login"], env: { A: "2" } },
  { id: "key", name: "Key", _meta: { "api-key": { provider: "openai" } } },
]);

/** A sign-in in which the person picks the method with this id, and the transcript of what came of it. */
function scene(picks: string | undefined, more: { readonly answers?: string; readonly secret?: string; readonly terminal?: boolean } = {}) {
  const told: string[] = [];
  const { kept, secrets } = secretStorage();
  const keys = new AgentKeys({ secrets, masker: new Masker(), ask: async () => undefined });
  const options: SignInOptions = {
    keys,
    pick: async (choices, question, signal) => {
      told.push(`${question} ${choices.map(({ label, description }) => `${label} (${description})`).join(", ")}`);
      if (more.answers === undefined) return methods.find(({ id }) => id === picks);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    },
    askSecret: async (question) => {
      told.push(question);
      return more.secret;
    },
    runInTerminal: async ({ command, args, env }) => {
      told.push(`terminal: ${[command, ...args].join(" ")} ${JSON.stringify(env)}`);
      return more.terminal ?? true;
    },
    progress: (_text, work) => work(new AbortController().signal),
  };
  const agent: SignInAgent = {
    launch: { label: "Bot", command: "bot", args: ["--acp"], env: { A: "1" }, cwd: "/w" },
    signInMethods: methods,
    isClosed: false,
    ask: async ({ title, options: answers }, signal) => {
      told.push(`asked: ${title} ${answers.map(({ name }) => name).join(", ")}`);
      if (more.answers !== undefined) return { type: "selected", optionId: more.answers };
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
    authenticate: async (id) => void told.push(`authenticate ${id}`),
  };
  return { told, kept, keys, agent, signIn: new SignIn(options) };
}

const asked = "asked: Sign in Here, Terminal, Key, Not Now";
const picked = "Bot wants you to sign in. How? Here (), Terminal (in a terminal), Key (OPENAI_API_KEY)";

describe("a sign-in", () => {
  it("P10: by the agent itself", async () => {
    const { signIn, agent, told } = scene("here");
    assert.equal(await signIn.to(agent, "bot"), true);
    assert.deepEqual(told, [asked, picked, "authenticate here"]);
  });

  it("P10: waits among the requests, and is answered there or in front of the person", async () => {
    const { signIn, agent, told } = scene(undefined, { answers: "here" });
    assert.equal(await signIn.to(agent, "bot"), true);
    assert.equal(told.at(-1), "authenticate here");
    const later = scene(undefined, { answers: "not-now" });
    assert.equal(await later.signIn.to(later.agent, "bot"), false);
  });

  it("P12: in a terminal, as the agent was started and with what the method adds", async () => {
    const { signIn, agent, told } = scene("terminal");
    assert.equal(await signIn.to(agent, "bot"), true);
    assert.equal(told.at(-1), 'terminal: bot --acp login {"A":"2"}');
    const givenUp = scene("terminal", { terminal: false });
    assert.equal(await givenUp.signIn.to(givenUp.agent, "bot"), false);
  });

  it("by a key, which is kept for this agent alone, and for which it has to be started again", async () => {
    const { signIn, agent, keys, kept } = scene("key", { secret: "a-key-of-mine" });
    await assert.rejects(signIn.to(agent, "bot"), (error) => {
      assert.ok(error instanceof KeyKept);
      assert.doesNotMatch(messageOf(error), /a-key-of-mine/);
      return true;
    });
    assert.deepEqual([...kept.values()], ['{"OPENAI_API_KEY":"a-key-of-mine"}']);
    const bot: AgentDefinition = { id: "bot", label: "Bot", command: "bot", args: [], env: { A: "1" }, isDemo: false };
    assert.deepEqual(valuesOf(await keys.complete(bot)), { A: "1", OPENAI_API_KEY: "a-key-of-mine" });
    assert.deepEqual(valuesOf(await keys.complete({ ...bot, id: "other" })), { A: "1" });
    const refused = scene("key", { secret: "" });
    assert.equal(await refused.signIn.to(refused.agent, "bot"), false);
    assert.equal(refused.kept.size, 0);
  });

  it("is one for everything that is refused meanwhile", async () => {
    const { signIn, agent, told } = scene("here");
    assert.deepEqual(await Promise.all([signIn.to(agent, "bot"), signIn.to(agent, "bot")]), [true, true]);
    assert.equal(told.filter((line) => line === "authenticate here").length, 1);
  });

  it("that nobody wants, or to an agent that names no way, is none", async () => {
    const { signIn, agent, told } = scene(undefined);
    assert.equal(await signIn.to(agent, "bot"), false);
    assert.deepEqual(told, [asked, picked]);
    assert.equal(await signIn.to({ ...agent, signInMethods: [] }, "bot"), false);
  });
});

describe("the keys of agents", () => {
  const bot: AgentDefinition = { id: "bot", label: "Bot", command: "bot", args: [], env: { KEY: "Bearer ${secret:MINE}" }, isDemo: false };

  it("fill what the settings refer to; a key that is lost is asked for again", async () => {
    const { kept, secrets } = secretStorage();
    const questions: string[] = [];
    const masker = new Masker();
    const keys = new AgentKeys({
      secrets,
      masker,
      ask: async (question) => {
        questions.push(question);
        return "topmost-1";
      },
    });
    assert.deepEqual(valuesOf(await keys.complete(bot)), { KEY: "Bearer topmost-1" });
    assert.deepEqual(valuesOf(await keys.complete(bot)), { KEY: "Bearer topmost-1" });
    assert.equal(questions.length, 1);
    kept.clear();
    await keys.complete(bot);
    assert.deepEqual(questions, [questions[0], questions[0]]);
    assert.equal(masker.text("it said topmost-1 aloud"), "it said ••• aloud");
    assert.deepEqual(masker.value({ frame: { text: "topmost-1", n: 1 } }), { frame: { text: "•••", n: 1 } });
    await keys.forget("bot");
    assert.equal(kept.size, 0);
  });

  it("that nobody enters keep the agent from starting, with the next step", async () => {
    const keys = new AgentKeys({ secrets: secretStorage().secrets, masker: new Masker(), ask: async () => undefined });
    await assert.rejects(keys.complete(bot), /Bot was not started: it needs “MINE”\. Enter it with “ACP: Set Agent Key…”\./);
  });
});
