// npm run release:check [-- --draft | --tag vX.Y.Z]: what has to be true of a release. --draft leaves out what only a release has:
// its version in the changelog.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPackage } from "./lib/packageCheck.ts";
import { allSentences, bundleFile, languages, manifestTexts, problemsOf, readTexts } from "./lib/sentences.ts";
import { build, main } from "./lib/steps.ts";
import { root } from "./setup.mjs";

interface Lock {
  readonly version: string;
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly license?: string; readonly dev?: boolean; readonly resolved?: string }>
  >;
}

const read = (file: string) => readFileSync(join(root, file), "utf8");

await main(async () => {
  const { values } = parseArgs({ options: { draft: { type: "boolean", default: false }, tag: { type: "string" } } });
  const { version } = JSON.parse(read("package.json"));
  const lock: Lock = JSON.parse(read("package-lock.json"));
  await build();
  const found: Readonly<Record<string, readonly string[]>> = {
    version: [
      ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is no version for the Marketplace: three numbers.`]),
      ...(values.tag === undefined || values.tag === `v${version}` ? [] : [`The tag is ${values.tag}, package.json says ${version}.`]),
    ],
    changelog: values.draft ? [] : changelogProblems(version),
    "lock file": lockProblems(version, lock),
    translations: translationProblems(),
    evidence: evidenceProblems(),
    "VSIX and its licences": (await checkPackage()).flatMap(({ reasons }) => reasons),
  };
  for (const [what, problems] of Object.entries(found)) {
    process.stdout.write(`${problems.length === 0 ? "✔" : "✗"} ${what}\n${problems.map((problem) => `    ${problem}\n`).join("")}`);
  }
  process.exitCode = Object.values(found).some((problems) => problems.length > 0) ? 1 : 0;
});

/** The newest heading is the version with a day, and says something. */
function changelogProblems(version: string): readonly string[] {
  const [, heading = "", text = ""] = /^## (.+)\n([\s\S]*?)(?=\n## |$(?![\s\S]))/m.exec(read("CHANGELOG.md")) ?? [];
  if (!heading.startsWith(`${version} – `)) return [`Its newest heading is “${heading}”, and should be “${version} – ” and the day.`];
  return text.trim() === "" ? ["It says nothing of this version."] : [];
}

function lockProblems(version: string, { packages, ...lock }: Lock): readonly string[] {
  const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  return [
    ...(lock.version === version ? [] : [`It is of version ${lock.version}: npm install --package-lock-only.`]),
    ...addressed.map(([path]) => `${path} has an address of its own.`),
  ];
}

function translationProblems(): readonly string[] {
  const english = Object.fromEntries(allSentences().sentences.map((sentence) => [sentence, sentence]));
  return languages.flatMap((language) => [
    ...problemsOf(language, english, readTexts(bundleFile(language))),
    ...problemsOf(language, readTexts(manifestTexts()), readTexts(manifestTexts(language))),
  ]);
}

/** What the list of evidence names is there, and every picture is told of. */
function evidenceProblems(): readonly string[] {
  const folder = join("docs", "evidence");
  const told = read(join(folder, "README.md"));
  const named = [...told.matchAll(/\]\(([\w./-]+)\)/g)].map(([, file = ""]) => file);
  const files = readdirSync(join(root, folder)).filter((file) => file !== "README.md");
  const patterns = [...told.matchAll(/`([\w.<>*-]+\.(?:png|md))`/g)].map(
    ([, pattern = ""]) => new RegExp(`^${pattern.replace(/<\w+>|\*/g, ".+")}$`),
  );
  return [
    ...named.filter((file) => !existsSync(join(root, folder, file))).map((file) => `${file} is named, and not there.`),
    ...files
      .filter((file) => !named.includes(file) && !patterns.some((pattern) => pattern.test(file)))
      .map((file) => `${file} is not told of.`),
  ];
}
