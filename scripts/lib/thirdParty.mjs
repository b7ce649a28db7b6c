// The licences of what is not ours in the bundles: a notice for each package that esbuild took anything of.
import { readdirSync, readFileSync } from "node:fs";

/** Shipped as a file of its own, so that no bundle names it. */
const copied = ["node_modules/@vscode/codicons"];
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const legalFile = /^(licen[cs]e|copying|notice)\b/i;

/** @typedef {{ readonly name: string, readonly version: string, readonly license: string, readonly text: string }} Notice */

/**
 * One notice a package, by name. Throws when a package comes without a licence or its text.
 * @param {readonly import("esbuild").Metafile[]} metafiles
 * @returns {readonly Notice[]}
 */
export function notices(metafiles) {
  const taken = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set([...copied, ...taken.flatMap((path) => packageFolder.exec(path)?.[0] ?? [])]);
  return [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} folder
 * @returns {Notice}
 */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const files = readdirSync(folder).filter((file) => legalFile.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").replaceAll("\r\n", "\n").trim());
  // Some packages only name their licence; this one is the same words with another holder.
  if (texts.length === 0 && license === "MIT" && author) texts.push(mitOf(author.name ?? author));
  if (typeof license !== "string" || texts.length === 0) throw new Error(`${name} ${version} comes without a licence (${folder}).`);
  return { name, version, license, text: texts.join("\n\n") };
}

/** @param {string} holder */
function mitOf(holder) {
  return readFileSync("LICENSE", "utf8")
    .replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
    .trim();
}

/**
 * The notices as one file to read.
 * @param {readonly Notice[]} all
 */
export function noticesText(all) {
  const line = "-".repeat(80);
  return [
    "ACP Subagents contains these works of others:",
    all.map(({ name, version, license }) => `  ${name} ${version} (${license})`).join("\n"),
    ...all.map(({ name, version, license, text }) => `${line}\n${name} ${version} (${license})\n${line}\n\n${text}`),
    "",
  ].join("\n\n");
}
