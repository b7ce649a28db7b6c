import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import { mostAttachments } from "../../acp/attachmentTray.ts";
import { promptContent } from "../../acp/promptContent.ts";
import type { PromptEnd } from "../../acp/promptQueue.ts";
import type { Logger } from "../../base/logger.ts";
import { OneAtATime } from "../../base/oneAtATime.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import type { Attachment } from "../../session/attachment.ts";
import type { SessionId } from "../../session/ids.ts";
import type { WebviewMessage } from "../../shared/protocol.ts";
import { sessionKey } from "../../views/hub.ts";
import type { AgentConnection } from "../connections.ts";
import { NotNow } from "../notNow.ts";
import type { WebviewSurface } from "../transcripts/webviewSurface.ts";
import { Completer } from "./completer.ts";
import { attachmentOf, imageOf, readContent } from "./promptFiles.ts";

/** What the composer asks of the host about attachments. */
export type AttachMessage = Extract<WebviewMessage, { readonly type: "complete" | "attach" | "attachUris" | "attachImage" | "detach" }>;

/** A root session of a running agent, for which a prompt is written. */
export interface PromptPlace {
  readonly connection: AgentConnection;
  readonly sessionId: SessionId;
}

/** Characters of a picture's name that are kept. */
const longestName = 200;

/** Where prompts are made: what `@` offers, what is attached, and the blocks that are sent at last. */
export class PromptDesk {
  readonly #log: Logger;
  readonly #timer: Timer;
  readonly #completers = new WeakMap<WebviewSurface, Completer>();
  /** The last prompt of each session whose content is being read: the next one is sent after it. */
  readonly #making = new WeakMap<Agent, Map<SessionId, Promise<unknown>>>();
  /** Earlier prompts that are taken up, by the keys of their sessions. */
  readonly #takingUp = new OneAtATime<string>();

  constructor(log: Logger, timer: Timer) {
    this.#log = log;
    this.#timer = timer;
  }

  /**
   * Sends a prompt with attachments, after those that were given before it, and resolves as `Agent.sendPrompt` does.
   * Rejects with a PersonError before anything is sent when an attachment cannot be read.
   */
  async send({ agent }: AgentConnection, sessionId: SessionId, text: string, attachments: readonly Attachment[]): Promise<PromptEnd> {
    const making = this.#making.get(agent) ?? new Map<SessionId, Promise<unknown>>();
    this.#making.set(agent, making);
    const before = making.get(sessionId);
    if (!before && attachments.length === 0) return agent.sendPrompt(sessionId, text);
    const sent = (async () => {
      await before;
      const content = await promptContent(text, attachments, agent.offers.prompt, readContent);
      // In an object, so that only its beginning is waited for.
      return { end: agent.sendPrompt(sessionId, content, attachments) };
    })();
    const begun = sent.then(
      () => undefined,
      () => undefined,
    );
    making.set(sessionId, begun);
    try {
      return await (await sent).end;
    } finally {
      if (making.get(sessionId) === begun) making.delete(sessionId);
    }
  }

  /** Takes up an earlier prompt of a session, to be changed. Who asks again before that is done asks for nothing more. */
  takeUp({ connection, sessionId }: PromptPlace, work: () => Promise<void>): Promise<void> {
    return this.#takingUp.runUnlessBusy(sessionKey(connection.key, sessionId), work);
  }

  /** Does what the composer of a transcript asked for. Rejects with `NotNow` when it cannot be done. */
  async act(surface: WebviewSurface, { connection, sessionId }: PromptPlace, message: AttachMessage): Promise<void> {
    const { agent } = connection;
    switch (message.type) {
      case "complete": {
        const { asked, query } = message;
        return this.#completer(surface).complete(query, agent.model.get(sessionId)?.cwd, (items, isComplete) =>
          surface.do({ do: "offer", asked, items, isComplete }),
        );
      }
      case "attach":
        try {
          const chosen = await this.#completer(surface).take(message.itemId);
          if (!chosen) throw new NotNow(t("This is not offered any more. Type “@” again."));
          return agent.attachments.add(sessionId, [chosen]);
        } catch (error) {
          surface.do({ do: "notAttached", itemId: message.itemId });
          throw error;
        }
      case "attachUris":
        return this.attachUris({ connection, sessionId }, message.uris.map(parsedUri));
      case "attachImage":
        return attachImage({ connection, sessionId }, imageOf(message.name.slice(0, longestName), Buffer.from(message.data, "base64")));
      case "detach":
        return agent.attachments.remove(sessionId, message.attachmentId);
    }
  }

  /** The answer of the last `complete` of this transcript is not wanted any more. */
  stopCompleting(surface: WebviewSurface): void {
    this.#completers.get(surface)?.stop();
  }

  /** Attaches files and folders of the editor's own lists. */
  async attachUris({ connection, sessionId }: PromptPlace, uris: readonly vscode.Uri[]): Promise<void> {
    const { agent } = connection;
    // More than a prompt carries are refused as too many; none of them is looked at.
    const attachments = await Promise.all(uris.slice(0, mostAttachments + 1).map((uri) => attachmentOf(uri, agent.offers.prompt.image)));
    agent.attachments.add(sessionId, attachments);
  }

  #completer(surface: WebviewSurface): Completer {
    const completer = this.#completers.get(surface) ?? new Completer(this.#log, this.#timer);
    this.#completers.set(surface, completer);
    return completer;
  }
}

/** Attaches a picture; throws `NotNow` with the reason when it cannot be sent. */
export function attachImage({ connection, sessionId }: PromptPlace, image: ReturnType<typeof imageOf>): void {
  const { agent, agentLabel } = connection;
  if (!agent.offers.prompt.image) throw new NotNow(t("{0} takes no pictures in a prompt.", agentLabel));
  if ("problem" in image) throw new NotNow(image.problem);
  agent.attachments.add(sessionId, [image]);
}

function parsedUri(text: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch {
    throw new NotNow(t("This cannot be attached: {0}", text));
  }
}
