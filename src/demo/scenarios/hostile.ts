import type { JsonObject } from "../../session/content.ts";
import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

const esc = "\u001b";
const markup = `<script>alert("script")</script><img src=x onerror="alert('img')"><iframe src="https://example.invalid"></iframe><style>*{display:none}</style>`;
const links = `[quit](command:workbench.action.quit) [run](javascript:alert(1)) [data](data:text/html;base64,PHNjcmlwdD4=) $(trash) $(sync~spin)`;
const escapes = `${esc}[2J${esc}[31mred${esc}[0m ${esc}]8;;https://example.invalid${esc}\\link${esc}]8;;${esc}\\ ${esc}]0;title\u0007 \u0000\u0008\u007f`;
const scripts = "مرحبا بالعالم · שלום עולם · 日本語のテキスト · 👩‍👩‍👧‍👦 🏳️‍🌈 · \u202egnirts desrever\u202c · a\u0301\u0301\u0301\u0301";

const unknownUpdates: readonly JsonObject[] = [
  { sessionUpdate: "_demo/weather", temperature: 21, nested: { deeply: [1, 2, { three: true }] } },
  { sessionUpdate: "constructor", ["__proto__"]: { polluted: true }, value: "not a kind" },
  { sessionUpdate: "agent_message_chunk", content: { type: "hologram", url: "javascript:alert(1)" } },
  { sessionUpdate: "agent_message_chunk", content: { type: "image", mimeType: "text/html", data: "PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==" } },
  { sessionUpdate: "agent_message_chunk", content: { type: "resource_link", name: links, uri: "command:workbench.action.quit" } },
  { sessionUpdate: "agent_message_chunk", content: null },
  { sessionUpdate: "plan", entries: "no list" },
  { sessionUpdate: 7 },
];

function* sayMarkup(me: Actor): Script {
  yield* me.think(markup);
  yield* me.say(`${markup}\n\n${links}\n\n${escapes}\n\n${scripts}`);
  yield* me.call({
    name: "Bash",
    title: `${links} ${escapes}`,
    kind: "levitate",
    input: { command: `${markup}; rm -rf /`, ["__proto__"]: { polluted: true }, constructor: "y" },
    locations: [{ path: "../../../../etc/passwd", line: -1 }, { path: "" }],
    ms: 100,
    output: { text: `${escapes}${esc}[1;999;38;2;1m\n${"█".repeat(500)}\n\`\`\`\n${markup}`, language: "console" },
  });
  return `${markup} ${links}`;
}

function* sendUnknown(me: Actor): Script {
  for (const update of unknownUpdates) yield* me.work({ type: "updateSent", update });
  yield* me.work({
    type: "updateSent",
    update: {
      sessionUpdate: "tool_call_update",
      toolCallId: "never-announced",
      status: "exploded",
      content: [{ type: "portal", to: "nowhere" }],
    },
  });
  return "Unknown kinds were sent.";
}

/** A single word of two million characters, so that the line on the wire is as long. */
function* sayHuge(me: Actor): Script {
  yield* me.say("x".repeat(2_000_000));
  return "A line of two megabytes was sent.";
}

/** What an agent must not be able to do to its client. */
export const hostile: Scenario = {
  name: "hostile",
  description: "Markup, escape codes, huge lines and unknown kinds",
  words: ["hostile"],
  *play(me) {
    yield* me.say(`Hostile work begins. ${links}`);
    const children = [
      yield* me.launch({
        title: `${markup} ${links}`,
        role: `$(skull) ${escapes}`,
        prompt: `${markup}\n${links}\n${scripts}`,
        play: sayMarkup,
        childSessionId: "__proto__",
      }),
      yield* me.launch({ title: scripts, role: "\u202ereverof", prompt: scripts, play: sendUnknown, childSessionId: "constructor" }),
      yield* me.launch({ title: "x".repeat(10_000), role: "\n\n\t", prompt: "y".repeat(100_000), play: sayHuge }),
    ];
    yield* me.join(...children);
    yield* me.say("Hostile work is over.");
    return "";
  },
};
