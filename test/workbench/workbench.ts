// A real workbench, driven from outside as a person would: for the tests, for screenshots, and for looking at the product.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, errors, type Frame, type FrameLocator, type Locator, type Page } from "playwright-core";
import { root } from "../../scripts/setup.mjs";
import { launchBrowser, type WindowSize } from "../browser.ts";
import { getCodeServer, installVsix, RunningServer } from "./codeServer.ts";
import { descendantsOf } from "./processes.ts";
import { Profile, type Settings } from "./profile.ts";
import { until } from "./until.ts";

/** The colour themes that the product is looked at in. */
export const themes = {
  dark: "Default Dark Modern",
  light: "Default Light Modern",
  "hc-dark": "Default High Contrast",
  "hc-light": "Default High Contrast Light",
} as const;

export type Theme = keyof typeof themes;

const extensionId = "acp-subagents.acp-subagents";

export interface WorkbenchOptions extends Partial<WindowSize> {
  /** The packaged extension to install first; none when left out. */
  readonly vsix?: string;
  /** The folder to open; a fresh copy of the sample workspace when left out. */
  readonly folder?: string;
  readonly theme?: Theme;
  readonly settings?: Settings;
}

/** One server, one profile, one browser, one window. */
export class Workbench {
  readonly page: Page;
  readonly profile: Profile;
  readonly server: RunningServer;
  #folder: string;
  readonly #context: BrowserContext;

  private constructor(page: Page, profile: Profile, server: RunningServer, folder: string) {
    this.page = page;
    this.profile = profile;
    this.server = server;
    this.#folder = folder;
    // An editor with unsaved text asks before the page goes; nobody is there to answer.
    page.on("dialog", (dialog) => void dialog.accept());
    this.#context = page.context();
  }

  /** Starts everything and waits until the window is drawn and its extension host runs. */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const { vsix, theme = "dark", settings, width = 1280, height = 900, zoom } = options;
    const codeServer = await getCodeServer();
    const profile = new Profile({ "workbench.colorTheme": themes[theme], ...settings });
    const folder = options.folder ?? copySample(profile);
    if (vsix) await installVsix(codeServer, profile, vsix);
    const server = await RunningServer.start(codeServer, profile);
    const context = await launchBrowser(join(profile.folder, "browser"), { width, height, zoom });
    const page = context.pages()[0] ?? (await context.newPage());
    const workbench = new Workbench(page, profile, server, folder);
    await page.goto(server.folderUrl(folder));
    await workbench.#drawn();
    return workbench;
  }

  /** The folder that is open in it. */
  get folder(): string {
    return this.#folder;
  }

  /**
   * Opens a fresh copy of the sample workspace under this name in the same window, which ends what ran in the one before.
   * `settings`: what the folder brings along.
   */
  async openFolder(name: string, settings?: Settings): Promise<void> {
    this.#folder = copySample(this.profile, name);
    if (settings) {
      mkdirSync(join(this.#folder, ".vscode"), { recursive: true });
      writeFileSync(join(this.#folder, ".vscode", "settings.json"), JSON.stringify(settings));
    }
    await this.page.goto(this.server.folderUrl(this.#folder));
    await this.#drawn();
  }

  async #drawn(): Promise<void> {
    await this.page.locator(".monaco-workbench .activitybar .action-label").first().waitFor();
    await this.page.locator(".monaco-workbench .statusbar-item").first().waitFor();
  }

  /** Shows the extension's own views, and waits for the page in them. */
  async showContainer(title: "ACP Subagents"): Promise<void> {
    await this.#open(title);
    const page = this.webview().locator("body");
    for (let tries = 1; ; tries += 1) {
      try {
        await page.waitFor({ state: "attached", timeout: 20_000 });
        return;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || tries === 4) throw error;
        // On a busy machine the browser now and then does not tell us of a frame of another process, which is drawn all the same.
        // It may keep to that until the window is loaded anew.
        if (tries === 1) await this.runCommand("Developer: Reload Webviews");
        else {
          await this.page.reload();
          await this.#drawn();
          await this.#open(title);
        }
      }
    }
  }

  /** Opens a view container by a click on its icon in the activity bar, unless it is open already. */
  async #open(title: string): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${title}"])`).first();
    await icon.waitFor();
    const isShown = async () =>
      (await icon.getAttribute("aria-selected")) === "true" && (await this.page.locator(".part.sidebar").isVisible());
    if (await isShown()) return;
    await icon.click();
    // A window that is still being restored may have opened it just before, and the click closed it again.
    await icon
      .and(this.page.locator("[aria-selected=true]"))
      .waitFor({ timeout: 2000 })
      .catch(() => undefined);
    if (!(await isShown())) await icon.click();
  }

  /** Opens the palette, types, and returns the labels that it then offers, one of which holds the text. Leaves it open. */
  async searchPalette(text: string): Promise<readonly string[]> {
    const labels = this.page.locator(".quick-input-list .monaco-list-row .label-name");
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      await this.page.keyboard.press("F1");
      try {
        await this.#quickInput.fill(`>${text}`, { timeout: 10_000 });
        await labels.filter({ hasText: text }).first().waitFor({ timeout: 10_000 });
        return await labels.allTextContents();
      } catch (error) {
        // What is typed while the palette still opens, or while something else takes the focus, is lost: once more.
        if (!(error instanceof errors.TimeoutError) || Date.now() > giveUpAt) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  get #quickInput(): Locator {
    return this.page.locator(".quick-input-widget:visible input[type=text]");
  }

  /** Runs a command by typing its title (`ACP: New Session`) into the palette. */
  async runCommand(title: string): Promise<void> {
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      await this.searchPalette(title);
      try {
        await this.pick(title, 10_000);
        return;
      } catch (error) {
        // What takes the focus just then closes the palette before the click: once more.
        if (!(error instanceof errors.TimeoutError) || Date.now() > giveUpAt) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Clicks the row of an open quick pick whose label is this, within `timeout` ms. */
  async pick(label: string, timeout?: number): Promise<void> {
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ has: this.page.getByText(label, { exact: true }) });
    await row.first().click({ timeout });
  }

  /** Clicks an entry of an open menu; a menu takes no click in its first moment. */
  async pickFromMenu(label: string): Promise<void> {
    const entry = this.page.locator(".monaco-menu .action-item").getByText(label, { exact: true });
    await entry.waitFor();
    const giveUpAt = Date.now() + 10_000;
    while ((await entry.count()) > 0 && Date.now() < giveUpAt) await entry.click({ timeout: 1000 }).catch(ignoreGone);
  }

  /** Types into an open input box and confirms. */
  async answerInput(text: string): Promise<void> {
    await this.#quickInput.fill(text);
    await this.#quickInput.press("Enter");
  }

  /**
   * Names the file that a dialog asks for. The dialog is known by the path that stands in it: until then the palette is open.
   * It writes its own path more than once while it opens, so ours is written until it stays.
   */
  async answerFile(path: string): Promise<void> {
    await until("the dialog asks for a file", async () => (await this.#quickInput.inputValue()).startsWith("/"));
    let stayed = 0;
    await until("the dialog keeps the path", async () => {
      stayed = (await this.#quickInput.inputValue()) === path ? stayed + 1 : 0;
      if (stayed === 0) await this.#quickInput.fill(path);
      return stayed === 3;
    });
    await this.#quickInput.press("Enter");
  }

  /** The view with this title in the side bar: its header and its body. */
  view(title: string): Locator {
    return this.page.locator(".pane").filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  /** The rows of a native tree as drawn, top to bottom. */
  treeRows(viewTitle: string): Locator {
    return this.view(viewTitle).locator(".pane-body .monaco-list-row");
  }

  /** The tree rows with this text in them. */
  treeRow(viewTitle: string, text: string | RegExp): Locator {
    return this.treeRows(viewTitle).filter({ hasText: text });
  }

  /**
   * Presses the button with this name on a tree's row until `then` is there. A row that is drawn anew between press and release takes
   * no click, so what the button does has to be harmless when it is done twice.
   */
  async pressOnRow(row: Locator, name: string, then: Locator): Promise<void> {
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      try {
        await row.hover({ timeout: 10_000 });
        await row.locator(`.action-label[aria-label^="${name}"]`).click({ timeout: 10_000 });
        await then.waitFor({ timeout: 10_000 });
        return;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || Date.now() > giveUpAt) throw error;
      }
    }
  }

  /** The inside of this extension's webview in the side bar. */
  webview(): FrameLocator {
    return this.#webview('[src*="purpose=webviewView"]');
  }

  /** The inside of this extension's webview in an editor tab: of the one that is in front. */
  editorWebview(): FrameLocator {
    return this.#webview(':not([src*="purpose="]):visible');
  }

  #webview(which: string): FrameLocator {
    return this.page.frameLocator(`iframe.webview[src*="extensionId=${extensionId}"]${which}`).frameLocator("#active-frame");
  }

  /** The sentences of the notifications on the screen. */
  get notifications(): Locator {
    return this.page.locator(".notification-toast .notification-list-item-message");
  }

  /** Drags the side bar's edge until it is this wide, in CSS pixels. */
  async setSidebarWidth(width: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (!box) throw new Error("the side bar is not shown");
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, y, { steps: 5 });
    await this.page.mouse.up();
    // Away from the edge, which is drawn in colour under the pointer.
    await this.page.mouse.move(box.x + width + 200, y);
  }

  /** Loads the page in the side bar anew, and waits until the one before is gone: what is typed meanwhile would go to that. */
  async reloadWebview(): Promise<void> {
    const page = this.webview().locator("html");
    await page.evaluate((html) => html.setAttribute("data-before", ""));
    await this.runCommand("Developer: Reload Webviews");
    await page.and(this.webview().locator(":not([data-before])")).waitFor({ state: "attached" });
  }

  /** Reloads the window as the palette's command does, and waits until it is drawn again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("domcontentloaded");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.#drawn();
  }

  /** The process ids of the extension hosts that live now: beside the window's own, that of a folder which was left may still end. */
  extensionHostPids(): readonly number[] {
    return descendantsOf(this.server.pid).flatMap(({ pid, command }) => (command.includes("--type=extensionHost") ? [pid] : []));
  }

  /** What stands in the window and in each page of ours in it, for a log. */
  async outline(): Promise<string> {
    const words = async (frame: Frame) => {
      // A frame that goes, or does not answer, has nothing to tell.
      const text = await frame
        .locator("body")
        .innerText({ timeout: 2000 })
        .catch((error: unknown) => String(error).split("\n", 1)[0] ?? "");
      return text.replace(/\s+/g, " ").slice(0, 700);
    };
    const pages = this.page.frames().filter((frame) => frame.parentFrame()?.url().includes(`extensionId=${extensionId}`));
    return (await Promise.all([this.page.mainFrame(), ...pages].map(words))).join("\n");
  }

  /** A picture of the whole window. */
  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path, animations: "disabled" });
  }

  /** Ends browser and server and deletes the profile. */
  async close(): Promise<void> {
    await this.#context.close();
    await this.server.stop();
    this.profile.remove();
  }
}

/** Puts a copy of the sample workspace into a profile's folder and returns its path. */
export function copySample(profile: Profile, name = "sample"): string {
  const folder = join(profile.folder, name);
  cpSync(join(root, "scripts", "sampleWorkspace"), folder, { recursive: true });
  return folder;
}

/** The menu may go while it is clicked. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error;
}
