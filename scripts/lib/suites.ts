// The suites of `npm test`: what each needs, what it runs, how long it may take.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { getAgents } from "../../test/agents/install.ts";
import { getBrowser } from "../../test/browser.ts";
import { getCodeServer } from "../../test/workbench/codeServer.ts";
import { root, run, SetupError } from "../setup.mjs";
import { endMarked, mark } from "./leftovers.ts";
import { checkPackage } from "./packageCheck.ts";
import { build, packageVsix } from "./steps.ts";
import { check, sum, type Tally, tallyOfRun } from "./tally.ts";

/** In the order in which they run: what fails soonest comes first. */
export const suiteNames = [
  "types",
  "lint",
  "unit",
  "fuzz",
  "soak",
  "package",
  "agents",
  "webview",
  "gallery",
  "host",
  "workbench",
  "commands",
  "oldest",
] as const;

/** What runs when none is named: `oldest` takes an editor of its own, for what changes rarely. */
export const usualSuites: readonly SuiteName[] = suiteNames.filter((name) => name !== "oldest");

export type SuiteName = (typeof suiteNames)[number];

/** Whether the word names a suite. */
export function isSuiteName(word: string): word is SuiteName {
  return (suiteNames as readonly string[]).includes(word);
}

type Preparation = "build" | "vsix" | "agents" | "browser" | "codeServer";

/** One run of one suite. */
interface Place {
  /** A folder for the run's own files. */
  readonly scratch: string;
  /** For every process of the suite. */
  readonly env: NodeJS.ProcessEnv;
  readonly limitSeconds: number;
}

interface Suite {
  /** What must be there before it runs. */
  readonly needs: readonly Preparation[];
  /** What it looks for by itself if it turns out to need it: fetched early, no condition. */
  readonly mayUse?: readonly Preparation[];
  readonly limitSeconds: number;
  run(place: Place): Promise<Tally>;
}

/** As fast as it goes, with as many subagents as the long form. What holds the event loop is counted in processor time, so that a busy machine is no fault. */
const shortSoak = ["--minutes", "0", "--frames", "60000", "--children", "200", "--chapters", "6", "--p99", "50"];

const suites: Record<SuiteName, Suite> = {
  types: { needs: [], limitSeconds: 180, run: (place) => tool("node_modules/typescript/bin/tsc", ["-p", "."], "Types do not fit.", place) },
  lint: {
    needs: [],
    limitSeconds: 120,
    run: (place) => tool("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"], "The linter objects.", place),
  },
  unit: { needs: [], limitSeconds: 300, run: (place) => mocha("test/unit/**/*.test.ts", 10_000, place) },
  fuzz: {
    needs: [],
    limitSeconds: 180,
    run: (place) =>
      tool("test/fuzz/main.ts", ["--frames", "20000"], "A damaged recording breaks a rule; what stands above says which.", place),
  },
  soak: {
    needs: [],
    limitSeconds: 180,
    run: (place) =>
      tool("test/soak/main.ts", shortSoak, "A window that lives long loses or keeps something; what stands above says what.", place),
  },
  package: { needs: ["vsix"], limitSeconds: 120, run: async () => sum(await checkPackage()) },
  agents: { needs: ["agents"], limitSeconds: 240, run: (place) => mocha("test/agents/**/*.test.ts", 60_000, place) },
  webview: { needs: ["build", "browser"], limitSeconds: 300, run: (place) => mocha("test/webview/**/*.test.ts", 30_000, place) },
  gallery: { needs: ["build", "browser"], limitSeconds: 300, run: (place) => mocha("test/gallery/**/*.test.ts", 30_000, place) },
  host: {
    needs: ["build"],
    mayUse: ["codeServer", "browser"],
    limitSeconds: 480,
    run: (place) => counted([join(root, "test", "host", "main.ts")], place),
  },
  workbench: {
    needs: ["vsix", "codeServer", "browser"],
    limitSeconds: 1080,
    run: (place) => mocha("test/workbench/**/*.test.ts", 120_000, place),
  },
  commands: {
    needs: ["build", "codeServer", "browser"],
    limitSeconds: 600,
    run: (place) => mocha("test/commands/**/*.test.ts", 180_000, place),
  },
  oldest: {
    needs: ["vsix", "browser"],
    limitSeconds: 600,
    run: ({ env, ...place }) => {
      const files = ["demo", "options", "find", "timeline"].map((name) => `test/workbench/${name}.test.ts`);
      return mocha(files, 120_000, { ...place, env: { ...env, ACP_EDITOR: "oldest" } });
    },
  },
};

const preparations = {
  build: once(build),
  vsix: once(async () => {
    await preparations.build();
    await packageVsix();
  }),
  agents: once(getAgents),
  browser: once(getBrowser),
  codeServer: once(getCodeServer),
} satisfies Record<Preparation, () => Promise<unknown>>;

/** Begins to fetch what the chosen suites need and what takes the network rather than the processor. Failures are told by the suite. */
export function warmUp(chosen: readonly SuiteName[]): void {
  const needs = new Set(chosen.flatMap((name) => [...suites[name].needs, ...(suites[name].mayUse ?? [])]));
  for (const need of ["agents", "browser", "codeServer"] as const) if (needs.has(need)) preparations[need]().catch(() => undefined);
}

/** Runs one suite. What keeps it from running is its failure; so is a process that it leaves behind. */
export async function runSuite(name: SuiteName, scratch: string): Promise<Tally> {
  const suite = suites[name];
  try {
    for (const need of suite.needs) await preparations[need]();
    // Throw-away folders of the suite's processes go into the scratch folder, and with it, even if those were killed.
    const env = {
      ...process.env,
      ...mark,
      TMPDIR: scratch,
      TEMP: scratch,
      ...(suite.needs.includes("browser") && { CHROME_PATH: await preparations.browser() }),
    };
    const tally = await suite.run({ scratch, env, limitSeconds: suite.limitSeconds });
    const left = await endMarked(10_000);
    if (left.length === 0) return tally;
    return sum([
      tally,
      check(`Left ${left.length} processes behind: ${left.map(({ pid, command }) => `${pid} ${command.slice(0, 120)}`).join("; ")}.`),
    ]);
  } catch (error) {
    if (error instanceof SetupError) return check(error.message);
    return check(error instanceof Error ? `It could not run: ${error.stack ?? error.message}` : String(error));
  }
}

/** A program of node_modules whose exit code is the answer. */
async function tool(program: string, args: readonly string[], complaint: string, { env, limitSeconds }: Place): Promise<Tally> {
  const { code, timedOut } = await run(process.execPath, [join(root, program), ...args], { env, limitSeconds, stdout: 1 });
  if (timedOut) return check(`${complaint} It took longer than ${limitSeconds} seconds.`);
  return check(code === 0 ? undefined : complaint);
}

function mocha(spec: string | readonly string[], testTimeoutMs: number, place: Place): Promise<Tally> {
  const reporter = join(root, "scripts", "lib", "mochaReporter.ts");
  const args = ["--reporter", reporter, "--timeout", String(testTimeoutMs), "--forbid-only", "--forbid-pending", ...[spec].flat()];
  return counted([join(root, "node_modules", "mocha", "bin", "mocha.js"), ...args], place);
}

/** A program that leaves its counts in the file named by ACP_TEST_RESULT. */
async function counted(command: readonly string[], { scratch, env, limitSeconds }: Place): Promise<Tally> {
  const result = join(scratch, `${randomUUID()}.json`);
  const args = ["--disable-warning=ExperimentalWarning", ...command];
  const { code, timedOut } = await run(process.execPath, args, { env: { ...env, ACP_TEST_RESULT: result }, limitSeconds, stdout: 1 });
  return tallyOfRun(result, code, timedOut);
}

/** The same promise at every call. */
function once<T>(action: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => (promise ??= action());
}
