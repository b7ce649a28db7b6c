import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { type FileTree, placeOf, TooManyLinks } from "../../../src/acp/requests/filePlaces.ts";

/** A disk of folders and files, and links by their paths. `sameAs` names what an identity is made of: letter case, short names. */
function disk(there: readonly string[], links: { readonly [path: string]: string } = {}, sameAs = (path: string) => path): FileTree {
  const known = new Set(there.map(sameAs));
  return {
    readLink: async (path) => links[path] ?? links[sameAs(path)],
    identity: async (path) => (known.has(sameAs(path)) ? sameAs(path) : undefined),
  };
}

const where = async (path: string, tree: FileTree, roots: readonly string[] = ["/code/app"]) => {
  const { resolved, editorPath, isInside } = await placeOf(path, roots, tree, posix);
  return `${isInside ? "inside" : "outside"} ${resolved}${editorPath === resolved ? "" : ` as ${editorPath}`}`;
};

describe("filePlaces", () => {
  const plain = disk(["/code", "/code/app", "/code/app/src", "/code/app2", "/etc"]);
  const cases: readonly (readonly [name: string, path: string, place: string])[] = [
    ["a file of the folder", "/code/app/src/a.ts", "inside /code/app/src/a.ts"],
    ["what is not there yet", "/code/app/new/deep/a.ts", "inside /code/app/new/deep/a.ts"],
    ["the folder itself", "/code/app/", "inside /code/app"],
    ["a folder whose name only begins like it", "/code/app2/a.ts", "outside /code/app2/a.ts"],
    ["the folder above", "/code/a.ts", "outside /code/a.ts"],
    ["..", "/code/app/src/../../../etc/passwd", "outside /etc/passwd"],
    [".. through what is not there", "/code/app/nothing/../../../etc/passwd", "outside /etc/passwd"],
    [".. that comes back", "/code/app/../app/./src//a.ts", "inside /code/app/src/a.ts"],
    [".. above the top", "/../../etc/passwd", "outside /etc/passwd"],
  ];
  for (const [name, path, place] of cases) it(name, async () => assert.equal(await where(path, plain), place));

  it("links are followed: one that leads out is outside, one that leads in is inside", async () => {
    const tree = disk(["/code/app", "/etc", "/home/me"], {
      "/code/app/out": "/etc",
      "/code/app/up": "../../etc",
      "/code/app/dangling": "/etc/not-there",
      "/home/me/in": "/code/app/src",
      "/code/app/a": "b",
      "/code/app/b": "/code/app/out/x",
    });
    const places = await Promise.all(
      [
        "/code/app/out/passwd",
        "/code/app/up/passwd",
        "/code/app/dangling",
        "/home/me/in/a.ts",
        "/code/app/a/y",
        "/code/app/out/../home",
      ].map((path) => where(path, tree)),
    );
    assert.deepEqual(places, [
      "outside /etc/passwd",
      "outside /etc/passwd",
      "outside /etc/not-there",
      "inside /code/app/src/a.ts",
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
    const insensitive = disk(["/code/app"], { "/code/app/out": "/etc" }, (path) => path.toLowerCase());
    assert.equal(await where("/Code/APP/src/A.ts", insensitive), "inside /Code/APP/src/A.ts as /code/app/src/A.ts");
    assert.equal(await where("/CODE/App/OUT/passwd", insensitive), "outside /etc/passwd");
    assert.equal(await where("/Code/APP/src/A.ts", disk(["/code/app", "/Code/APP"])), "outside /Code/APP/src/A.ts");
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
    assert.equal(await where("/code/app/a.ts", plain, []), "outside /code/app/a.ts");
    assert.equal(await where("/code/app/a.ts", plain, ["/etc", "/code"]), "inside /code/app/a.ts");
  });
});
