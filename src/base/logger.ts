/** Where the extension says what it does. Messages are for a person who looks for the cause of a fault. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that keeps nothing, for code that is used outside an editor. */
export const silentLogger: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
