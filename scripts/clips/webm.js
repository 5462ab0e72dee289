/* The least of a WebM file that browsers play: one video track, one cluster, frames of equal length. */

const bytes = (...parts) => {
  const flat = parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part)));
  const out = new Uint8Array(flat.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of flat) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

const size = (value) => {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(value));
  out[0] = 0x01;
  return out;
};

const element = (id, ...content) => {
  const body = bytes(...content);
  return bytes(id, size(body.length), body);
};

const uint = (value) => {
  const out = [];
  for (let rest = value; rest > 0 || out.length === 0; rest = Math.floor(rest / 256)) out.unshift(rest % 256);
  return out;
};

const float = (value) => {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return out;
};

const text = (value) => new TextEncoder().encode(value);

/** Frames are { data, key } in order; `rate` is frames a second. */
export function webm({ width, height, rate, frames, codec = 'V_VP9' }) {
  const milliseconds = (n) => Math.round((n * 1000) / rate);
  const header = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x86], uint(1)),
    element([0x42, 0xf7], uint(1)),
    element([0x42, 0xf2], uint(4)),
    element([0x42, 0xf3], uint(8)),
    element([0x42, 0x82], text('webm')),
    element([0x42, 0x87], uint(4)),
    element([0x42, 0x85], uint(2)),
  );
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], uint(1_000_000)),
    element([0x44, 0x89], float(milliseconds(frames.length))),
    element([0x4d, 0x80], text('souk')),
    element([0x57, 0x41], text('souk')),
  );
  const track = element(
    [0x16, 0x54, 0xae, 0x6b],
    element(
      [0xae],
      element([0xd7], uint(1)),
      element([0x73, 0xc5], uint(1)),
      element([0x83], uint(1)),
      element([0x86], text(codec)),
      element([0xe0], element([0xb0], uint(width)), element([0xba], uint(height))),
    ),
  );
  const blocks = frames.map(({ data, key }, n) => {
    const time = milliseconds(n);
    return element([0xa3], [0x81, time >> 8, time & 255, key ? 0x80 : 0], data);
  });
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], uint(0)), ...blocks);
  return bytes(header, element([0x18, 0x53, 0x80, 0x67], info, track, cluster));
}
