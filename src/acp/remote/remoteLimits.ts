/** How long a server may be silent, in ms, and how much it may send at once. */
export interface RemoteLimits {
  /** Until a WebSocket is open. */
  readonly opening: number;
  /** Between two signs of life that a WebSocket is asked for; a connection that gives none is taken for lost. */
  readonly heartbeat: number;
  /** Until a server that was told of our end lets the connection go. */
  readonly ending: number;
  /** Largest message that is read, in bytes. */
  readonly maxMessageBytes: number;
}

/** How patient we are with servers, as it comes. */
export const defaultRemoteLimits: Omit<RemoteLimits, "maxMessageBytes"> = {
  opening: 30_000,
  heartbeat: 30_000,
  ending: 3_000,
};
