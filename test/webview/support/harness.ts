// The built webview in a real browser, with a host that the test plays.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { root } from "../../../scripts/setup.mjs";
import type { HostMessage, WebviewAction, WebviewMessage } from "../../../src/shared/protocol.ts";
import type { SavedState } from "../../../src/shared/savedState.ts";
import type { TimelineMessage, TimelineSaved } from "../../../src/shared/timeline.ts";
import type { PatchOp, TranscriptState } from "../../../src/shared/transcriptState.ts";
import { webviewHtml } from "../../../src/shared/webviewHtml.ts";
import { launchBrowser } from "../../browser.ts";
import { PostingPage } from "./postingPage.ts";
import { type ThemeName, themeClass, themes } from "./themes.ts";
import { TimelinePage } from "./timelinePage.ts";

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly kind?: "view" | "panel";
  /** Which page it is; `transcript` when left out. */
  readonly surface?: "transcript" | "timeline";
  readonly width?: number;
  readonly height?: number;
  readonly words?: { readonly [message: string]: string };
  /** What an earlier life of the webview saved. */
  readonly saved?: Partial<SavedState> | TimelineSaved;
  /** Epoch ms at which the page's clock stands still. */
  readonly now?: number;
  /** The page's long waits pass a hundred times as fast. */
  readonly isHurried?: boolean;
}

const types: { readonly [extension: string]: string } = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };
const nonce = "n0nce";

/** A browser and a server for the pages of one test file. */
export class Bench {
  readonly #folder: string;
  readonly #browser: BrowserContext;
  readonly #server: Server;
  readonly #origin: string;
  readonly #options = new Map<string, PageOptions>();

  private constructor(folder: string, browser: BrowserContext, server: Server, origin: string, options: Map<string, PageOptions>) {
    this.#folder = folder;
    this.#browser = browser;
    this.#server = server;
    this.#origin = origin;
    this.#options = options;
  }

  static async start(): Promise<Bench> {
    const folder = await mkdtemp(join(tmpdir(), "acp-webview-"));
    const options = new Map<string, PageOptions>();
    const server = createServer((incoming, outgoing) => {
      const { pathname } = new URL(incoming.url ?? "/", "http://127.0.0.1");
      const page = options.get(pathname);
      if (page) {
        const html = webviewHtml({ ...addresses(origin, page.surface), lang: "en", kind: page.kind ?? "view", words: page.words });
        // The policy stands in the page; as a header it also covers what comes before it.
        const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#39;", "'") ?? "";
        outgoing.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(html);
        return;
      }
      readFile(join(root, pathname)).then(
        (file) => outgoing.writeHead(200, { "content-type": types[extname(pathname)] ?? "application/octet-stream" }).end(file),
        () => outgoing.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    const browser = await launchBrowser(join(folder, "profile"), { width: 600, height: 800 });
    browser.setDefaultTimeout(10_000);
    return new Bench(folder, browser, server, origin, options);
  }

  /** Opens a page; it is drawn when the first snapshot is sent. */
  async open(options: PageOptions = {}): Promise<Transcript> {
    const page = await this.#browser.newPage();
    const transcript = new Transcript(page);
    await page.exposeFunction("didPost", (message: WebviewMessage) => transcript.took(message));
    await this.#load(page, options);
    await transcript.posted("ready");
    return transcript;
  }

  /** Opens a timeline; it is drawn when the first snapshot is sent. */
  async openTimeline(options: PageOptions = {}): Promise<TimelinePage> {
    const page = await this.#browser.newPage();
    const timeline = new TimelinePage(page);
    await page.exposeFunction("didPost", (message: TimelineMessage) => timeline.took(message));
    await this.#load(page, { kind: "panel", surface: "timeline", ...options });
    await timeline.posted("ready");
    return timeline;
  }

  async #load(page: Page, options: PageOptions): Promise<void> {
    const path = `/page-${this.#options.size}`;
    this.#options.set(path, options);
    await page.setViewportSize({ width: options.width ?? 600, height: options.height ?? 800 });
    const theme = options.theme ?? "dark";
    await page.addInitScript(playWorkbench, {
      variables: themes[theme],
      className: themeClass[theme],
      saved: options.saved,
      now: options.now,
      isHurried: options.isHurried,
    });
    await page.goto(this.#origin + path);
  }

  /** A page without anything, for work that needs a browser. */
  blank(): Promise<Page> {
    return this.#browser.newPage();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function addresses(origin: string, surface: PageOptions["surface"]) {
  const [script, style] = surface === "timeline" ? ["timeline", "timelineStyle"] : ["webview", "style"];
  return {
    cspSource: origin,
    nonce,
    title: "Page",
    scriptUri: `${origin}/dist/${script}.js`,
    styleUris: [`${origin}/dist/codicon.css`, `${origin}/dist/${style}.css`],
  };
}

interface Workbench {
  readonly variables: { readonly [name: string]: string };
  readonly className: string;
  readonly saved: PageOptions["saved"];
  readonly now: number | undefined;
  readonly isHurried: boolean | undefined;
}

/** Runs in the page, before anything else: what a workbench gives a webview. */
function playWorkbench(theme: Workbench): void {
  const { now } = theme;
  if (now !== undefined) Date.now = () => now;
  const wait = globalThis.setTimeout.bind(globalThis);
  if (theme.isHurried) Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => wait(run, ms > 5000 ? ms / 100 : ms) });
  if (theme.saved && !sessionStorage.getItem("state")) sessionStorage.setItem("state", JSON.stringify(theme.saved));
  document.addEventListener("readystatechange", () => {
    for (const [name, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(`--vscode-${name}`, value);
    document.body.classList.add(...theme.className.split(" "));
    const place = document.body.classList.contains("kind-panel") ? "editor" : "sideBar";
    document.documentElement.style.setProperty("background", `var(--vscode-${place}-background)`);
  });
  const violations: string[] = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  Object.assign(globalThis, {
    violations,
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => (globalThis as unknown as { didPost(message: unknown): void }).didPost(message),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (saved: unknown) => sessionStorage.setItem("state", JSON.stringify(saved)),
    }),
  });
}

/** One open transcript, and the host's side of it. */
export class Transcript extends PostingPage<WebviewMessage, HostMessage> {
  /** Who plays the host, when it is not the test itself. */
  onMessage: (message: WebviewMessage) => void = () => undefined;

  override took(message: WebviewMessage): void {
    super.took(message);
    this.onMessage(message);
  }

  snapshot(state: TranscriptState, folds: { readonly [sessionId: string]: boolean } = {}): Promise<void> {
    return this.send({ type: "snapshot", state, folds });
  }

  patch(...ops: readonly PatchOp[]): Promise<void> {
    return this.send({ type: "patch", ops });
  }

  do(action: WebviewAction): Promise<void> {
    return this.send({ type: "do", action });
  }

  /** Sends without waiting: the host streams. */
  async stream(ops: readonly PatchOp[]): Promise<void> {
    await this.post({ type: "patch", ops });
  }

  /** What is wider than its place. */
  overflows(): Promise<readonly string[]> {
    return this.page.evaluate(() =>
      [
        document.documentElement,
        ...document.querySelectorAll("acp-app, acp-feed, acp-composer, .attention, .scroller, .card-line, .tool-line"),
      ]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
        .map((each) => `${each.localName}.${each.className}: ${each.scrollWidth} > ${each.clientWidth}`),
    );
  }

  /** Loads the page again, as the workbench does with a view that was hidden. */
  async reload(): Promise<void> {
    this.messages.length = 0;
    await this.page.reload();
    await this.posted("ready");
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
