import { webm } from './webm.js';

/** Draws every frame of a scene and gives the finished VP9 file as base64; `draw` gets a canvas and a time from 0 to 1. */
export async function film({ draw, width, height, rate, frames, bitrate }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  const coded = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      coded.push({ data, key: chunk.type === 'key' });
    },
    error(problem) {
      throw problem;
    },
  });
  encoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    bitrate,
    framerate: rate,
    latencyMode: 'quality',
  });
  for (let n = 0; n < frames; n += 1) {
    await draw(context, n / frames);
    const frame = new VideoFrame(canvas, { timestamp: Math.round((n * 1_000_000) / rate) });
    encoder.encode(frame, { keyFrame: n === 0 });
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5));
  }
  await encoder.flush();
  return webm({ width, height, rate, frames: coded }).toBase64();
}
