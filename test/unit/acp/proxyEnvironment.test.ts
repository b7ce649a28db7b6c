import assert from "node:assert/strict";
import { withProxy } from "../../../src/acp/remote/proxyEnvironment.ts";

const none = { proxy: "", noProxy: [], isStrict: true };

describe("the editor's proxy", () => {
  it("reaches agents in the names that programs look for", function () {
    if (process.platform === "win32") this.skip();
    const settings = { proxy: "http://p:1", noProxy: ["localhost", "*.example"], isStrict: false };
    assert.deepEqual(withProxy({ A: "1" }, settings), {
      A: "1",
      HTTP_PROXY: "http://p:1",
      http_proxy: "http://p:1",
      HTTPS_PROXY: "http://p:1",
      https_proxy: "http://p:1",
      NO_PROXY: "localhost,*.example",
      no_proxy: "localhost,*.example",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    });
  });

  it("changes nothing that is set already, and nothing without a proxy", () => {
    const env = { http_proxy: "http://mine", HTTPS_PROXY: "http://mine", no_proxy: "x" };
    assert.deepEqual(withProxy(env, { proxy: "http://p:1", noProxy: ["y"], isStrict: true }), env);
    assert.deepEqual(withProxy({ A: "1" }, { ...none, noProxy: ["y"], isStrict: false }), { A: "1" });
  });
});
