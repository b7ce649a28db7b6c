/** An error whose message is a sentence for the person and says what to do next. `detail` is for the log, and for those who look closer. */
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

/** The words of a thrown value and, in a paragraph of its own, their detail. */
export function wordsWithDetail(error: unknown): string {
  const words = messageOf(error);
  const detail = error instanceof PersonError ? error.detail : undefined;
  return detail === undefined || words.includes(detail) ? words : `${words}\n\n${detail}`;
}
