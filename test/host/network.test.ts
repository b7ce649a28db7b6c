// Nothing leaves the machine by the extension itself. What could take it there is watched from before the extension is active;
// the files of tests before this one run meanwhile.
import assert from "node:assert/strict";
import { Socket as UdpSocket } from "node:dgram";
import dns from "node:dns";
import { Socket } from "node:net";
import * as vscode from "vscode";
import { activated, run, startDemo } from "./extension.ts";

/** Where this extension host tried to get to, since this file was loaded. */
const tries: string[] = [];

/** Puts a note before what a function does; returns what puts it back. */
function watch<Host extends object>(
  host: Host,
  name: keyof Host & string,
  say: (...args: readonly unknown[]) => string | undefined,
): () => void {
  const before = host[name];
  assert.ok(typeof before === "function", name);
  const watched = function (this: unknown, ...args: readonly unknown[]) {
    const said = say(...args);
    if (said !== undefined) tries.push(`${name} ${said}`);
    return Reflect.apply(before, this, args);
  };
  Object.assign(host, { [name]: watched });
  return () => Object.assign(host, { [name]: before });
}

/** Pipes and sockets of this machine lead nowhere. */
function beyond(...args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null)
    return "path" in first && first.path ? undefined : `${"host" in first ? first.host : "localhost"}:${"port" in first ? first.port : ""}`;
  return typeof first === "number" ? `${typeof second === "string" ? second : "localhost"}:${first}` : undefined;
}

const name = (what: unknown) => (what instanceof Request ? what.url : String(what));
const unwatch = [
  watch(Socket.prototype, "connect", beyond),
  watch(UdpSocket.prototype, "send", () => "a datagram"),
  watch(dns, "lookup", name),
  watch(dns.promises, "lookup", name),
  watch(globalThis, "fetch", name),
];

describe("the network", () => {
  after(() => {
    for (const undo of unwatch) undo();
  });

  it("is not used: not when the extension is activated, not with the demo agent, not by what is shown, searched, reported and exported", async () => {
    await activated();
    const demo = await startDemo();
    for (const prompt of ["/nested", "/kinds", "/hostile"]) await demo.connection.agent.sendPrompt(demo.id, prompt);
    await run("openTranscriptInEditor", demo.key(demo.id));
    await run("showTimeline", demo.key(demo.id));
    await run("findInTranscript");
    await run("summariseSubagents");
    await run("copySessionId", demo.key(demo.id));
    await run("reportProblem");
    await run("copyDiagnostics");
    assert.deepEqual(tries, []);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("would be seen when it was used", async () => {
    await fetch("http://127.0.0.1:9/").catch(() => undefined);
    assert.deepEqual(tries.slice(0, 1), ["fetch http://127.0.0.1:9/"]);
    tries.length = 0;
    const socket = new Socket().on("error", () => undefined);
    socket.connect(9, "127.0.0.1").destroy();
    assert.deepEqual(tries, ["connect 127.0.0.1:9"]);
  });
});
