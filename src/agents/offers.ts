import type { AgentPreset } from "./presets.ts";

/** npm's runner, which fetches a package and runs it. */
const npx = "npx";

/** How an agent that many people have can be had on this machine. */
export interface AgentOffer {
  readonly preset: AgentPreset;
  /**
   * `found`: its program is on this machine. `npx`: npm's runner is, and fetches it when it starts. `missing`: neither is.
   */
  readonly place: "found" | "npx" | "missing";
  /** The program that `entry` names: as a full path when it was found, else as it is looked for on the PATH. */
  readonly program: string;
  /** What stands in the settings for it. */
  readonly entry: { readonly command: string; readonly args: readonly string[] };
}

/** The order in which they are offered: what is there comes first. */
const places: readonly AgentOffer["place"][] = ["found", "npx", "missing"];

/** What can be added of the known agents. `find` gives the full path of a command's program and runs nothing. */
export async function offersOf(
  presets: readonly AgentPreset[],
  find: (command: string) => Promise<string | undefined>,
): Promise<readonly AgentOffer[]> {
  const runner = await find(npx);
  const offers = await Promise.all(presets.map((preset) => offerOf(preset, runner, find)));
  return places.flatMap((place) => offers.filter((offer) => offer.place === place));
}

async function offerOf(
  preset: AgentPreset,
  runner: string | undefined,
  find: (command: string) => Promise<string | undefined>,
): Promise<AgentOffer> {
  const { npm, program, args } = preset;
  const found = program === undefined ? undefined : await find(program);
  if (program !== undefined && (found !== undefined || !npm)) {
    const place = found === undefined ? "missing" : "found";
    return { preset, place, program: found ?? program, entry: { command: program, args } };
  }
  const entry = { command: npx, args: ["-y", ...(npm ? [`${npm.package}@${npm.version}`] : []), ...args] };
  return { preset, place: runner === undefined ? "missing" : "npx", program: runner ?? npx, entry };
}
