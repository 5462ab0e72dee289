import { inflateSync } from 'node:zlib';

/** Converts a WOFF 1 font to OpenType, the only format of the shaping library. */
export function openTypeOf(woff: Buffer): Uint8Array<ArrayBuffer> {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1 font.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = 44 + i * 20;
    const length = woff.readUInt32BE(at + 12);
    const stored = woff.subarray(
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 4) + woff.readUInt32BE(at + 8),
    );
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: stored.length < length ? inflateSync(stored) : stored,
    };
  });
  const padded = (length: number): number => (length + 3) & ~3;
  const size = 12 + count * 16 + tables.reduce((sum, { data }) => sum + padded(data.length), 0);
  const bytes = new Uint8Array(new ArrayBuffer(size));
  const out = Buffer.from(bytes.buffer);
  const power = Math.floor(Math.log2(count));
  woff.copy(out, 0, 4, 8);
  out.writeUInt16BE(count, 4);
  out.writeUInt16BE(16 * 2 ** power, 6);
  out.writeUInt16BE(power, 8);
  out.writeUInt16BE(count * 16 - 16 * 2 ** power, 10);
  let offset = 12 + count * 16;
  for (const [i, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + i * 16;
    tag.copy(out, at);
    out.writeUInt32BE(checksum, at + 4);
    out.writeUInt32BE(offset, at + 8);
    out.writeUInt32BE(data.length, at + 12);
    data.copy(out, offset);
    offset += padded(data.length);
  }
  return bytes;
}
