import assert from "node:assert/strict";
import { imageTypeOf } from "../../../src/shared/attachments.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("pictures of a prompt", () => {
  it("are known by their first bytes, whatever they are called", () => {
    const types = ["\x89PNG\r\n\x1a\n…", "\xff\xd8\xff\xe0", "GIF87a", "GIF89a", "RIFF\0\0\0\0WEBPVP8 "].map((text) =>
      imageTypeOf(bytes(text)),
    );
    assert.deepEqual(types, ["image/png", "image/jpeg", "image/gif", "image/gif", "image/webp"]);
  });

  it("are nothing else: no vector graphics, no sound of the same family, no beginning of one", () => {
    for (const text of ["<svg xmlns=", "RIFF\0\0\0\0WAVEfmt ", "BM\0\0", "\x89PN", "", "%PDF-1.7"])
      assert.equal(imageTypeOf(bytes(text)), undefined, text);
  });
});
