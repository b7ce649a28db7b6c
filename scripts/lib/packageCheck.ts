// What may be in the VSIX, and how large: each rule is one check.
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { root } from "../setup.mjs";
import { loadExtension } from "./loadExtension.ts";
import { check, type Tally } from "./tally.ts";

const allowed =
  /^(dist\/[\w.-]+\.(cjs|js|css|ttf)|media\/.+|l10n\/[\w.-]+\.json|package(\.nls(\.[\w-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
/** Icons in a font are pictures too. */
const pictures = /\.(png|svg|gif|jpe?g|webp|ttf)$/;
const required = [
  "dist/extension.cjs",
  "dist/sdk.cjs",
  "dist/supervisor.cjs",
  "dist/demoAgent.cjs",
  "dist/webview.js",
  "dist/highlight.js",
  "package.nls.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

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
  return [
    none(
      "holds what it should not",
      files.filter((file) => !allowed.test(file)),
    ),
    none(
      "lacks",
      required.filter((file) => !files.includes(file)),
    ),
    atMost("The code", packed(files.filter((file) => file.startsWith("dist/") && !isPicture(file))), 1024 * 1024),
    atMost("The pictures", size(files.filter(isPicture)), 500_000),
    check(withSdk.length === 1 ? undefined : `The SDK is packaged ${withSdk.length} times: ${withSdk.join(", ")}.`),
    check(withSdk.some((file) => early.includes(file)) ? "Activation loads the SDK." : undefined),
    atMost("What activation loads", size(early), 245_000),
  ];
}

function none(verb: string, files: readonly string[]): Tally {
  return check(files.length > 0 ? `The VSIX ${verb}: ${files.join(", ")}.` : undefined);
}

function atMost(what: string, bytes: number, limit: number): Tally {
  return check(bytes > limit ? `${what} in the VSIX take ${bytes} bytes; the limit is ${limit}.` : undefined);
}
