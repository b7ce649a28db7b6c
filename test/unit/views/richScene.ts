// A scene with a bit of everything, for what has to be written out whole.
import { toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import { Scene, textContent } from "./scene.ts";

const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) [web](https://a.example/?q="x") \u202eback`;

/** A root with every kind of thing that a page has to hold, said by somebody who wishes it ill. */
export function rich(words = evil): Scene {
  const scene = new Scene().root("r", { title: `Review ${words}` }).prompt("r", `Look at ${words}`);
  scene.says("r", `I think ${words}`, undefined, "agent_thought");
  scene.tool("r", "t0", {
    title: `Edit ${words}`,
    kind: "edit",
    status: "failed",
    locations: [{ path: `/w/${words}.ts` }],
    content: [{ type: "diff", path: `/w/${words}`, oldText: `one\n${words}\nthree`, newText: `one\n${words}!\nthree` }, textContent(words)],
    rawInput: { what: words },
  });
  scene.child("a", "r", { title: `Explorer ${words}`, role: "explorer", prompt: `Find ${words}`, state: { state: "running" } });
  scene.tool("a", "t1", { title: "Run", kind: "execute", status: "completed", content: [{ type: "terminal", terminalId: "x" }] });
  scene.apply({
    type: "terminalReported",
    sessionId: toSessionId("a"),
    terminalId: toTerminalId("x"),
    patch: { output: `\u001b[31m${words}\u001b[0m\r\nok` },
  });
  scene.child("b", "a", { title: `Helper ${words}`, prompt: "Help", state: { state: "idle", stopReason: "end_turn" } });
  scene.says("b", `# Found\n\n- ${words}\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n\`\`\`ts\nconst a = 1;\n\`\`\``);
  scene.says("a", `The answer: ${words}`).state("a", "idle", "end_turn");
  scene.apply({
    type: "planReported",
    sessionId: toSessionId("r"),
    entries: [
      { content: `Read ${words}`, status: "completed" },
      { content: "Tell", status: "pending" },
    ],
  });
  return scene.says("r", `Done ${words}`).turnEnded("r", "end_turn");
}
