// A page of the built webview with the real port behind it: what the page posts goes to the port, what that posts to the page.
import { systemTimer } from "../../../src/base/timer.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import type { HostMessage } from "../../../src/shared/protocol.ts";
import { TranscriptPort } from "../../../src/views/transcript/port.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import type { Scene } from "../../unit/views/scene.ts";
import type { Bench, PageOptions, Transcript } from "./harness.ts";

/** Opens a page on a session of a scene and lets the two talk. */
export async function play(
  bench: Bench,
  scene: Pick<Scene, "connection" | "store">,
  sessionId: string,
  options: PageOptions = {},
): Promise<{ readonly view: Transcript; readonly port: TranscriptPort }> {
  const page = await bench.open(options);
  const post = (message: HostMessage) =>
    page.page
      .evaluate((json) => window.postMessage(JSON.parse(json)), JSON.stringify(message))
      .catch((error: unknown) => page.faults.push(String(error)));
  const port = new TranscriptPort(
    {
      post: (message) => void post(message),
      timer: systemTimer,
      folds: () => ({}),
      didFold: () => undefined,
      fault: (what, error) => void page.faults.push(`${what}: ${error}`),
    },
    new TranscriptView(scene.connection, toSessionId(sessionId), { foldDefault: "collapsed", enterSends: true }),
  );
  scene.store.onDidChange((change) => port.apply(change));
  page.onMessage = (message) => void port.receive(message);
  for (const message of page.messages) port.receive(message);
  page.page.on("close", () => port.dispose());
  await page.page.locator("acp-feed").waitFor();
  return { view: page, port };
}
