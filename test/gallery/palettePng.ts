// Writes a PNG of few colours (PNG specification, 3rd edition: chunks IHDR, PLTE, IDAT, IEND; colour type 3).
import { crc32, deflateSync } from "node:zlib";

/** A picture of at most 256 colours. */
export interface IndexedImage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** The colour of each pixel, row by row. */
  readonly indices: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The picture as a file. */
export function encodePng(image: IndexedImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  const bits = image.palette.length <= 16 * 3 ? 4 : 8;
  header.set([bits, 3, 0, 0, 0], 8);
  const data = deflateSync(packed(image, bits), { level: 9, memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", image.palette),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Each row with its filter before it, which is none: it suits pictures of few colours. */
function packed({ width, height, indices }: IndexedImage, bits: 4 | 8): Buffer {
  const perByte = 8 / bits;
  const stride = Math.ceil(width / perByte) + 1;
  const bytes = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * stride + 1 + Math.floor(column / perByte);
      const shift = bits === 8 || column % 2 === 1 ? 0 : 4;
      bytes[at] = (bytes[at] ?? 0) | ((indices[row * width + column] ?? 0) << shift);
    }
  }
  return bytes;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([length, body, sum]);
}
