// npm start [-- --install | --no-open]: the extension, built and packaged, in an editor on a sample folder.
//   --install  installs into the everyday editor instead of a throw-away one
//   --no-open  opens no window: serves the workbench on loopback and prints its address
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getCodeServer, installVsix, RunningServer } from "../test/workbench/codeServer.ts";
import { sendSignal } from "../test/workbench/processes.ts";
import { Profile } from "../test/workbench/profile.ts";
import { copySample } from "../test/workbench/workbench.ts";
import { canOpenOwnWindow, findEditorCli, thisMachine } from "./lib/desktopEditor.ts";
import { build, main, packageVsix, vsixPath } from "./lib/steps.ts";
import { run, SetupError, say } from "./setup.mjs";

const whatToClick = `
  1. Click the icon "ACP Subagents" in the activity bar, at the window's edge.
  2. Press F1 and run "ACP: Try the Demo Agent". It needs no key and no network.
  3. Send it one of its prompts (type / to see them); each subagent is a row of the tree and a card to open.
`;

const howToEnd = "\nCtrl-C ends everything and deletes the throw-away profile.\n";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

await main(async () => {
  for (const signal of signals) process.on(signal, exitAtOnce);
  const { values } = parseArgs({ options: { install: { type: "boolean" }, "no-open": { type: "boolean" } } });
  const cli = findEditorCli(thisMachine);
  say("building …");
  await build();
  await packageVsix();
  if (values.install) await installForEveryDay(cli);
  else if (cli && !values["no-open"] && canOpenOwnWindow(cli, thisMachine)) await openDesktop(cli);
  else await serve(!values["no-open"]);
});

async function installForEveryDay(cli: string | undefined): Promise<void> {
  const byHand = `In your editor, press F1, run "Extensions: Install from VSIX…" and choose ${vsixPath}.`;
  if (!cli) throw new SetupError(`There is no VS Code on the PATH. ${byHand}`);
  const { code } = await run(cli, ["--install-extension", vsixPath, "--force"], { limitSeconds: 120 });
  if (code !== 0) throw new SetupError(`${cli} did not take the extension. ${byHand}`);
  process.stdout.write(`\nInstalled with ${cli}. Reload its windows (F1, "Developer: Reload Window").\n${whatToClick}`);
}

async function openDesktop(cli: string): Promise<void> {
  const profile = throwAwayProfile();
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = [...asRoot, ...profile.folderArgs];
  const { code } = await run(cli, [...args, "--install-extension", vsixPath], { limitSeconds: 120 });
  if (code !== 0) throw new SetupError(`${cli} did not take the extension. \`npm start -- --no-open\` does without it.`);

  const shell = process.platform === "win32";
  const editor = spawn(cli, [...args, "--new-window", "--wait", copySample(profile)], { stdio: ["ignore", 2, 2], shell });
  process.stdout.write(`\nA throw-away window of ${cli} opens on a sample folder.\n${whatToClick}${howToEnd}`);
  await Promise.race([once(editor, "exit"), toldToStop()]);
  endEditor(profile);
  editor.kill();
}

function throwAwayProfile(): Profile {
  const profile = new Profile();
  process.on("exit", () => profile.remove());
  return profile;
}

/** The window belongs to a process of its own, whose id the editor keeps in this file while it runs. */
function endEditor(profile: Profile): void {
  const lock = join(profile.userData, "code.lock");
  const pid = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
  if (pid > 0) sendSignal(pid, "SIGTERM");
}

async function serve(isOpened: boolean): Promise<void> {
  const codeServer = await getCodeServer();
  const profile = throwAwayProfile();
  await installVsix(codeServer, profile, vsixPath);
  const server = await RunningServer.start(codeServer, profile);
  const address = server.folderUrl(copySample(profile));
  process.stdout.write(
    `\nVS Code (code-server) serves a sample folder, with the extension installed:\n\n    ${address}\n${whatToClick}${howToEnd}`,
  );
  if (isOpened) openInBrowser(address);
  const how = await Promise.race([server.ended, toldToStop()]);
  await server.stop();
  if (how !== "told") throw new SetupError(`code-server ended by itself:\n${server.output()}`);
}

/** Hands the address to the desktop. Where there is none, the person has read it already. */
function openInBrowser(address: string): void {
  const [command, ...args] =
    process.platform === "win32" ? ["cmd", "/c", "start", ""] : [process.platform === "darwin" ? "open" : "xdg-open"];
  const child = spawn(command ?? "", [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => say("no program here opens addresses: open it in a browser yourself."));
  child.unref();
}

/** Resolves at the first signal. Further ones change nothing: a terminal and its npm both pass on the same Ctrl-C. */
function toldToStop(): Promise<"told"> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.removeListener(signal, exitAtOnce);
      process.on(signal, () => resolve("told"));
    }
  });
}

/** Until there is something to be ended in order. */
function exitAtOnce(): void {
  process.exit(130);
}
