// Cline writes a call's input behind the tool's name, cut in the middle: nowhere is that the name of the call.
import assert from "node:assert/strict";
import { TimelineData } from "../../../src/shared/timelineData.ts";
import { exportHtml } from "../../../src/views/exports/exportHtml.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { stateWords } from "../../../src/views/stateWords.ts";
import { TimelineModel } from "../../../src/views/timeline/timelineModel.ts";
import { detailOf } from "../../../src/views/transcript/toolSummary.ts";
import { timelineText } from "../../support/timelineText.ts";
import { epoch, Scene } from "./scene.ts";

const read = {
  title: 'read_files: {"files":[{"path":"/home/user/run/workspac...',
  kind: "read",
  rawInput: { files: [{ path: "/workspace/missing.txt" }] },
};

describe("what a call is called", () => {
  it("is the same in tree, timeline and exports as in the transcript: the tool's name, without half of its input", async () => {
    const scene = new Scene().root("r", { title: "R" }).at(1000).prompt("r", "Go.").at(2000).tool("r", "t", read);
    assert.equal(stateWords(scene.session("r"), scene.connection).words, "read_files");
    scene.at(3000).tool("r", "t", { status: "completed" }, false);
    const data = new TimelineData();
    data.take(new TimelineModel(scene.connection, scene.session("r").id).snapshot());
    assert.match(timelineText(data, epoch), /\n {2}tool 2s–3s “read_files” completed$/);
    assert.match(
      await exportMarkdown(scene.connection, scene.session("r")),
      /^▸ read \*\*read\\_files\*\* \/workspace\/missing.txt \(completed\)$/m,
    );
    assert.doesNotMatch(await exportHtml(scene.connection, scene.session("r")), /home\/user/);
  });

  it("does not say what is looked for when only the input behind the name does", () => {
    const scene = new Scene()
      .root("r")
      .tool("r", "t", { title: 'search: {"query":"needle"}', kind: "search", rawInput: { query: "needle" } });
    const [row] = scene.session("r").rows.values();
    assert.equal(row?.kind === "tool_call" && detailOf(row), "needle");
  });
});
