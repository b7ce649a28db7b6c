import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { TimelineData } from "../../../src/shared/timelineData.ts";
import { TimelineModel } from "../../../src/views/timeline/timelineModel.ts";
import { timelineSvg } from "../../../src/views/timeline/timelineSvg.ts";
import { epoch, Scene } from "./scene.ts";

function svgOf(scene: Scene): string {
  const data = new TimelineData();
  data.take(new TimelineModel(scene.connection, scene.session("root").id).snapshot());
  return timelineSvg(data, epoch + 20_000);
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

describe("a timeline as SVG", () => {
  it("has each lane in words, and everything with the words of its tooltip", () => {
    const scene = new Scene().at(0).root("root", { title: "Tidy up" }).at(1000).prompt("root", "Go");
    scene.at(2000).child("a", "root", { title: "Explore", role: "explorer", state: { state: "running" } });
    scene.tool("a", "t", { title: "Read a.ts", kind: "read", status: "failed" }).asks("a", "q", { title: "rm" }, 5000);
    const svg = svgOf(scene);
    assert.deepEqual(matches(svg, /aria-label="([^"]+)"/g), [
      "Tidy up, ran 19s, working",
      "Explore, explorer, level 1, ran 18s, waited 15s, 1 tool call, waiting for you",
    ]);
    assert.deepEqual(matches(svg, /<title>([^<]+)<\/title>/g), [
      "Timeline of Tidy up",
      "Tidy up launched Explore",
      "Tidy up\nworking",
      "Has run for 19s so far\nGo",
      "Explore\nwaiting for you",
      "Has run for 18s so far",
      "Read a.ts\nread · failed · 0 ms",
      "Has waited for you for 15s so far\nrm",
    ]);
    assert.match(svg, /class="cross"/);
  });

  it("says of a call whose end was never told what its row says: cancelled but not confirmed, or in progress while all is silent", () => {
    const ticks = (scene: Scene) => matches(svgOf(scene), /<title>(sleep\n[^<]+)<\/title>/g);
    const at = (scene: Scene) =>
      scene.at(1000).prompt("root", "Go").tool("root", "t", { title: "sleep", kind: "execute", status: "pending" });
    const cancelled = at(new Scene().at(0).root("root")).at(2000).cancel("root").at(3000).turnEnded("root", "cancelled");
    assert.deepEqual(ticks(cancelled), ["sleep\nexecute · cancelled, not confirmed"]);
    const silent = at(new Scene().at(0).root("root"))
      .at(130_000)
      .apply({ type: "silenceNoted", sessionId: toSessionId("root"), since: 1000 });
    assert.deepEqual(ticks(silent), ["sleep\nexecute · in progress"]);
  });

  it("says how each run ended that did not end as usual, and marks the end of a failed one", () => {
    const scene = new Scene().at(0).root("root").at(1000).prompt("root", "Go");
    for (const id of ["a", "b", "c"]) scene.child(id, "root", { title: id, state: { state: "running" } });
    scene.at(3000).state("a", "idle", "error", "no such model\nstack").state("b", "idle", "cancelled").state("c", "idle", "end_turn");
    scene.at(4000).state("a", "running").at(9000).state("a", "idle", "end_turn");
    const svg = svgOf(scene);
    assert.deepEqual(matches(svg, /<title>(Ran[^<]+)<\/title>/g), [
      "Ran 2s · failed: no such model",
      "Ran 5s",
      "Ran 2s · cancelled",
      "Ran 2s",
    ]);
    assert.equal(matches(svg, /Ran 2s · failed: no such model<\/title><\/rect><path (class="cross")/g).length, 1);
    assert.equal(matches(svg, /<path class="cross" d="M([\d.]+)/g).length, 2, "the other one is in the legend");
    assert.deepEqual(matches(svg, /<tspan[^>]*>([^<]+)<\/tspan>/g), ["●", "✓", "⊘", "✓"]);
  });

  it("marks a call that failed where it ended, above the wait for the person who refused it", () => {
    const scene = new Scene().at(0).root("root").at(1000).prompt("root", "Go");
    scene.at(2000).tool("root", "t", { title: "rm", kind: "execute", status: "pending" }).asks("root", "q", { title: "rm" }, 3000);
    scene.at(11_000).answers("q").tool("root", "t", { status: "failed" }, false);
    const svg = svgOf(scene);
    const [wait] = matches(svg, /<rect class="wait" x="[\d.]+" y="[\d.]+" width="([\d.]+)"[^>]*><title>/g);
    const [left] = matches(svg, /<rect class="wait" x="([\d.]+)" y="[\d.]+" width="[\d.]+"[^>]*><title>/g);
    const [, cross] = matches(svg, /<path class="cross" d="M([\d.]+)/g);
    assert.ok(Math.abs(Number(left) + Number(wait) - (Number(cross) + 4)) < 0.2, `wait ${left} + ${wait}, cross ${cross}`);
    assert.ok(svg.lastIndexOf('class="cross"') > svg.lastIndexOf('class="wait"'));
  });

  it("leaves the words of the axis out that would be cut at its right edge", () => {
    for (let seconds = 20; seconds < 60; seconds += 1) {
      const svg = svgOf(
        new Scene()
          .at(0)
          .root("root")
          .at(1000)
          .prompt("root", "Go")
          .at(seconds * 1000)
          .turnEnded("root", "end_turn"),
      );
      for (const [, x, text] of svg.matchAll(/<text class="dim" x="([\d.]+)" y="36">([^<]+)</g))
        assert.ok(Number(x) + (text?.length ?? 0) * 6 < 1416, `${text} of ${seconds}s at ${x}`);
    }
  });

  it("makes no element of what an agent wrote, and is XML whatever that is", () => {
    const hostile = `</text><script>alert("1")</script>&\u0000\u001b[31m\ud800`;
    const scene = new Scene().at(0).root("root", { title: hostile }).at(1000).prompt("root", hostile).tool("root", "t", { title: hostile });
    const svg = svgOf(scene);
    assert.doesNotMatch(svg, /<script|alert\("/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(svg, /[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/);
    assert.match(svg, /&lt;script&gt;/);
  });

  it("draws nothing but its head for a session in which nothing happened", () => {
    assert.match(svgOf(new Scene().at(0).root("root", { title: "New" })), /^<svg [^>]+>\n<title>Timeline of New<\/title>/);
  });
});
