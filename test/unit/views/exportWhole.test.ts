// An export holds all that was told, and none of the secrets in it, whatever it is written in.
import assert from "node:assert/strict";
import { Masker } from "../../../src/acp/traffic/secrets.ts";
import { replayConnection } from "../../../src/replay/replayConnection.ts";
import type { ContentBlock } from "../../../src/session/content.ts";
import { toMessageId, toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import { exportHtml } from "../../../src/views/exports/exportHtml.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { type ExportOptions, wholeExport } from "../../../src/views/exports/exportOptions.ts";
import { replayed } from "../../support/recordings.ts";
import { lines } from "../../support/story.ts";
import { Scene, textContent } from "./scene.ts";

/** Both, the page of HTML as the words in it, a line each. */
async function both(scene: Scene, id = "r", options: Partial<ExportOptions> = {}): Promise<readonly [markdown: string, html: string]> {
  const whole = { ...wholeExport, ...options };
  const html = await exportHtml(scene.connection, scene.session(id), whole);
  const words = html
    .slice(html.indexOf("<main>"))
    .replace(/<[^>]+>/g, "\n")
    .replace(/&#39;/g, "'")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
  return [(await exportMarkdown(scene.connection, scene.session(id), whole)).trim(), words];
}

const diff = (path: string, oldText: string, newText: string) => ({ type: "diff", path, oldText, newText });
const prompt = (scene: Scene, ...content: readonly ContentBlock[]) =>
  scene.apply({ type: "promptSent", sessionId: toSessionId("r"), content });

describe("an export", () => {
  it("says where a later task went to a subagent, whose words stand with its run", async () => {
    const model = replayed("claude-agent-acp-0.101.0/sendmessage-subagents.jsonl");
    const [root] = model.roots;
    assert.ok(root);
    const written = await Promise.all([exportMarkdown, exportHtml].map((write) => write(replayConnection(model), root)));
    const between = /Asking the same helper again\.\s+(.+)\s+(?:\*\*Message\*\*\s+)?(?:<[^>]+>\s*)*The helper is counting again\./;
    assert.deepEqual(
      written.map((text) =>
        between.exec(text.replace(/<\/?(?:p|div|article)[^>]*>/g, "\n").replace(/\n\s+/g, "\n"))?.[1]?.replaceAll("*", ""),
      ),
      Array(2).fill("Message from Mock session title (recording) to counter · Run 2"),
    );
  });

  it("masks keys before anything is marked up, wherever they stand", async () => {
    const masker = new Masker();
    masker.learn("my_entered_key_77");
    const key = "ghp_abcdefghijklmnopqrstuvwxyz";
    const scene = new Scene().root("r", { title: `Use ${key}` }).prompt("r", `my_entered_key_77 ${key}`);
    scene.tool("r", "t", { title: `curl ${key}`, kind: "execute", status: "completed", locations: [{ path: `/w/${key}` }] });
    scene.apply({ type: "planReported", sessionId: toSessionId("r"), entries: [{ content: `Try ${key}`, status: "pending" }] });
    scene.apply({ type: "noticeReported", sessionId: toSessionId("r"), severity: "warning", text: `Bad: my_entered_key_77` });
    scene.asks("r", "q", { title: `rm ${key}` }).answers("q");
    scene.child("a", "r", { title: `Ask ${key}`, role: key, prompt: key, state: { state: "running" } });
    scene.state("a", "idle", "error", "No: my_entered_key_77").turnEnded("r", undefined, `Refused: ${key}`);
    for (const written of await both(scene, "r", { mask: masker.text })) {
      assert.doesNotMatch(written.replaceAll("\\", ""), /abcdefghij|entered/);
      assert.ok(written.split("•••").length > 10, written);
    }
  });

  it("masks a key that goes over several lines of a change", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQ\n-----END PRIVATE KEY-----\n";
    const scene = new Scene().root("r").tool("r", "t", { title: "Write", status: "completed", content: [diff("/w/key.pem", "", key)] });
    for (const written of await both(scene, "r", { mask: new Masker().text })) {
      assert.match(written, /\+ ?-----BEGIN PRIVATE KEY-----•••-----END/);
      assert.doesNotMatch(written, /MIIE|kqhk/);
    }
  });

  it("of one session alone has what went to its subagents and came from them, and how each is", async () => {
    const scene = new Scene().root("r", { title: "Ask" }).prompt("r", "Count.");
    scene.child("a", "r", { title: "Counter", role: "actor", prompt: "Count.", state: { state: "running" } });
    scene
      .message("r", "m1", "r", "a", "Count.")
      .says("a", "Two.", "x")
      .at(2000)
      .state("a", "idle", "end_turn")
      .message("r", "m2", "a", "r", "Two.");
    const [markdown, html] = await both(scene, "r", { hasSubagents: false });
    assert.equal(
      markdown,
      lines(
        "# Ask",
        "",
        "*working*",
        "",
        "**Prompt**",
        "",
        "Count.",
        "",
        "**Subagent:** Counter · actor · finished its turn · 2s",
        "",
        "**Message from Ask to Counter**",
        "",
        "Count.",
        "",
        "**Message from Counter to Ask**",
        "",
        "Two.",
      ),
    );
    assert.match(
      html,
      /Counter\n✓\nactor · finished its turn · 2s\nMessage from Ask to Counter\nCount\.\nMessage from Counter to Ask\nTwo\.$/,
    );
    assert.doesNotMatch((await both(scene)).join(), /Message from/);
  });

  it("says what a call got and gave each under its own head, as it reads and without empty blocks", async () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    const input = { description: "Say root" };
    const content = [textContent("```console\n\u001b[31mroot\u001b[0m\n```"), textContent("more")];
    scene.tool("r", "t1", { title: "echo", kind: "execute", status: "completed", rawInput: input, content, rawOutput: "code 0" });
    scene.tool("r", "t2", { title: "sleep", status: "cancelled", content: [{ type: "terminal", terminalId: "T" }] });
    scene.apply({
      type: "terminalReported",
      sessionId: toSessionId("r"),
      terminalId: toTerminalId("T"),
      patch: { exit: { signal: "SIGTERM" } },
    });
    const locations = ["/w/a.ts", "/w/b.ts", "/w/c.ts"].map((path) => ({ path }));
    scene.tool("r", "t3", { title: "Look", kind: "read", status: "completed", locations });
    const [markdown, html] = await both(scene);
    assert.equal(
      markdown.slice(markdown.indexOf("▸")),
      lines(
        "▸ run **echo** (completed)",
        "",
        "*Input*",
        "",
        "```",
        "description: Say root",
        "```",
        "",
        "*Output*",
        "",
        "```",
        "root",
        "```",
        "",
        "```",
        "more",
        "```",
        "",
        "*Raw output*",
        "",
        "```",
        "code 0",
        "```",
        "",
        "▸ **sleep** (cancelled)",
        "",
        "*ended by signal SIGTERM*",
        "",
        "▸ read **Look** /w/a.ts, /w/b.ts, /w/c.ts (completed)",
      ),
    );
    assert.match(
      html,
      /run\necho\ncompleted\nInput\ndescription: Say root\nOutput\nroot\nmore\nRaw output\ncode 0\nsleep\ncancelled\nended by signal SIGTERM\nread\nLook\na\.ts\nb\.ts\nc\.ts\ncompleted$/,
    );
    const page = await exportHtml(scene.connection, scene.session("r"));
    assert.doesNotMatch(page, /<pre[^>]*><\/pre>|<div class="inside"><\/div>/);
  });

  it("keeps what was attached to a prompt apart from the person's words, in Markdown too", async () => {
    const scene = new Scene().root("r");
    prompt(
      scene,
      { type: "text", text: "Compare" },
      { type: "resource_link", uri: "file:///w/app.ts", name: "app.ts" },
      { type: "image", mimeType: "image/png", data: "QQ==" },
      { type: "resource", resource: { uri: "file:///w/notes.md", text: "some **notes**" } },
    );
    const [markdown, html] = await both(scene);
    assert.equal(
      markdown.slice(markdown.indexOf("**Prompt**")),
      lines(
        "**Prompt**",
        "",
        "Compare",
        "",
        "app.ts: file:///w/app.ts",
        "",
        "[image image/png]",
        "",
        "notes.md:",
        "",
        "```",
        "some **notes**",
        "```",
      ),
    );
    assert.match(html, /Prompt\nCompare\napp\.ts file:\/\/\/w\/app\.ts\nnotes\.md\nsome \*\*notes\*\*$/);
  });

  it("has the pictures in a subagent's prompt and answer", async () => {
    const picture = { type: "image", mimeType: "image/png", data: "QQ==" };
    const scene = new Scene().root("r").child("a", "r", { title: "Draw", state: { state: "running" } });
    const begun = { messageId: toMessageId("m"), sender: toSessionId("r"), recipient: toSessionId("a") };
    const content = [{ type: "text", text: "Like this:" }, picture];
    scene.apply({ type: "sessionMessageReported", sessionId: toSessionId("a"), ...begun, content });
    scene.says("a", "Here: ", "x");
    scene.apply({
      type: "chunkReceived",
      sessionId: toSessionId("a"),
      kind: "agent_message",
      messageId: toMessageId("x"),
      content: picture,
    });
    scene.state("a", "idle", "end_turn");
    const html = await exportHtml(scene.connection, scene.session("r"));
    assert.deepEqual(
      html.match(/(?:Like this|Here):[\s\S]*?<img/g)?.map((each) => each.replace(/\n/g, "")),
      ["Like this:</div><img", "Here:</p></div><img"],
    );
  });

  it("does not let a message that was cut short swallow what follows, nor words read as going on with what is before them", async () => {
    const scene = new Scene().root("r").prompt("r", "Go").says("r", "Helpers first.", "t", "agent_thought");
    scene.says("r", "A list:\n\n- one", "m1").tool("r", "t", { title: "ls", kind: "execute", status: "completed" });
    scene.says("r", "```js\nconst a = 1;", "m2").turnEnded("r", "cancelled").prompt("r", "Again");
    const [markdown] = await both(scene);
    assert.equal(
      markdown.slice(markdown.indexOf("**Thought**")),
      lines(
        "**Thought**",
        "",
        "Helpers first.",
        "",
        "**Message**",
        "",
        "A list:",
        "",
        "- one",
        "",
        "▸ run **ls** (completed)",
        "",
        "```js",
        "const a = 1;",
        "```",
        "",
        "**Notice:** The turn was cancelled.",
        "",
        "**Prompt**",
        "",
        "Again",
      ),
    );
  });

  it("holds the whole of long texts and changes, of which a transcript shows the beginning", async () => {
    const long = `${"word ".repeat(50_000)}end`;
    const many = Array.from({ length: 800 }, (_, line) => `line ${line}`).join("\n");
    const scene = new Scene()
      .root("r")
      .tool("r", "t", { title: "Write", status: "completed", content: [textContent(long), diff("/w/a", "", many)] });
    for (const written of await both(scene)) {
      assert.match(written, /word end/);
      assert.match(written, /\+ ?line 799/);
      assert.doesNotMatch(written, /Only the first|more lines/);
    }
  });
});
