// Stands in for the desktop's `code` program where there is none: takes the arguments that `runTests` gives it, runs the tests in
// the extension host of a code-server whose page a headless browser opens, and ends with the code that VS Code gives.
import { join, resolve } from "node:path";
import { format } from "node:util";
import { launchBrowser } from "../browser.ts";
import { getCodeServer, RunningServer } from "../workbench/codeServer.ts";
import { Profile } from "../workbench/profile.ts";

const limitSeconds = 240;

/** The last value of `--name=value`. */
function option(name: string): string {
  const start = `--${name}=`;
  const found = process.argv.findLast((argument) => argument.startsWith(start));
  if (!found) throw new Error(`The stand-in for VS Code needs ${start}…`);
  return found.slice(start.length);
}

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

const profile = new Profile({}, { userData: option("user-data-dir"), extensions: option("extensions-dir") });
// Without the first of these options VS Code ignores the paths of extension and tests without a word.
const options = ["enable-smoke-test-driver", "force-disable-user-env"].flatMap((name) => ["--vscode-option", name]);
const server = await RunningServer.start(await getCodeServer(), profile, options);
const context = await launchBrowser(join(profile.folder, "browser"), { width: 1280, height: 900 });
const page = context.pages()[0] ?? (await context.newPage());

const ended = new Promise<number>((resolveEnd) => {
  const limit = setTimeout(() => {
    process.stderr.write(`VS Code told no end of the tests within ${limitSeconds} seconds.\n`);
    resolveEnd(2);
  }, limitSeconds * 1000);
  limit.unref();
  const listen = [
    page.exposeFunction("codeAutomationLog", (_type: string, words: unknown[]) => process.stdout.write(`${format(...words)}\n`)),
    page.exposeFunction("codeAutomationExit", (code: number) => resolveEnd(code)),
  ];
  Promise.all(listen).then(() => page.goto(server.folderUrl(resolve(folder ?? "."), { payload: payload(server.url) })));
});

const code = await ended;
const death = /Extension Host Process exited with code: (?!0,).*/.exec(server.output());
if (death) process.stderr.write(`${death[0]}\n`);
await context.close();
await server.stop();
profile.remove();
process.exitCode = code;

/** What the page needs to know, in the form in which VS Code for the web takes it. */
function payload(url: string): string {
  const remote = (path: string) => `vscode-remote://${new URL(url).host}${resolve(path)}`;
  return JSON.stringify(["extensionDevelopmentPath", "extensionTestsPath"].map((name) => [name, remote(option(name))]));
}
