import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

const root = join(import.meta.dirname, "../../..");
const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => file.split(sep).join("/"));

/** What a page links to on the disk, as it stands there. */
function linksOf(page: string): readonly string[] {
  const links = readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g);
  return Array.from(links, ([, link = ""]) => link).filter((link) => !/^[a-z]+:/.test(link));
}

describe("the documents", () => {
  it("link to what is there", () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !existsSync(join(root, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it("stand in the index, each of them", () => {
    const listed = linksOf("docs/README.md");
    const documents = globSync(["docs/*.md", "docs/*.ts"], { cwd: root }).map((file) => file.slice("docs/".length));
    assert.deepEqual(
      documents.filter((file) => file !== "README.md" && !listed.includes(file)),
      [],
    );
  });
});
