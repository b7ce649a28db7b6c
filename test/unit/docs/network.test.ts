import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Every file that can reach a network or be reached, and on whose wish it does. */
const reaching: { readonly [file: string]: string } = {
  "src/acp/remote/httpFetch.ts": "an agent with an http url in its settings",
  "src/acp/remote/socketLink.ts": "an agent with a ws url in its settings",
  "src/acp/remote/webSocket.ts": "the same",
  "src/acp/process/supervisorMain.ts": "the pipe from the editor, by its number",
  "src/agents/registry.ts": "a click on Refresh the list of agents",
  "src/demo/server.ts": "the demo agent, started by hand with --listen",
};

const ways =
  /from "(node:)?(https?|http2|net|tls|dns|dgram|undici|ws|inspector)(\/[\w/]+)?"|(?<![#\w])fetch\(|new (WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection)\b|sendBeacon|import\("https?:/;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

describe("the network", () => {
  it("is within reach of a few files only, each on the wish of the person", () => {
    const found = globSync("{src,webview}/**/*.ts", { cwd: root }).filter((file) => ways.test(withoutComments(read(file))));
    assert.deepEqual(found.map((file) => file.replaceAll("\\", "/")).toSorted(), Object.keys(reaching).toSorted());
  });

  it("the README says so, and what is measured of the person: nothing", () => {
    assert.match(read("README.md"), /no telemetry/i);
    const { dependencies } = JSON.parse(read("package.json")) as { readonly dependencies: { readonly [name: string]: string } };
    assert.deepEqual(
      Object.keys(dependencies).filter((name) => /telemetry|analytics|sentry|insights|tracking/.test(name)),
      [],
    );
  });
});

describe("what others wrote", () => {
  interface Lock {
    readonly packages: {
      readonly [path: string]: {
        readonly version: string;
        readonly dev?: boolean;
        readonly integrity?: string;
        readonly hasInstallScript?: boolean;
        readonly license?: string;
      };
    };
  }
  const lock = JSON.parse(read("package-lock.json")) as Lock;
  const manifest = JSON.parse(read("package.json")) as {
    readonly scripts: { readonly [name: string]: string };
    readonly dependencies: { readonly [name: string]: string };
    readonly devDependencies: { readonly [name: string]: string };
  };

  it("is pinned to a version, and to its content by the lock file", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    assert.deepEqual(
      versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
    const loose = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== "" && !integrity?.startsWith("sha512-"));
    assert.deepEqual(loose, []);
  });

  it("needs no script at its install, and neither do we", () => {
    const scripts = Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|prepare|publish)/.test(name));
    assert.deepEqual(scripts, []);
    const shipped = Object.entries(lock.packages).filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
    assert.deepEqual(shipped, []);
    assert.match(read("scripts/setup.mjs"), /"ci", "--ignore-scripts"/);
  });
});
