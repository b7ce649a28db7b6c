import { t } from "./words.ts";

/** How much of what one agent sends is read, kept and shown. The names are those of the settings: `acpSubagents.limits.…`. */
export interface Limits {
  /** Longest line of an agent, or message of a server, that is read; bytes. */
  readonly lineBytes: number;
  /** Subagents of one session that the tree shows at first, and as many more at each click. */
  readonly children: number;
  /** Levels of subagents that are nested below a session of ours. */
  readonly depth: number;
  /** What is kept of the output of one tool call or command; characters (UTF-16 units). */
  readonly outputCharacters: number;
  /** The newest rows of each session that are always in memory, at most; older ones are read back when they are needed. */
  readonly rowsInMemory: number;
  /** Updates that are taken of sessions which nobody has announced or opened (yet). */
  readonly pendingFrames: number;
  /** Requests of one agent that may wait for the person at a time. */
  readonly openRequests: number;
  /** What is kept of one agent's traffic for saving, and what one agent may write into the log; bytes each. */
  readonly logBytes: number;
}

interface Limit {
  /** What holds where the setting says nothing of use. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** What the person reads where the limit has cut something; `limit` is the one that held. */
  readonly told: (limit: number) => string;
}

/** The one table of limits. The manifest has the same numbers, which a test compares. */
export const limitTable: { readonly [Name in keyof Limits]: Limit } = {
  lineBytes: {
    usual: 64 * 1024 * 1024,
    least: 64 * 1024,
    most: 256 * 1024 * 1024,
    told: (limit) => t("Something longer than {0} bytes was skipped (setting “acpSubagents.limits.lineBytes”).", limit),
  },
  children: {
    usual: 200,
    least: 10,
    most: 5_000,
    told: (limit) => t("{0} at a time", limit),
  },
  depth: {
    usual: 50,
    least: 1,
    most: 500,
    told: (limit) =>
      t(
        "Subagents below level {0} are not nested any further: they stand as sessions of their own (setting “acpSubagents.limits.depth”).",
        limit,
      ),
  },
  outputCharacters: {
    usual: 1_000_000,
    least: 10_000,
    most: 50_000_000,
    told: (limit) => t("Only the first {0} characters were kept (setting “acpSubagents.limits.outputCharacters”).", limit),
  },
  rowsInMemory: {
    usual: 2_000,
    least: 50,
    most: 1_000_000,
    told: (limit) =>
      t(
        "More than {0} rows, or huge ones: the older ones are in a file from now on, and are read back when they are needed (setting “acpSubagents.limits.rowsInMemory”).",
        limit,
      ),
  },
  pendingFrames: {
    usual: 10_000,
    least: 100,
    most: 1_000_000,
    told: (limit) =>
      t(
        "More than {0} updates came of sessions that nobody announced; the further ones are left out (setting “acpSubagents.limits.pendingFrames”).",
        limit,
      ),
  },
  openRequests: {
    usual: 500,
    least: 1,
    most: 10_000,
    told: (limit) =>
      t(
        "{0} requests wait already; further ones are cancelled until some are answered (setting “acpSubagents.limits.openRequests”).",
        limit,
      ),
  },
  logBytes: {
    usual: 20_000_000,
    least: 100_000,
    most: 1_000_000_000,
    told: (limit) => t("only the last {0} bytes of its traffic are kept (setting “acpSubagents.limits.logBytes”)", limit),
  },
};

/** The names of all limits. */
export const limitNames = Object.keys(limitTable) as (keyof Limits)[];

/** The limits by what `read` gives for the setting of each name; what is no number, or out of bounds, is put right. */
export function readLimits(read: (name: string) => unknown): Limits {
  const limit = (name: keyof Limits): number => {
    const { usual, least, most } = limitTable[name];
    const value = read(`limits.${name}`);
    return typeof value === "number" && Number.isFinite(value) ? Math.round(Math.min(most, Math.max(least, value))) : usual;
  };
  return Object.fromEntries(limitNames.map((name) => [name, limit(name)])) as unknown as Limits;
}

/** The limits where no setting says otherwise. */
export const usualLimits: Limits = readLimits(() => undefined);

/** What the person reads where this limit has cut something. */
export function toldLimit(name: keyof Limits, limits: Limits): string {
  return limitTable[name].told(limits[name]);
}
