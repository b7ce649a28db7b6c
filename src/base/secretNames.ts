/**
 * Names of fields, headers and variables whose value is a secret, without case, `-`, `_` and white space. What codex-acp calls
 * `userAuthorization` is how far a person agreed to something.
 */
const secretName =
  /(?:api|access|private|secret|auth|subscription)key$|token$|(?<!user)authorization$|password$|passwd$|passphrase$|secret$|cookies?$|credentials?$/;

/** True when what goes by this name is a secret. Linear in its length. */
export function looksSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replaceAll(/[-_\s]/g, ""));
}
