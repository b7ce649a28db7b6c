// What a transcript says of its rows beside their words is in every export too.
import assert from "node:assert/strict";
import { toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import { exportHtml } from "../../../src/views/exports/exportHtml.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { lines } from "../../support/story.ts";
import { Scene } from "./scene.ts";

/** A root whose rows say more than their words, one of each kind. */
function telling(): Scene {
  const sessionId = toSessionId("r");
  const scene = new Scene().root("r", { title: "Tidy up" });
  const content = (words: string) => ({ type: "text", text: words });
  const words = { type: "chunkReceived", sessionId, isUnattributed: true } as const;
  scene.apply({ ...words, kind: "agent_thought", content: content("Perhaps.") });
  scene.apply({ ...words, kind: "agent_message", content: content("It is in store.ts.") });
  const patch = { status: "completed", kind: "read", isUnattributed: true, locations: [{ path: "/w/store.ts", line: 12 }] };
  scene.tool("r", "t1", { ...patch, title: "Read the store" });
  scene.tool("r", "t2", { title: "Read /w/list.ts:3", kind: "read", status: "completed", locations: [{ path: "/w/list.ts", line: 3 }] });
  const entries = [
    { content: "Look", status: "completed" },
    { content: "Mend", status: "in_progress", priority: "high" },
  ];
  scene.apply({ type: "planReported", sessionId, entries });
  scene.apply({ type: "noticeReported", sessionId, severity: "warning", text: "The disk is full." });
  scene.apply({ type: "compactionReported", sessionId, compactionId: "c", status: "failed", error: "too long" });
  scene.tool("r", "launch", { title: "task", status: "failed" });
  scene.child("a", "r", { title: "Explorer", state: { state: "idle", stopReason: "error" } });
  scene.apply({ type: "childLinked", sessionId: toSessionId("a"), toolCallId: toToolCallId("launch") });
  return scene;
}

describe("what rows say beside their words", () => {
  it("ends with them: words of which it is known whose they are do not read as going on with others", async () => {
    const scene = new Scene().root("r", { title: "Tidy up" });
    const content = { type: "text", text: "It is in store.ts." };
    scene.apply({ type: "chunkReceived", sessionId: toSessionId("r"), isUnattributed: true, kind: "agent_message", content });
    scene.says("r", "Both have ended.", "m2").says("r", "Done.", "m3");
    assert.equal(
      (await exportMarkdown(scene.connection, scene.session("r"))).split("\n\n").slice(2).join(" / "),
      "*It was not reported whose words these are.* / It is in store.ts. / **Message** / Both have ended. / Done.\n",
    );
  });

  it("is in the Markdown", async () => {
    const scene = telling();
    assert.equal(
      await exportMarkdown(scene.connection, scene.session("r")),
      lines(
        "# Tidy up",
        "",
        "*no prompt yet*",
        "",
        "**Thought**",
        "",
        "*It was not reported whose words these are.*",
        "",
        "Perhaps.",
        "",
        "**Message**",
        "",
        "*It was not reported whose words these are.*",
        "",
        "It is in store.ts.",
        "",
        "▸ read **Read the store** /w/store.ts:12 (completed) *It was not reported whose step this is.*",
        "",
        "▸ read **Read /w/list.ts:3** (completed)",
        "",
        "**Plan**",
        "",
        "- [x] Look",
        "- [ ] Mend (in progress, high priority)",
        "",
        "**Warning:** The disk is full.",
        "",
        "*The conversation could not be compacted*",
        "",
        "too long",
        "",
        "> ## Explorer",
        ">",
        "> *failed · 0s*",
        ">",
        "> *The call that launched it failed.*",
        "",
      ),
    );
  });

  it("is in the page of HTML", async () => {
    const scene = telling();
    const html = await exportHtml(scene.connection, scene.session("r"));
    const body = html.slice(html.indexOf("<main>"));
    assert.equal(
      body
        .replace(/<\/(p|article|summary|li|div|h4|section|header|h1)>/g, "\n")
        .replace(/<[^>]+>/g, "")
        .replace(/[ \t]+/g, " ")
        .replace(/\s*\n\s*/g, "\n")
        .trim(),
      lines(
        "Tidy up",
        "○ no prompt yet",
        "Thought",
        "It was not reported whose words these are.",
        "Perhaps.",
        "It was not reported whose words these are.",
        "It is in store.ts.",
        "read Read the store store.ts:12 It was not reported whose step this is. completed",
        "read Read /w/list.ts:3 completed",
        "Plan",
        "☑ Look",
        "▶ Mend high priority",
        "Warning: The disk is full.",
        "The conversation could not be compacted",
        "too long",
        "Explorer ✕ failed · 0s The call that launched it failed.",
        "Prompt from Tidy up",
        "not reported",
        "Steps",
        "none reported",
        "Answer",
        "no answer",
      ),
    );
  });

  it("is of what a cancel ended whether its agent told the end", async () => {
    const scene = new Scene().root("r").prompt("r", "Go");
    for (const id of ["told", "open"]) scene.tool("r", id, { title: id, status: "in_progress" });
    scene.cancel("r").tool("r", "told", { status: "failed" }, false).turnEnded("r", "cancelled");
    const [markdown, html] = [exportMarkdown, exportHtml].map((write) => write(scene.connection, scene.session("r")));
    assert.deepEqual((await markdown)?.match(/^▸ .*/gm), ["▸ **told** (cancelled)", "▸ **open** (cancelled, not confirmed)"]);
    assert.deepEqual((await html)?.match(/(?<="status">)[^<]+/g), ["cancelled", "cancelled, not confirmed"]);
  });
});
