import { randomOf } from './random.ts';

/** A square field of signed bytes that repeats at its edges. */
export interface Field {
  readonly size: number;
  readonly data: Int8Array;
}

const fields = new Map<string, Field>();

function remember(key: string, make: () => Field): Field {
  const known = fields.get(key);
  if (known) return known;
  const field = make();
  fields.set(key, field);
  return field;
}

/** Smooth hills of about -1..1 that repeat after 1 in both directions; `cells` hills a side. */
function hills(word: string, cells: number): (u: number, v: number) => number {
  const random = randomOf(word);
  const slopes = Float32Array.from({ length: cells * cells * 2 }, (_, i) =>
    i % 2 === 0 ? random() * 2 * Math.PI : 0,
  );
  for (let i = 0; i < slopes.length; i += 2) {
    const angle = slopes[i] ?? 0;
    slopes[i] = Math.cos(angle);
    slopes[i + 1] = Math.sin(angle);
  }
  const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
  return (u, v) => {
    const x = (u - Math.floor(u)) * cells;
    const y = (v - Math.floor(v)) * cells;
    const x0 = Math.floor(x) % cells;
    const y0 = Math.floor(y) % cells;
    const x1 = (x0 + 1) % cells;
    const y1 = (y0 + 1) % cells;
    const fx = x - Math.floor(x);
    const fy = y - Math.floor(y);
    const corner = (cx: number, cy: number, dx: number, dy: number): number => {
      const i = (cy * cells + cx) * 2;
      return (slopes[i] ?? 0) * dx + (slopes[i + 1] ?? 0) * dy;
    };
    const sx = ease(fx);
    const top = corner(x0, y0, fx, fy) * (1 - sx) + corner(x1, y0, fx - 1, fy) * sx;
    const low = corner(x0, y1, fx, fy - 1) * (1 - sx) + corner(x1, y1, fx - 1, fy - 1) * sx;
    return (top + (low - top) * ease(fy)) * 1.5;
  };
}

/** How light falls on gently rumpled cloth: the slope of a creased field seen from the upper left. */
export function rumples(word: string, size: number): Field {
  return remember(`rumples/${word}/${size}`, () => {
    const height = new Float32Array(size * size);
    const bendX = hills(`${word}/x`, 3);
    const bendY = hills(`${word}/y`, 3);
    const layers = [
      { noise: hills(`${word}/1`, 2), weight: 1, turn: [1, 1] },
      { noise: hills(`${word}/2`, 3), weight: 0.6, turn: [1, -1] },
      { noise: hills(`${word}/3`, 2), weight: 0.34, turn: [3, 1] },
      { noise: hills(`${word}/4`, 5), weight: 0.06, turn: [1, 2] },
    ] as const;
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const u = x / size + bendX(x / size, y / size) * 0.09;
        const v = y / size + bendY(x / size, y / size) * 0.09;
        let sum = 0;
        for (const { noise, weight, turn } of layers) {
          // Whole-numbered turns keep the field repeating while no crease runs along the axes.
          const hill = noise(turn[0] * u + turn[1] * v, turn[0] * v - turn[1] * u);
          sum += (1 - Math.sqrt(hill * hill + 0.045) * 1.7) * weight;
        }
        height[y * size + x] = sum;
      }
    }
    const data = new Int8Array(size * size);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const i = y * size + x;
        const left = height[y * size + ((x + size - 2) % size)] ?? 0;
        const up = height[((y + size - 2) % size) * size + x] ?? 0;
        const slope = ((height[i] ?? 0) * 2 - left - up) * size * 0.026;
        data[i] = Math.max(-127, Math.min(127, Math.round(127 * Math.tanh(slope))));
      }
    }
    return { size, data };
  });
}

/** Fine grain: `streak` draws it out along one direction, as threads do. */
export function grain(word: string, size: number, streak: 'none' | 'down' | 'twill'): Field {
  return remember(`grain/${word}/${size}/${streak}`, () => {
    const random = randomOf(word);
    const raw = Float32Array.from({ length: size * size }, () => random() + random() - 1);
    const data = new Int8Array(size * size);
    const reach = streak === 'none' ? 1 : 5;
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        let sum = 0;
        for (let k = 0; k < reach; k++) {
          const dx = streak === 'twill' ? k : 0;
          sum += raw[((y + k) % size) * size + ((x + dx) % size)] ?? 0;
        }
        data[y * size + x] = Math.max(-127, Math.min(127, Math.round((sum / Math.sqrt(reach)) * 90)));
      }
    }
    return { size, data };
  });
}
