import type { Memento } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { PersonError } from "../base/personError.ts";
import type { Timer } from "../base/timer.ts";
import { t } from "../base/words.ts";
import { type SessionData, sessionsData } from "../views/exports/sessionData.ts";
import { lossWords } from "../views/lossWords.ts";
import { SilenceWatch } from "../views/silenceWatch.ts";
import { StopWatch, type UnheededStop, unheededWords } from "../views/stopWatch.ts";
import { SubagentTree } from "../views/tree/treeView.ts";
import { AgentVersions } from "./agents/agentVersions.ts";
import type { UnexpectedEnd } from "./agents/runningAgents.ts";
import { AgentConnection } from "./connections.ts";
import { commandId, run } from "./names.ts";
import { Notifications } from "./notifications.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import { PersonMemory } from "./personMemory.ts";
import { AttachmentKeeper } from "./prompts/attachmentKeeper.ts";
import { StatusBar } from "./statusBar.ts";
import { WindowState } from "./windowState.ts";

/** All that attends to connections and has nothing to do before there is one: loaded and made when the first is about to come. */
export class Attendants implements Disposable {
  readonly #parts: Parts;
  readonly #lifetime = new DisposableStore();

  constructor(parts: Parts, globalState: Memento, timer: Timer) {
    this.#parts = parts;
    const { connections, surfaces, settings, teller, tree, agents, log } = parts;
    tree.show(new SubagentTree(connections, timer, () => settings.limits));
    const statusBar = this.#lifetime.add(new StatusBar(connections));
    const bringUp = async (key: string) => (await import("./tree/subagentCommands.ts")).bringUpRequest(parts, key);
    this.#lifetime.add(new AttachmentKeeper(parts));
    this.#lifetime.add(new AgentVersions({ ...parts, memory: new PersonMemory(globalState, log) }));
    this.#lifetime.add(new WindowState({ connections, surfaces, tree, statusBar, timer }));
    this.#lifetime.add(new Notifications({ connections, surfaces, settings, teller, timer, bringUp }));
    this.#lifetime.add(agents.onDidEnd((end) => tellEnd(parts, end)));
    this.#lifetime.add(this.#lifetime.add(new StopWatch(connections, timer)).onDidWaitLong((stop) => offerToEnd(parts, stop)));
    noticeSilences(parts, timer, this.#lifetime);
    this.#lifetime.add(agents.onDidLose((broughtBack) => teller.warn(lossWords(broughtBack))));
  }

  /** All sessions as other extensions see them. */
  get sessions(): readonly SessionData[] {
    return sessionsData(this.#parts.connections.connections);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** A working session of which nothing is heard is marked so, with the event that its store needs for that. */
function noticeSilences({ connections, settings }: Parts, timer: Timer, lifetime: DisposableStore): void {
  const watch = lifetime.add(new SilenceWatch(connections, timer, () => settings.stalledAfter));
  lifetime.add(settings.onDidChange(() => watch.limitChanged()));
  lifetime.add(
    watch.onDidChange(({ connection, session, since }) => {
      if (connection instanceof AgentConnection) connection.agent.note({ type: "silenceNoted", sessionId: session.id, since });
    }),
  );
}

/** Of an agent that does not stop. A session that stopped meanwhile, or an agent that ended, is left alone. */
function offerToEnd({ agents, teller }: Parts, stop: UnheededStop): void {
  const { connection, session } = stop;
  if (!(connection instanceof AgentConnection)) return;
  const end = () => {
    if (!session.isStopping || connection.agent.isClosed) throw new NotNow(t("It has stopped by now."));
    return agents.disconnect(connection);
  };
  teller.warn(unheededWords(stop), { label: t("End Agent"), run: end });
}

function tellEnd({ teller, agents, connections, reconnector }: Parts, { connection, reason }: UnexpectedEnd): void {
  const { agent, definition, key } = connection;
  if ("url" in definition) {
    reconnector.begin(connection);
    teller.fail(t("The agent"), new PersonError(reason), {
      label: t("Reconnect Now"),
      run: () => run(commandId("reconnectNow"), `${key}/`),
    });
    return;
  }
  const restart = () => {
    // The notification may be older than a restart.
    if (agents.running(definition.id)) throw new NotNow(t("{0} runs again.", definition.label));
    if (!connections.agentConnections.includes(connection))
      throw new NotNow(t("{0} is not in the tree any more. Start it with “ACP: Start Session…”.", definition.label));
    return run(commandId("restartAgent"), `${key}/`);
  };
  teller.fail(t("The agent"), new PersonError(reason, agent.stderrTail), { label: t("Restart Agent"), run: restart });
}
