import assert from "node:assert/strict";
import { overviewMarks } from "../../../src/shared/overviewMarks.ts";
import type { RowView } from "../../../src/shared/rowView.ts";
import { card, request, row, rowWindow, says, sessionView, tool } from "../../webview/support/states.ts";

function marks(rows: readonly RowView[], sessions = {}, requests = [] as ReturnType<typeof request>[]): readonly string[] {
  return overviewMarks(rowWindow("root", rows), sessions, requests).map(
    ({ rowId, kind, title, share }) => `${rowId} ${kind} ${title} ${share}`,
  );
}

const call = (id: string, status: string) => row({ id, kind: "tool_call", tool: tool(`Call ${id}`, { status }) });

describe("shared/overviewMarks", () => {
  it("marks what failed, and nothing that went well", () => {
    const rows = [
      says("a", "Hello."),
      call("b", "failed"),
      call("c", "completed"),
      row({ id: "d", kind: "error", text: "No network." }),
      row({ id: "e", kind: "notice", severity: "warning", text: "Slow." }),
    ];
    assert.deepEqual(marks(rows), ["b failure Call b 0.2", "d failure No network. 0.6"]);
  });

  it("marks cards whose children wait, at any depth, or failed; a request counts more than a failure", () => {
    const sessions = {
      x: sessionView("x", { mark: "failed", requestCount: 1 }),
      y: sessionView("y", { mark: "failed" }),
      z: sessionView("z", { mark: "stalled" }),
    };
    assert.deepEqual(marks([card("a", "x"), card("b", "y"), card("c", "z"), card("d", "unknown")], sessions), [
      "a request x 0",
      "b failure y 0.25",
    ]);
  });

  it("marks the open call of a session that waits itself, else its last row; never for a request of another session", () => {
    const own = request("q", { sessionId: "root", title: "rm -rf build" });
    assert.deepEqual(marks([call("a", "in_progress"), says("b", "May I?")], {}, [own]), ["a request rm -rf build 0"]);
    assert.deepEqual(marks([call("a", "completed"), says("b", "May I?")], {}, [own]), ["b request rm -rf build 0.5"]);
    assert.deepEqual(marks([says("b", "May I?")], {}, [request("q", { sessionId: "other" })]), []);
    assert.deepEqual(marks([], {}, [own]), []);
  });
});
