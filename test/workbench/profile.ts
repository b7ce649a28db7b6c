import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../../scripts/setup.mjs";

/** Settings by their VS Code names. */
export type Settings = Readonly<Record<string, unknown>>;

/** A window without greetings, advertisements and calls to the network. */
const calmSettings: Settings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.showReleaseNotes": false,
  "git.openRepositoryInParentFolders": "never",
  "remote.autoForwardPorts": false,
  "window.confirmBeforeClose": "never",
};

/** A throw-away home for one editor: its own settings, extensions, home and temporary folder. */
export class Profile {
  readonly folder: string;
  readonly userData: string;
  readonly extensions: string;
  /** code-server's own configuration file; without it, it would write one into the user's home. */
  readonly config: string;
  #settings: Settings;

  /** `userData`, `extensions`: where they are when the caller has them already. */
  constructor(settings: Settings = {}, { userData, extensions }: { userData?: string; extensions?: string } = {}) {
    this.folder = mkdtempSync(join(temporary, "acp-"));
    this.userData = userData ?? join(this.folder, "data");
    this.extensions = extensions ?? join(this.folder, "ext");
    this.config = join(this.folder, "config.yaml");
    for (const folder of [
      join(this.folder, "home"),
      join(this.folder, "tmp"),
      join(this.userData, "User"),
      join(this.userData, "Machine"),
      this.extensions,
    ]) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(this.config, "auth: none\n");
    this.#settings = { ...calmSettings, ...settings };
    this.#write();
  }

  /** Changes settings while the editor runs, which reads them again by itself. */
  change(change: (settings: Settings) => Settings): void {
    this.#settings = change(this.#settings);
    this.#write();
  }

  /** Workspace trust is switched on: a folder that nobody trusted yet is opened in restricted mode. */
  get asksForTrust(): boolean {
    return this.#settings["security.workspace.trust.enabled"] === true;
  }

  #write(): void {
    const text = JSON.stringify(this.#settings, null, 2);
    writeFileSync(join(this.userData, "User", "settings.json"), text);
    // What belongs to a machine (scope machine-overridable) is read here when the window is a remote one, as code-server's are.
    writeFileSync(join(this.userData, "Machine", "settings.json"), text);
  }

  /** The two arguments that every VS Code knows. */
  get folderArgs(): readonly string[] {
    return ["--user-data-dir", this.userData, "--extensions-dir", this.extensions];
  }

  /** The environment of this process with the profile's own home, without what belongs to an editor or an npm around it. */
  environment(): NodeJS.ProcessEnv {
    const foreign = /^(VSCODE_(?!TEST_)|ELECTRON_|npm_|NODE_OPTIONS$|INIT_CWD$|PORT$|PASSWORD$|XDG_)/;
    const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
    return {
      ...Object.fromEntries(kept),
      HOME: join(this.folder, "home"),
      TMPDIR: join(this.folder, "tmp"),
      // No call to an extension gallery.
      EXTENSIONS_GALLERY: "{}",
    };
  }

  /** Deletes it. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
