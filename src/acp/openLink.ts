import { parseUrl } from "../base/address.ts";
import { usualLimits } from "../base/limits.ts";
import type { Logger } from "../base/logger.ts";
import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { AgentLink } from "./agentLink.ts";
import { AgentProcess } from "./process/agentProcess.ts";
import type { AgentHost, AgentLaunch } from "./process/launch.ts";
import { HttpLink, type HttpLinkOptions } from "./remote/httpLink.ts";
import { defaultRemoteLimits } from "./remote/remoteLimits.ts";
import { SocketLink } from "./remote/socketLink.ts";

/** Starts an agent, or reaches for one on a server; `onUnheard` see `HttpLinkOptions`. Rejects with a PersonError when that cannot even be begun. */
export async function openLink(
  launch: AgentLaunch,
  host: AgentHost,
  log: Logger,
  onUnheard: HttpLinkOptions["onUnheard"],
): Promise<AgentLink> {
  if (!("url" in launch)) return AgentProcess.start(launch, host, log);
  const { lineBytes } = host.limits?.() ?? usualLimits;
  const limits = { ...defaultRemoteLimits, maxMessageBytes: lineBytes, ...launch.limits };
  switch (parseUrl(launch.url)?.protocol) {
    case "ws:":
    case "wss:":
      return SocketLink.open(launch, log, limits);
    case "http:":
    case "https:": {
      const { createHttpStream } = await host.loadSdk();
      return new HttpLink({ launch, log, limits, createHttpStream, onUnheard });
    }
    default:
      throw new PersonError(
        t('{0} has no usable "url": it begins with ws://, wss://, http:// or https://. Change it in the settings.', launch.label),
        launch.url,
      );
  }
}
