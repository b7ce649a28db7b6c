/**
 * The timeline's page. What tests and other tools may hold on to: `.lane[data-lane-id][data-row][data-depth][data-mark] > button`
 * – one lane in sight; `canvas` – what happened in them; `.tooltip` – what is pointed at; `.bar .zoom-in`, `.zoom-out`,
 * `.show-all`, `.export-svg`; `.empty`, `.live`.
 */
import { useTranslations } from "../../src/base/words.ts";
import { parseTimelineSaved, type TimelineMessage } from "../../src/shared/timeline.ts";
import type { VsCodeApi } from "../host.ts";
import { Chart } from "./chart.ts";
import { TimelineClient } from "./client.ts";
import { listenToKeys, listenToMouse } from "./input.ts";

declare function acquireVsCodeApi(): VsCodeApi;

function start(): void {
  useTranslations(JSON.parse(document.getElementById("words")?.textContent || "{}"));
  const api = acquireVsCodeApi();
  const post = (message: TimelineMessage) => api.postMessage(message);
  window.addEventListener("error", (event) => {
    // The browser's word for sizes that are settled in the next frame; nothing is wrong.
    if (!event.message.startsWith("ResizeObserver loop")) post({ type: "fault", message: event.message });
  });
  const client = new TimelineClient({
    post,
    onFrame: (run) => requestAnimationFrame(run),
    now: () => Date.now(),
    draw: (actions) => {
      const { rootId } = client.data.about;
      if (rootId !== null && rootId !== parseTimelineSaved(api.getState()).rootId) api.setState({ rootId });
      chart.update(actions);
    },
  });
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  const chart = new Chart(root, client, post);
  listenToMouse(chart);
  listenToKeys(chart);
  window.addEventListener("message", (event) => client.receive(event.data));
  client.start();
}

start();
