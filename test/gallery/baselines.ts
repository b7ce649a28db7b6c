// The pictures that were looked at and accepted. They stand in the repository.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";

const folder = join(root, "test", "gallery", "baselines");
const lettersFile = join(folder, "letters.txt");

/** All of them together stay below this, in bytes. */
export const mostBytes = 1_300_000;

/** How letters look where the pictures were taken; empty when there are none. */
export async function keptLetters(): Promise<string> {
  return (await readFile(lettersFile, "utf8").catch(() => "")).trim();
}

/** The kept picture; undefined when there is none of this name. */
export async function kept(name: string): Promise<Buffer | undefined> {
  return await readFile(join(folder, `${name}.png`)).catch(() => undefined);
}

/** The names of all kept pictures. */
export async function keptNames(): Promise<readonly string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.filter((file) => file.endsWith(".png")).map((file) => file.slice(0, -".png".length));
}

/** Puts these pictures into the place of those whose names `isReplaced` holds for, and returns the bytes of all. */
export async function keep(pictures: ReadonlyMap<string, Buffer>, letters: string, isReplaced: (name: string) => boolean): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const name of await keptNames()) if (isReplaced(name)) await rm(join(folder, `${name}.png`));
  for (const [name, png] of pictures) await writeFile(join(folder, `${name}.png`), png);
  await writeFile(lettersFile, `${letters}\n`);
  const sizes = await Promise.all((await keptNames()).map(async (name) => (await kept(name))?.length ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
