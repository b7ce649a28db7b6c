import assert from "node:assert/strict";
import { mayHoldSecret } from "../../../src/acp/traffic/secretScan.ts";
import { maskSecrets } from "../../../src/acp/traffic/secrets.ts";
import { logOf, recordings } from "../../support/recordings.ts";

const key = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
/** One value for each pattern of `secrets.ts`. */
const secrets: readonly unknown[] = [
  ...["apiKey", "x-api-key", "ACCESS_TOKEN", "Authorization", "password", "pass-word", "passwd", "passphrase", "client_secret"].map(
    (name) => ({ [name]: "a" }),
  ),
  ...["cookie", "Set-Cookie", "credentials", "authKey"].map((name) => ({ [name]: "a" })),
  { name: "MY_TOKEN", value: "a" },
  { env: { ANY: "a" } },
  { headers: [{ name: "X-Any", value: "a" }] },
  ...["Bearer ", "basic ", "sk-", "pk_", "rk-", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "npm_", "hf_", "ya29."].map(
    (prefix) => prefix + key,
  ),
  `AKIA${"A".repeat(16)}`,
  `ASIA${"A".repeat(16)}`,
  `AIza${key}`,
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc",
  "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END",
  "https://me:pass@host/",
  ...[
    "api_key=",
    "apikey: ",
    "access-key: ",
    "TOKEN=",
    "secret: ",
    "password=",
    "--api-key ",
    "--token=",
    "Cookie: ",
    "authorization: ",
  ].map((name) => `${name}abcdefgh`),
];

describe("mayHoldSecret", () => {
  it("finds every line that would be masked", () => {
    for (const value of secrets) {
      const frame = { params: { update: { content: value } } };
      const text = JSON.stringify(frame);
      assert.notEqual(JSON.stringify(maskSecrets(frame)), text, `masked: ${text}`);
      assert.ok(mayHoldSecret(Buffer.from(text)), text);
    }
    assert.ok(mayHoldSecret(Buffer.from('{"\\u0061piK\\u0065y":"a"}')), "a name with escapes");
  });

  it("finds every line of the recordings that would be masked, and few others", () => {
    let found = 0;
    let all = 0;
    for (const name of recordings()) {
      for (const entry of logOf(name)) {
        if (entry.type !== "frame") continue;
        const text = JSON.stringify(entry.frame);
        const isFound = mayHoldSecret(Buffer.from(text));
        all += 1;
        found += isFound ? 1 : 0;
        if (!isFound) assert.equal(JSON.stringify(maskSecrets(entry.frame)), text);
      }
    }
    assert.ok(found < all / 3, `${found} of ${all}`);
  }).timeout(30_000);
});
