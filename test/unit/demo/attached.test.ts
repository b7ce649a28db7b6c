import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "../../../src/demo/clock.ts";
import { openSession } from "./bareClient.ts";
import { transcript } from "./transcript.ts";

describe("the demo agent", () => {
  it("says what it was given with a prompt: kinds, names and sizes", async () => {
    const dir = mkdtempSync(join(tmpdir(), "acp-demo-"));
    try {
      const client = await openSession(dir, createClock(0));
      await client.request("session/prompt", {
        sessionId: "demo-1",
        prompt: [
          { type: "text", text: "Look" },
          { type: "resource", resource: { uri: "file:///repo/a.ts#L2-L3", text: "two\nthree" } },
          { type: "resource_link", uri: "file:///repo/big.log", name: "big.log", size: 9000 },
          { type: "image", mimeType: "image/png", data: "AAAA" },
        ],
      });
      const said = transcript(client.log);
      for (const line of [
        "resource · `file:///repo/a.ts#L2-L3` · 9 characters",
        "resource_link · big.log · `file:///repo/big.log` · 9000 bytes",
        "image · image/png",
      ]) {
        assert.ok(said.includes(line), `${line} in ${said}`);
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
