import assert from "node:assert/strict";
import { mayHoldSecret } from "../../../src/acp/traffic/secretScan.ts";
import { maskSecrets, maskText } from "../../../src/acp/traffic/secrets.ts";

describe("maskSecrets", () => {
  it("masks values under names that look like secrets, however they are spelled", () => {
    const frame = {
      apiKey: "a1",
      "x-api-key": "a2",
      ANTHROPIC_API_KEY: "a3",
      Authorization: "a4",
      "Proxy-Authorization": "a0",
      access_token: "a5",
      password: "a6",
      clientSecret: "a7",
      cookies: [{ name: "sid", value: "a8" }],
      credentials: { user: "a9" },
    };
    assert.doesNotMatch(JSON.stringify(maskSecrets(frame)), /a\d/);
  });

  it("leaves what only sounds alike: counts, ids, stop reasons, switches", () => {
    const frame = {
      inputTokens: 5,
      token: 7,
      secret: true,
      tokenizer: "bpe",
      stopReason: "max_tokens",
      sessionId: "s-1",
      keyboard: "qwerty",
      author: "me",
      userAuthorization: "high",
    };
    assert.deepEqual(maskSecrets(frame), frame);
  });

  it("masks every variable and header that a server or terminal is given, and keeps their names", () => {
    const frame = {
      mcpServers: [
        { name: "a", command: "x", args: ["--token=abcdefgh"], env: [{ name: "HOME_PAGE", value: "v1" }] },
        { name: "b", url: "https://me:v2pass@host/", headers: [{ name: "X-Any", value: "v3" }] },
      ],
      env: { ANY: "v4" },
      pair: { name: "GITHUB_TOKEN", value: "v5" },
    };
    assert.deepEqual(maskSecrets(frame), {
      mcpServers: [
        { name: "a", command: "x", args: ["--token=•••"], env: [{ name: "HOME_PAGE", value: "•••" }] },
        { name: "b", url: "https://me:•••@host/", headers: [{ name: "X-Any", value: "•••" }] },
      ],
      env: { ANY: "•••" },
      pair: { name: "GITHUB_TOKEN", value: "•••" },
    });
  });

  it("masks what was written into a form, whose answer does not say what was asked for", () => {
    const frame = { id: 3, result: { action: "accept", content: { name: "v1", some: ["v2"], count: 7, sure: true } } };
    assert.deepEqual(maskSecrets(frame), {
      id: 3,
      result: { action: "accept", content: { name: "•••", some: ["•••"], count: 7, sure: true } },
    });
    // So that it is looked at where most lines are not.
    assert.equal(mayHoldSecret(Buffer.from(JSON.stringify(frame))), true);
  });

  it("masks the shapes of keys in any text", () => {
    const secrets = [
      "Bearer abcdefgh12345",
      `sk-ant-${"a1B2".repeat(8)}`,
      `sk-proj-${"x".repeat(40)}`,
      `ghp_${"a".repeat(36)}`,
      `github_pat_${"a".repeat(40)}`,
      `xoxb-${"1".repeat(20)}`,
      "AKIAABCDEFGHIJKLMNOP",
      `AIza${"a".repeat(35)}`,
      `eyJ${"a".repeat(20)}.${"b".repeat(20)}.${"c".repeat(20)}`,
      "-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----",
      "export OPENAI_API_KEY=abcdef123",
      '{\\"apiKey\\": \\"abcdef123\\"}',
      "curl -H 'Authorization: abcdef123'",
      "tool --api-key abcdef123",
    ];
    assert.deepEqual(
      secrets.map((secret) => maskText(`see ${secret} end`)),
      [
        "see Bearer ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see ••• end",
        "see -----BEGIN RSA PRIVATE KEY-----•••-----END RSA PRIVATE KEY----- end",
        "see export OPENAI_API_KEY=••• end",
        'see {\\"apiKey\\": \\"•••\\"} end',
        "see curl -H 'Authorization: •••' end",
        "see tool --api-key ••• end",
      ],
    );
  });

  it("leaves ordinary text alone", () => {
    const text = "Read src/token.ts, sort keys, a risk-assessment-of-everything, https://example.org:8080/a@b and the basic idea.";
    assert.equal(maskText(text), text);
  });

  describe("in texts of any length", function () {
    this.timeout(60_000);

    /** Of the processor, in ms: a machine that does other things too makes it no longer. */
    const maskingTime = (text: string): number => {
      const began = process.cpuUsage();
      maskText(text);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };

    for (const unit of ["x", "7", "a-", "://", "://a:", "key", "token", "aB3+/dQ9", "\\", "-eyJaaaaaaaa", "--", "cookie:\n", " ", "sk-"]) {
      it(`takes time in proportion to it: 5 MB of ${JSON.stringify(unit)}`, () => {
        const small = maskingTime(unit.repeat(1_250_000 / unit.length));
        const large = maskingTime(unit.repeat(5_000_000 / unit.length));
        // Times of a few ms say little; what grows with the square takes minutes.
        assert.ok(large <= 8 * Math.max(small, 100), `${small} ms, with four times the text ${large} ms`);
      });
    }

    it("finds a secret behind a megabyte of letters, and one of a megabyte", () => {
      const letters = "x".repeat(1_000_000);
      const secrets = [
        `${letters}://me:hidden@host`,
        `${letters}_token=hidden`,
        `${letters} Bearer hidden123`,
        `${letters}-eyJhidden123.hidden123.hidden`,
        `Authorization: hidden${letters}`,
        `sk-hidden${letters}`,
      ];
      assert.deepEqual(
        secrets.map((secret) => maskText(secret).replace(letters, "x…")),
        ["x…://me:•••@host", "x…_token=•••", "x… Bearer •••", "x…-•••", "Authorization: •••", "•••"],
      );
    });
  });
});
