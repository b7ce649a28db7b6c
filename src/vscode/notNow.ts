import { PersonError } from "../base/personError.ts";

/** A command cannot run now, and nothing is broken: its message says why and what to do first. */
export class NotNow extends PersonError {
  constructor(message: string) {
    super(message);
    this.name = "NotNow";
  }
}
