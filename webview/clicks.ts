import { resourceTarget } from "../src/render/links.ts";
import type { Surface } from "./surface.ts";

/**
 * One listener for all links of a transcript, whoever wrote them: nothing is opened by the page itself. The host checks
 * again and asks the person where that is due.
 */
export function followLinks(root: HTMLElement, surface: Surface): void {
  root.addEventListener("click", (event) => {
    const link = linkAt(event.target);
    if (!link) return;
    event.preventDefault();
    follow(link, surface);
  });
  root.addEventListener("keydown", (event) => {
    const link = linkAt(event.target);
    // A button presses itself; the links within Markdown are no buttons.
    if (!link || link instanceof HTMLButtonElement || event.key !== "Enter") return;
    event.preventDefault();
    follow(link, surface);
  });
}

function linkAt(target: EventTarget | null): HTMLElement | undefined {
  const link = target instanceof Element ? target.closest("[data-href], [data-path]") : null;
  return link instanceof HTMLElement ? link : undefined;
}

function follow(link: HTMLElement, surface: Surface): void {
  const { href, path, line } = link.dataset;
  const sessionId = link.closest<HTMLElement>("[data-session-id]")?.dataset.sessionId ?? surface.store.state.sessionId ?? "";
  const target = href === undefined ? undefined : resourceTarget(href);
  if (target?.type === "uri") surface.host.post({ type: "openLink", uri: target.uri });
  else if (target) surface.host.post({ type: "openFile", sessionId, path: target.path, line: target.line });
  else if (path !== undefined)
    surface.host.post({ type: "openFile", sessionId, path, line: line === undefined ? undefined : Number(line) });
}
