/** One agent that can be started: a program that speaks ACP on its standard input and output. */
export interface AgentDefinition {
  /**
   * Stable over reloads, without `/` and `@`: `demo` for the built-in one, `installed:` and the preset's id for one that
   * the extension installed, else `settings:` and the encoded name.
   */
  readonly id: string;
  /** What the person calls it. */
  readonly label: string;
  /** A name on the PATH, or a full path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Set beside the environment of the login shell. */
  readonly env: { readonly [name: string]: string };
  /** The folder that the program starts in; absent = the workspace folder. */
  readonly cwd?: string;
  /** True for the one that comes with the extension and needs neither key nor network. */
  readonly isDemo: boolean;
  /** The preset of an agent that the extension installed; absent for the person's own. */
  readonly presetId?: string;
}

/** The agents there are, and a sentence for each entry of the settings that could not be read. */
export interface AgentList {
  readonly agents: readonly AgentDefinition[];
  readonly problems: readonly string[];
}
