import * as vscode from "vscode";
import type { AgentHost, ProgramLaunch } from "../../acp/process/launch.ts";
import { DisposableStore } from "../../base/disposables.ts";
import { PersonError } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";

/** How the sign-in in the terminal came to its end. `closed`: the person put the terminal away. */
type End = { readonly type: "exited"; readonly code: number | undefined } | { readonly type: "closed" } | { readonly type: "givenUp" };

/**
 * Runs a sign-in in a terminal, in the environment that the agent has. True when it ended with 0 or when the person
 * closes the terminal, which not every program does by itself; false when they give up. Rejects with a PersonError when the
 * program fails. The notification that tells of it goes with it.
 */
export async function signInByTerminal(launch: ProgramLaunch, host: AgentHost): Promise<boolean> {
  const lifetime = new DisposableStore();
  const { agentEnvironment, resolveLaunch } = await import("../../acp/process/platform.ts");
  const { systemPlatform } = await import("../../acp/process/systemPlatform.ts");
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
        if (each !== terminal) return;
        const isClosed = terminal.exitStatus?.reason === vscode.TerminalExitReason.User;
        resolve(isClosed ? { type: "closed" } : { type: "exited", code: terminal.exitStatus?.code });
      }),
    );
  });
  try {
    terminal.show();
    const end = await untilDone(launch.label, closed);
    if (end.type !== "exited") return end.type === "closed";
    if (end.code !== undefined && end.code !== 0) {
      throw new PersonError(t("The sign-in to {0} ended with code {1}. Try “ACP: Sign In…” again.", launch.label, end.code));
    }
    return end.code === 0;
  } finally {
    lifetime.dispose();
  }
}

/** Says what to do for as long as there is something to do; its *Cancel* gives up. */
async function untilDone(label: string, closed: Promise<End>): Promise<End> {
  const title = plainLabel(t("Sign in to {0} in the terminal. It goes on when the program ends or you close the terminal.", label), 300);
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (_progress, token) => {
    const givenUp = new Promise<End>((resolve) => token.onCancellationRequested(() => resolve({ type: "givenUp" })));
    return Promise.race([closed, givenUp]);
  });
}
