// Makes PNG files small: a palette of few colors instead of three bytes for a pixel.
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Colors nearer to each other than this are one: it is hardly seen, and forgiven by a comparison. */
const APART = 24;
/** What a palette holds. */
const MOST = 256;

/** Rewrites a file with a palette, unless it has one. */
export function reduce(file) {
  const { width, height, channels, pixels } = decoded(readFileSync(file)) ?? {};
  if (!pixels) return;
  // Colors that agree in the upper four bits are one, their mean.
  const bin = (i) => ((pixels[i] >> 4) << 8) | ((pixels[i + 1] >> 4) << 4) | (pixels[i + 2] >> 4);
  const bins = new Map();
  for (let i = 0; i < pixels.length; i += channels) {
    const key = bin(i);
    const sum = bins.get(key) ?? [0, 0, 0, 0];
    for (let c = 0; c < 3; c += 1) sum[c] += pixels[i + c];
    sum[3] += 1;
    bins.set(key, sum);
  }
  const colors = [...bins.entries()].sort((a, b) => b[1][3] - a[1][3]);
  const mean = ([r, g, b, n]) => [r, g, b].map((c) => Math.round(c / n));
  const palette = [];
  const indices = new Map();
  for (const [key, sum] of colors) {
    const color = mean(sum);
    const far = palette.map((kept) => Math.hypot(...kept.map((value, c) => value - color[c])));
    const least = Math.min(...far);
    if (least > APART && palette.length < MOST) indices.set(key, palette.push(color) - 1);
    else indices.set(key, far.indexOf(least));
  }
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = indices.get(bin((y * width + x) * channels));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  writeFileSync(file, Buffer.concat([SIGNATURE, ...parts]));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The pixels of a file of three or four bytes each; nothing for other files. */
function decoded(file) {
  const data = [];
  let [width, height, kind] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 8, at + 8 + length);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') [width, height, kind] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9]];
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const channels = { 2: 3, 6: 4 }[kind];
  if (!channels) return undefined;
  const raw = inflateSync(Buffer.concat(data));
  const wide = width * channels;
  const pixels = Buffer.alloc(wide * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (wide + 1)];
    for (let x = 0; x < wide; x += 1) {
      const at = y * wide + x;
      const left = x >= channels ? pixels[at - channels] : 0;
      const above = y > 0 ? pixels[at - wide] : 0;
      const corner = x >= channels && y > 0 ? pixels[at - wide - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      pixels[at] = raw[y * (wide + 1) + 1 + x] + guess;
    }
  }
  return { width, height, channels, pixels };
}

/** Which neighbor a pixel is most like (PNG specification, 9.4). */
function paeth(left, above, corner) {
  const likely = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(likely - value));
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}
