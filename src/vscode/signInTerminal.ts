import * as vscode from "vscode";
import type { AgentHost, ProgramLaunch } from "../acp/launch.ts";
import { DisposableStore } from "../base/disposables.ts";
import { PersonError } from "../base/personError.ts";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";

type End = { readonly type: "exited"; readonly code: number | undefined } | { readonly type: "done" } | { readonly type: "givenUp" };

/**
 * Runs a sign-in in a terminal, in the environment that the agent has. True when it ended with 0 or when the person says
 * that they are through; false when they give up. Rejects with a PersonError when the program fails.
 */
export async function signInByTerminal(launch: ProgramLaunch, host: AgentHost): Promise<boolean> {
  const lifetime = new DisposableStore();
  const { agentEnvironment, resolveLaunch } = await import("../acp/platform.ts");
  const { systemPlatform } = await import("../acp/systemPlatform.ts");
  const platform = systemPlatform();
  const { path, env } = resolveLaunch(launch, agentEnvironment(await host.environment(), launch.env, platform.os), platform);
  const terminal = vscode.window.createTerminal({
    name: plainLabel(t("Sign in to {0}", launch.label), 60),
    iconPath: new vscode.ThemeIcon("key"),
    shellPath: path,
    shellArgs: [...launch.args],
    cwd: launch.cwd,
    env: { ...env },
    strictEnv: true,
    isTransient: true,
  });
  const closed = new Promise<End>((resolve) => {
    lifetime.add(
      vscode.window.onDidCloseTerminal((each) => {
        if (each === terminal) resolve({ type: "exited", code: terminal.exitStatus?.code });
      }),
    );
  });
  try {
    terminal.show();
    const end = await Promise.race([closed, askWhenDone(launch.label)]);
    if (end.type !== "exited") return end.type === "done";
    if (end.code !== undefined && end.code !== 0) {
      throw new PersonError(t("The sign-in to {0} ended with code {1}. Try “ACP: Sign In…” again.", launch.label, end.code));
    }
    return end.code === 0;
  } finally {
    lifetime.dispose();
  }
}

/** Never resolves when the notification is only put away: the terminal still runs. */
async function askWhenDone(label: string): Promise<End> {
  const done = t("I Have Signed In");
  const giveUp = t("Give Up");
  const sentence = plainLabel(t("Sign in to {0} in the terminal. It goes on by itself when the program ends.", label), 300);
  const answer = await vscode.window.showInformationMessage(sentence, done, giveUp);
  if (answer === done) return { type: "done" };
  if (answer === giveUp) return { type: "givenUp" };
  return new Promise(() => undefined);
}
