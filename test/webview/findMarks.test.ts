import assert from "node:assert/strict";
import { replayConnection } from "../../src/replay/replayConnection.ts";
import { toSessionId } from "../../src/session/ids.ts";
import type { TranscriptPort } from "../../src/views/transcript/port.ts";
import { replayed } from "../support/recordings.ts";
import { Scene } from "../unit/views/scene.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { play } from "./support/played.ts";

type Played = { readonly view: Transcript; readonly port: TranscriptPort };
/** What stood in the field and beside it when the page marked last, and how many places it marked. */
type Marking = { readonly asked: string; readonly said: string; readonly marked: number };
type Watched = Window & { marking?: Marking };

/** Opens everything that folds, and the search. */
async function unfold({ view, port }: Played): Promise<void> {
  port.do({ do: "foldAll", isOpen: true });
  await view.page.waitForFunction(() => {
    const folded = document.querySelectorAll<HTMLElement>("acp-feed :is(.fold-line, .tool-title, .card-header)[aria-expanded='false']");
    for (const each of folded) if (!each.dataset.pressed) each.click();
    for (const each of folded) each.dataset.pressed = "yes";
    const isLoading = [...document.querySelectorAll("acp-feed p")].some(({ textContent }) => textContent === "Loading…");
    return folded.length === 0 && !isLoading && document.querySelectorAll("acp-feed .card[data-open='false']").length === 0;
  });
  port.do({ do: "find" });
  await view.page.locator(".find-field:focus").waitFor();
  await view.page.evaluate(() => {
    const { highlights } = CSS;
    const note = (name: string) => {
      if (name !== "acp-found-here") return;
      const asked = document.querySelector<HTMLInputElement>(".find-field")?.value ?? "";
      const said = document.querySelector(".find-count")?.textContent ?? "";
      (window as Watched).marking = { asked, said, marked: highlights.get("acp-found")?.size ?? 0 };
    };
    const { set, delete: remove } = highlights;
    highlights.set = (name, highlight) => {
      const result = set.call(highlights, name, highlight);
      note(name);
      return result;
    };
    highlights.delete = (name) => {
      const result = remove.call(highlights, name);
      note(name);
      return result;
    };
  });
}

/** Each word with what the page says of it, and how many places are marked: `1 of 3, 3 marked`. */
async function marks({ view }: Played, words: readonly string[]): Promise<{ readonly [word: string]: string }> {
  const { page } = view;
  const found: { [word: string]: string } = {};
  for (const word of words) {
    await page.locator(".find-field").fill(word);
    const isMarked = (asked: string) => {
      const { marking } = window as Watched;
      const total = marking?.said === "No results" ? 0 : Number(/^\d+ of (\d+)$/.exec(marking?.said ?? "")?.[1]);
      return marking?.asked === asked && marking.marked === total;
    };
    // What is never as many is told as it was at last.
    await page.waitForFunction(isMarked, word, { timeout: 3_000 }).catch(() => undefined);
    const marking = await page.evaluate(() => (window as Watched).marking);
    found[word] = `${marking?.said.replace(/^\d+ of /, "")}, ${marking?.marked} marked`;
    view.messages.length = 0;
    await page.locator(".find-field").fill("");
    await view.posted("stopFinding");
  }
  return found;
}

describe("webview: what find marks", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  async function inRecording(recording: string, words: readonly string[]): Promise<{ readonly [word: string]: string }> {
    const store = replayed(`${recording}.jsonl`);
    const played = await play(bench, { store, connection: { ...replayConnection(store), isReplay: true } }, store.roots[0]?.id ?? "", {
      height: 6_000,
    });
    await unfold(played);
    const found = await marks(played, words);
    assert.deepEqual(played.view.faults, []);
    await played.view.close();
    return found;
  }

  it("is what it counts, and none of our own words", async () => {
    assert.deepEqual(await inRecording("codex-acp-2.6.0/followup-full", ["exited", "terminal", "README.md"]), {
      exited: "No results, 0 marked",
      terminal: "No results, 0 marked",
      "README.md": "7, 7 marked",
    });
    assert.deepEqual(await inRecording("copilot-1.0.102/parallel-full", ["whose words"]), { "whose words": "No results, 0 marked" });
  });

  it("is what it counts, and neither a fence nor the names in front of a message", async () => {
    const words = ["team one", "README.md:1", "console"];
    assert.deepEqual(await inRecording("claude-agent-acp-0.101.0/nested-parallel-subagents", words), {
      "team one": "5, 5 marked",
      "README.md:1": "1, 1 marked",
      console: "1, 1 marked",
    });
  });

  it("are words of the agent beside our own", async () => {
    const scene = new Scene().root("r").prompt("r", "Plan the high tide");
    scene.apply({
      type: "planReported",
      sessionId: toSessionId("r"),
      entries: [{ content: "Write a new file", status: "completed", priority: "high" }],
    });
    const content = [{ type: "diff", path: "/w/store.ts", newText: "a new line\n" }];
    scene.tool("r", "t1", { title: "Edit store.ts", kind: "edit", status: "completed", content });
    scene.child("a", "r", { title: "Helper", role: "reporter", state: { state: "idle", stopReason: "end_turn" } });
    const played = await play(bench, scene, "r");
    await unfold(played);
    assert.deepEqual(await marks(played, ["plan", "high", "new", "done", "priority", "report", "·"]), {
      plan: "1, 1 marked",
      high: "1, 1 marked",
      new: "2, 2 marked",
      done: "No results, 0 marked",
      priority: "No results, 0 marked",
      report: "1, 1 marked",
      "·": "No results, 0 marked",
    });
    await played.view.close();
  });

  it("is as the hit in the answer, the error or what the parent received, where it is counted", async () => {
    const scene = new Scene().root("r").child("a", "r", { title: "A", prompt: "Look" }).state("a", "running");
    scene.says("a", "A needle, a **needle**").state("a", "idle", "error", "No needle left");
    scene.apply({ type: "answerReceived", childId: toSessionId("a"), text: "Needle: none" });
    const { view, port } = await play(bench, scene, "r");
    await unfold({ view, port });
    await view.page.locator(".find-field").fill("needle");
    const seen: string[] = [];
    for (const position of [1, 2, 3, 4]) {
      const found = await view.page.waitForFunction((at) => {
        const [range] = CSS.highlights.get("acp-found-here") ?? [];
        if (!(range instanceof Range) || !document.querySelector(`[data-found="${at}"]`)) return undefined;
        const element = range.startContainer.parentElement;
        const context = element?.closest("p, .clamped")?.textContent ?? "";
        return `${element?.closest<HTMLElement>("[data-words]")?.dataset.words}: ${element?.localName} of ${context}`;
      }, position);
      seen.push((await found.jsonValue()) ?? "");
      await view.page.keyboard.press("Enter");
    }
    assert.deepEqual(seen, [
      "answer: p of A needle, a needle",
      "answer: strong of A needle, a needle",
      "error: div of No needle left",
      "received: div of Needle: none",
    ]);
    await view.close();
  });
});
