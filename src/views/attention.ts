import type { SessionId } from "../session/ids.ts";
import type { OpenRequest } from "../session/requests.ts";
import type { RequestView } from "../shared/protocol.ts";
import type { Hub } from "./hub.ts";

/** The session a surface shows. */
export interface Shown {
  readonly connectionKey: string;
  readonly sessionId: SessionId;
}

/** All requests that wait for the person, oldest first; in a child's own surface the ones below it first. */
export function requestViews(_hub: Hub, _shown?: Shown): readonly RequestView[] {
  return [];
}

/** How many requests wait for the person (the badge). */
export function waitingCount(_hub: Hub): number {
  return 0;
}

/** The exact command, or file and diff, that a request is about; empty when its title says it all. */
export function requestDetail(_request: OpenRequest): string {
  return "";
}
