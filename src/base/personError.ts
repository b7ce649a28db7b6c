/** An error whose message is a sentence for the person and says what to do next. `detail` is for the log. */
export class PersonError extends Error {
  readonly detail: string | undefined;

  constructor(message: string, detail?: string) {
    super(message);
    this.name = "PersonError";
    this.detail = detail;
  }
}

/** The words of any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") return error.message;
  return String(error);
}
