import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PresetCatalog } from "../../../src/agents/presetCatalog.ts";
import { npmPresets, presets } from "../../../src/agents/presets.ts";
import { type Fetch, fetchRegistry, longestRegistry, parseRegistry, registryAddress } from "../../../src/agents/registry.ts";
import { silentLogger } from "../../../src/base/logger.ts";

const agent = (id: string, npx: object, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  version: "1.0.0",
  distribution: { npx },
  ...more,
});
const text = (...agents: readonly object[]) => JSON.stringify({ version: "1.0.0", agents });
const never = new AbortController().signal;
const answering =
  (answer: () => Response | Promise<Response>): Fetch =>
  async () =>
    answer();

describe("the registry of agents", () => {
  it("gives the agents that npm has; every field is checked", () => {
    const { agents, leftOut } = parseRegistry(
      text(
        agent("bot", { package: "@x/bot@1.2.3", args: ["--acp"] }),
        agent("bot", { package: "@x/other@1.2.3" }),
        agent("../up", { package: "up@1.0.0" }),
        agent("range", { package: "range@^1.0.0" }),
        agent("latest", { package: "latest" }),
        agent("option", { package: "--global@1.0.0" }),
        agent("shell", { package: "shell@1.0.0", args: ["; rm -rf ~"] }),
        agent("env", { package: "env@1.0.0", env: { NODE_OPTIONS: "--require x" } }),
        agent("binary", {}, { distribution: { binary: { "linux-x86_64": {} } } }),
        { id: "nothing" },
        null as unknown as object,
      ),
    );
    assert.deepEqual(agents, [{ id: "bot", name: "BOT", package: "@x/bot", version: "1.2.3", args: ["--acp"] }]);
    assert.equal(leftOut, 10);
  });

  it("is refused when nothing of it can be used", () => {
    for (const bad of ["", "<html>", "[]", '{"agents":{}}']) assert.throws(() => parseRegistry(bad), /the answer is not the registry/);
    assert.throws(() => parseRegistry(text(agent("x", {}))), /the registry names no agent that npm has/);
  });

  it("is asked at its public address, and nowhere else", async () => {
    const asked: string[] = [];
    const fetch: Fetch = async (address, { redirect }) => {
      asked.push(`${address} ${redirect}`);
      return new Response("ok");
    };
    assert.equal(await fetchRegistry(fetch, never), "ok");
    assert.deepEqual(asked, [`${registryAddress} error`]);
  });

  it("says in one sentence what went wrong", async () => {
    const offline = Object.assign(new TypeError("fetch failed"), { cause: new Error("getaddrinfo ENOTFOUND") });
    const told = (fetch: Fetch) =>
      fetchRegistry(fetch, never).then(
        () => "",
        (error: Error) => error.message,
      );
    assert.deepEqual(
      [
        await told(() => Promise.reject(offline)),
        await told(answering(() => new Response("gone", { status: 503 }))),
        await told(answering(() => new Response(Buffer.alloc(longestRegistry + 1)))),
      ],
      [
        "The list of agents was not refreshed: the registry cannot be reached. Are you online? (getaddrinfo ENOTFOUND)",
        "The list of agents was not refreshed: the registry answered with 503. Try again later.",
        "The list of agents was not refreshed: the answer is too long to be the registry. Try again later.",
      ],
    );
  });

  it("is not waited for any longer when the person takes it back", async () => {
    const abort = new AbortController();
    const fetching = fetchRegistry(
      (_address, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      abort.signal,
    );
    abort.abort(new DOMException("Cancelled.", "AbortError"));
    await assert.rejects(fetching, { name: "AbortError" });
  });
});

describe("the list of agents", () => {
  const folder = mkdtempSync(join(tmpdir(), "acp-registry-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [claude] = npmPresets;
  const fresh = text(
    agent("claude-acp", { package: "@agentclientprotocol/claude-agent-acp@999.0.0" }),
    agent("codex-acp", { package: "@agentclientprotocol/codex-acp@0.0.1" }),
    agent("bot", { package: "bot@1.0.0" }),
  );

  it("is the one that comes with the extension until it is refreshed, and is kept after that", async () => {
    const file = join(folder, "deep", "registry.json");
    const catalog = new PresetCatalog(file, silentLogger);
    assert.deepEqual(catalog.all, presets);
    assert.equal(catalog.all, catalog.all);
    assert.deepEqual(await catalog.take(fresh), { added: 1, updated: 1, leftOut: 0 });
    const later = new PresetCatalog(file, silentLogger);
    const lines = later.npm.map(({ id, npm, tells }) => `${id} ${npm.version} ${tells}`);
    assert.ok(lines.includes("claude-agent 999.0.0 sessions"), "newer, and still known");
    assert.ok(lines.includes("codex 2.6.0 sessions"), "never older than what was tested");
    assert.equal(lines.at(-1), "bot 1.0.0 unknown");
    assert.equal(later.npm[0]?.npm.childrenSince, claude?.npm.childrenSince);
  });

  it("stays as it is when what comes is no registry, or what is kept is torn", async () => {
    const file = join(folder, "torn.json");
    writeFileSync(file, fresh.slice(0, 40));
    const catalog = new PresetCatalog(file, silentLogger);
    assert.deepEqual(catalog.all, presets);
    await assert.rejects(catalog.take("<html>"), /is not the registry/);
    assert.deepEqual(catalog.all, presets);
  });
});
