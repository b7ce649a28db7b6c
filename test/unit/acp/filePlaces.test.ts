import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { type FileTree, placeOf, TooManyLinks } from "../../../src/acp/filePlaces.ts";

/** A disk of folders and files, and links by their paths. `sameAs` names what an identity is made of: letter case, short names. */
function disk(there: readonly string[], links: { readonly [path: string]: string } = {}, sameAs = (path: string) => path): FileTree {
  const known = new Set(there.map(sameAs));
  return {
    readLink: async (path) => links[path] ?? links[sameAs(path)],
    identity: async (path) => (known.has(sameAs(path)) ? sameAs(path) : undefined),
  };
}

const where = async (path: string, tree: FileTree, roots: readonly string[] = ["/work/app"]) => {
  const { resolved, editorPath, isInside } = await placeOf(path, roots, tree, posix);
  return `${isInside ? "inside" : "outside"} ${resolved}${editorPath === resolved ? "" : ` as ${editorPath}`}`;
};

describe("filePlaces", () => {
  const plain = disk(["/work", "/work/app", "/work/app/src", "/work/app2", "/etc"]);
  const cases: readonly (readonly [name: string, path: string, place: string])[] = [
    ["a file of the folder", "/work/app/src/a.ts", "inside /work/app/src/a.ts"],
    ["what is not there yet", "/work/app/new/deep/a.ts", "inside /work/app/new/deep/a.ts"],
    ["the folder itself", "/work/app/", "inside /work/app"],
    ["a folder whose name only begins like it", "/work/app2/a.ts", "outside /work/app2/a.ts"],
    ["the folder above", "/work/a.ts", "outside /work/a.ts"],
    ["..", "/work/app/src/../../../etc/passwd", "outside /etc/passwd"],
    [".. through what is not there", "/work/app/nothing/../../../etc/passwd", "outside /etc/passwd"],
    [".. that comes back", "/work/app/../app/./src//a.ts", "inside /work/app/src/a.ts"],
    [".. above the top", "/../../etc/passwd", "outside /etc/passwd"],
  ];
  for (const [name, path, place] of cases) it(name, async () => assert.equal(await where(path, plain), place));

  it("links are followed: one that leads out is outside, one that leads in is inside", async () => {
    const tree = disk(["/work/app", "/etc", "/home/me"], {
      "/work/app/out": "/etc",
      "/work/app/up": "../../etc",
      "/work/app/dangling": "/etc/not-there",
      "/home/me/in": "/work/app/src",
      "/work/app/a": "b",
      "/work/app/b": "/work/app/out/x",
    });
    const places = await Promise.all(
      [
        "/work/app/out/passwd",
        "/work/app/up/passwd",
        "/work/app/dangling",
        "/home/me/in/a.ts",
        "/work/app/a/y",
        "/work/app/out/../home",
      ].map((path) => where(path, tree)),
    );
    assert.deepEqual(places, [
      "outside /etc/passwd",
      "outside /etc/passwd",
      "outside /etc/not-there",
      "inside /work/app/src/a.ts",
      "outside /etc/x/y",
      // As the system does it: up from where the link leads.
      "outside /home",
    ]);
  });

  it("a root that is a link itself is one; an editor has the file open below the link", async () => {
    const tree = disk(["/data/app", "/home/me"], { "/home/me/app": "/data/app" });
    assert.equal(await where("/home/me/app/a.ts", tree, ["/home/me/app"]), "inside /data/app/a.ts as /home/me/app/a.ts");
    assert.equal(await where("/data/app/a.ts", tree, ["/home/me/app"]), "inside /data/app/a.ts as /home/me/app/a.ts");
    assert.equal(await where("/data/b.ts", tree, ["/home/me/app"]), "outside /data/b.ts");
  });

  it("where letter case does not matter, it does not; where it does, it does", async () => {
    const insensitive = disk(["/work/app"], { "/work/app/out": "/etc" }, (path) => path.toLowerCase());
    assert.equal(await where("/Work/APP/src/A.ts", insensitive), "inside /Work/APP/src/A.ts as /work/app/src/A.ts");
    assert.equal(await where("/WORK/App/OUT/passwd", insensitive), "outside /etc/passwd");
    assert.equal(await where("/Work/APP/src/A.ts", disk(["/work/app", "/Work/APP"])), "outside /Work/APP/src/A.ts");
  });

  it("Windows: drives, both slashes, letter case, short names", async () => {
    const short = (path: string) => path.toLowerCase().replace("progra~1", "program files");
    const tree = disk(["C:\\Program Files\\app"], { "C:\\Program Files\\app\\out": "D:\\data" }, short);
    const at = async (path: string) => {
      const { resolved, isInside } = await placeOf(path, ["C:\\Program Files\\app"], tree, win32);
      return `${isInside ? "inside" : "outside"} ${resolved}`;
    };
    assert.deepEqual(
      await Promise.all(
        [
          "c:/PROGRA~1/app/src/../a.ts",
          "C:\\Program Files\\app\\out\\x",
          "C:\\Program Files\\app2\\x",
          "D:\\x",
          "C:\\Program Files\\app\\..\\x",
        ].map(at),
      ),
      [
        "inside c:\\PROGRA~1\\app\\a.ts",
        "outside D:\\data\\x",
        "outside C:\\Program Files\\app2\\x",
        "outside D:\\x",
        "outside C:\\Program Files\\x",
      ],
    );
  });

  it("links in a circle are told, no root is no inside, and the first root that fits is taken", async () => {
    await assert.rejects(where("/a/x", disk([], { "/a": "/b", "/b": "/a" })), TooManyLinks);
    assert.equal(await where("/work/app/a.ts", plain, []), "outside /work/app/a.ts");
    assert.equal(await where("/work/app/a.ts", plain, ["/etc", "/work"]), "inside /work/app/a.ts");
  });
});
