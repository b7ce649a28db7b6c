// What may be in the VSIX, and how large: each rule is one check.
import { execFile } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { root } from "../setup.mjs";
import { loadExtension } from "./loadExtension.ts";
import { check, type Tally } from "./tally.ts";

const allowed =
  /^(dist\/[\w.-]+\.(cjs|js|css|ttf)|dist\/pageWords\.json|dist\/THIRD-PARTY-NOTICES\.txt|media\/.+|l10n\/[\w.-]+\.json|package(\.nls(\.[\w-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
/** Icons in a font are pictures too. */
const pictures = /\.(png|svg|gif|jpe?g|webp|ttf)$/;
const required = [
  "dist/extension.cjs",
  "dist/common.cjs",
  "dist/sdk.cjs",
  "dist/supervisor.cjs",
  "dist/demoAgent.cjs",
  "dist/webview.js",
  "dist/highlight.js",
  "dist/pageWords.json",
  "dist/THIRD-PARTY-NOTICES.txt",
  "package.nls.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** The licences under which something of others may be in the bundles. */
const licences = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "ISC", "MIT", "(MPL-2.0 OR Apache-2.0)"];

/** Each file that activation loads takes a moment of its own. */
const mostEarlyFiles = 2;

/** Looks at what `vsce` packages from the built tree. */
export async function checkPackage(): Promise<readonly Tally[]> {
  const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
  const { stdout } = await promisify(execFile)(process.execPath, [vsce, "ls", "--no-dependencies"], { cwd: root, timeout: 60_000 });
  const files = stdout.split(/\r?\n/).filter((line) => line !== "");
  const size = (some: readonly string[]) => some.reduce((bytes, file) => bytes + statSync(join(root, file)).size, 0);
  // A VSIX is a ZIP: what is fetched and kept is packed.
  const packed = (some: readonly string[]) =>
    some.reduce((bytes, file) => bytes + deflateRawSync(readFileSync(join(root, file))).length, 0);
  const isPicture = (file: string) => pictures.test(file);
  const contains = (file: string, text: string) => files.includes(file) && readFileSync(join(root, file), "utf8").includes(text);
  // Zod's internals carry this name through minification: it marks the SDK with its schemas.
  const sdkMark = "_zod";
  const withSdk = files.filter((file) => file.endsWith(".cjs") && contains(file, sdkMark));
  const early = (await loadExtension()).files.map((file) => `dist/${file}`);
  const named = namedLicences();
  return [
    none(
      "holds what it should not",
      files.filter((file) => !allowed.test(file)),
    ),
    none(
      "lacks",
      required.filter((file) => !files.includes(file)),
    ),
    none(
      "says no licence of",
      bundledPackages().filter((name) => !named.has(name)),
    ),
    none(
      "holds under a licence that it may not",
      [...named].filter(([, licence]) => !licences.includes(licence)).map(([name, licence]) => `${name} (${licence})`),
    ),
    atMost("The code", packed(files.filter((file) => file.startsWith("dist/") && !isPicture(file))), 1024 * 1024),
    atMost("The pictures", size(files.filter(isPicture)), 500_000),
    check(withSdk.length === 1 ? undefined : `The SDK is packaged ${withSdk.length} times: ${withSdk.join(", ")}.`),
    check(withSdk.some((file) => early.includes(file)) ? "Activation loads the SDK." : undefined),
    atMost("What activation loads", size(early), 110_000),
    check(early.length > mostEarlyFiles ? `Activation loads ${early.length} files; the limit is ${mostEarlyFiles}.` : undefined),
  ];
}

/** The licence of each package in the list of the notices. */
function namedLicences(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(root, "dist", "THIRD-PARTY-NOTICES.txt"), "utf8").matchAll(/^ {2}(\S+) \S+ \((.+)\)$/gm);
  return new Map(Array.from(lines, ([, name = "", licence = ""]) => [name, licence]));
}

/** The packages that the source maps of the bundles name. */
function bundledPackages(): readonly string[] {
  const maps = globSync("dist/*.map", { cwd: root }).map(
    (map) => JSON.parse(readFileSync(join(root, map), "utf8")) as { readonly sources: readonly string[] },
  );
  const names = maps.flatMap(({ sources }) => sources).flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  return [...new Set(names)];
}

function none(verb: string, files: readonly string[]): Tally {
  return check(files.length > 0 ? `The VSIX ${verb}: ${files.join(", ")}.` : undefined);
}

function atMost(what: string, bytes: number, limit: number): Tally {
  return check(bytes > limit ? `${what} in the VSIX take ${bytes} bytes; the limit is ${limit}.` : undefined);
}
