import { PersonError } from "../../base/personError.ts";

/** A server does not let us in with the key that we have (HTTP 401, 403): trying again changes nothing until the person does something. */
export class AccessRefused extends PersonError {
  constructor(message: string, detail?: string) {
    super(message, detail);
    this.name = "AccessRefused";
  }
}
