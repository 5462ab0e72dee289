import { writeFile } from 'node:fs/promises';

/*
 * Composes the board-game store's background loop and writes it as WAV. Made into the served file with:
 * node scripts/make-music.ts loop.wav && lame -m m -b 48 --resample 24 loop.wav public/brands/meeplehouse/music.mp3
 */

const rate = 24_000;
const beat = 60 / 92;
const bars = 8;
const length = Math.round(rate * beat * 4 * bars);

/** Frequency of a note by its number on a piano keyboard, 69 being the A of 440 Hz. */
const frequency = (note: number) => 440 * 2 ** ((note - 69) / 12);

/** Adds a sound to the loop; what rings over the end goes on at the beginning, so that there is no seam. */
function add(loop: Float64Array, at: number, seconds: number, sound: (time: number) => number): void {
  const start = Math.round(at * rate);
  for (let step = 0; step < seconds * rate; step += 1) {
    const index = (start + step) % loop.length;
    loop[index] = (loop[index] ?? 0) + sound(step / rate);
  }
}

const attack = (time: number) => Math.min(1, time / 0.006);

/** A small wooden bar: a tone and a short, inharmonic knock. */
const bar = (note: number, loudness: number) => (time: number) => {
  const tone = Math.sin(2 * Math.PI * frequency(note) * time) * Math.exp(-4.2 * time);
  const knock = Math.sin(2 * Math.PI * frequency(note) * 3.93 * time) * Math.exp(-22 * time) * 0.35;
  return (tone + knock) * attack(time) * loudness;
};

/** A soft reed that swells and fades under a bar of music. */
const reed = (note: number, seconds: number) => (time: number) => {
  const swell = Math.sin((Math.PI * time) / seconds) ** 2;
  const wave = (part: number) => Math.sin(2 * Math.PI * frequency(note) * part * time) / part ** 1.6;
  return (wave(1) + wave(2) + wave(3)) * swell * 0.045;
};

/** A double bass, plucked. */
const bass = (note: number) => (time: number) => {
  const wave =
    Math.sin(2 * Math.PI * frequency(note) * time) + 0.3 * Math.sin(4 * Math.PI * frequency(note) * time);
  return wave * Math.exp(-2.6 * time) * attack(time) * 0.26;
};

/** D, Bm, G, A and D, F sharp m, G, A: root, then the notes above it. */
const chords = [
  [38, 62, 66, 69],
  [35, 62, 66, 71],
  [43, 62, 67, 71],
  [45, 61, 64, 69],
  [38, 62, 66, 69],
  [42, 61, 66, 69],
  [43, 59, 62, 67],
  [45, 61, 64, 69],
];

/** Melody in eighths of a bar; null rests. */
const melody = [
  [78, null, 81, null, 86, 83, 81, null],
  [78, null, 74, 76, 78, null, 74, null],
  [79, null, 78, 76, 74, null, 71, null],
  [73, 76, null, 81, 79, null, 76, null],
  [78, null, 81, 83, 86, null, 88, null],
  [85, null, 81, null, 78, 76, 78, null],
  [79, null, 83, null, 81, 79, 78, 76],
  [76, null, 73, null, 74, null, null, null],
];

const loop = new Float64Array(length);
for (let index = 0; index < bars; index += 1) {
  const start = index * 4 * beat;
  const [root = 38, ...above] = chords[index] ?? [];
  for (const note of above) add(loop, start, 4 * beat, reed(note, 4 * beat));
  add(loop, start, 1.8, bass(root));
  add(loop, start + 2.5 * beat, 1.2, bass(root + 7));
  above.forEach((note, step) => {
    add(loop, start + (step + 0.5) * beat, 0.9, bar(note, 0.12));
  });
  (melody[index] ?? []).forEach((note, step) => {
    if (note !== null) add(loop, start + (step * beat) / 2, 1.3, bar(note, step % 4 === 0 ? 0.3 : 0.22));
  });
}

const peak = loop.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const wav = Buffer.alloc(44 + length * 2);
wav.write('RIFF', 0);
wav.writeUInt32LE(36 + length * 2, 4);
wav.write('WAVEfmt ', 8);
wav.writeUInt32LE(16, 16);
wav.writeUInt16LE(1, 20);
wav.writeUInt16LE(1, 22);
wav.writeUInt32LE(rate, 24);
wav.writeUInt32LE(rate * 2, 28);
wav.writeUInt16LE(2, 32);
wav.writeUInt16LE(16, 34);
wav.write('data', 36);
wav.writeUInt32LE(length * 2, 40);
loop.forEach((value, index) => {
  wav.writeInt16LE(Math.round((value / peak) * 0.7 * 32_767), 44 + index * 2);
});
const [, , target = 'loop.wav'] = process.argv;
await writeFile(target, wav);
