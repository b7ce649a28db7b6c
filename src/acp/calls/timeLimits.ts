/** How long an answer may take, in ms. A prompt, the replay of a history and a sign-in may take any time. */
export type TimeLimits = { readonly [method: string]: number | undefined };

/** How long each kind of answer is waited for, as it comes. */
export const defaultTimeLimits: TimeLimits = {
  initialize: 60_000,
  "session/new": 60_000,
  "session/resume": 60_000,
  "session/fork": 60_000,
  "session/list": 60_000,
  "session/close": 60_000,
  "session/delete": 60_000,
  "session/set_title": 60_000,
  "session/archive": 60_000,
  "session/unarchive": 60_000,
  "session/status": 60_000,
  logout: 60_000,
  "auth/status": 60_000,
  "session/set_mode": 60_000,
  "session/set_config_option": 60_000,
  "providers/list": 60_000,
  "providers/set": 60_000,
  "providers/disable": 60_000,
};

/**
 * Calls `end` once `ms` are over in which the person was not asked for anything: what an agent waits for, it cannot be blamed
 * for. Returns what stops it.
 */
export function startLimit(ms: number, isPersonAsked: () => boolean, end: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(() => (isPersonAsked() ? arm() : end()), ms);
  };
  arm();
  return () => clearTimeout(timer);
}

/** How long after its first noise an agent that starts may go without a frame, in ms. What a banner announces may be slow. */
export const defaultNoiseLimit = 10_000;
