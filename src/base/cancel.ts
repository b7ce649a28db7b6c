/** True for the error of something that the person took back. */
export function isCancel(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
