import { describe, expect, it } from 'vitest';
import { blurred, enlarged, type Pixels } from './pixels.ts';
import { castShadow, overlay, paintSurface } from './warp.ts';

const plain = (size: number, [r, g, b, a]: readonly [number, number, number, number]): Pixels => ({
  data: new Uint8Array(Array.from({ length: size * size }, () => [r, g, b, a]).flat()),
  width: size,
  height: size,
});
const at = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];

describe('putting pictures into pictures', () => {
  it('maps the corners of a flat picture to the corners of the quad', () => {
    const texture = plain(2, [0, 0, 0, 255]);
    texture.data.set([255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255]);
    const out = plain(100, [9, 9, 9, 255]);
    paintSurface(out, {
      texture,
      quad: [
        [20, 10],
        [90, 30],
        [80, 90],
        [10, 80],
      ],
      light: 1,
    });
    expect(at(out, 21, 13)[0]).toBeGreaterThan(230);
    expect(at(out, 87, 32)[1]).toBeGreaterThan(230);
    expect(at(out, 12, 78).every((value) => value > 215)).toBe(true);
    expect(at(out, 78, 87)[2]).toBeGreaterThan(215);
    expect(at(out, 95, 95)).toEqual([9, 9, 9]);
  });

  it('lets a shadow fall where it was moved to, and nowhere else', () => {
    const mask = { data: new Uint8Array(20 * 20), width: 20, height: 20 };
    for (let y = 4; y < 8; y++) mask.data.fill(255, y * 20 + 4, y * 20 + 8);
    const out = plain(100, [200, 200, 200, 255]);
    castShadow(out, mask, 0.5, 20, 30);
    expect(at(out, 50, 60)[0]).toBeCloseTo(100, -1);
    expect(at(out, 30, 30)).toEqual([200, 200, 200]);
  });

  it('lays a transparent picture over another by its opacity', () => {
    const out = plain(4, [0, 0, 0, 255]);
    overlay(out, plain(2, [200, 100, 50, 128]), 1, 1);
    expect(at(out, 1, 1)[0]).toBeCloseTo(100, -1);
    expect(at(out, 0, 0)).toEqual([0, 0, 0]);
  });

  it('blurs and enlarges a mask without losing or adding to it', () => {
    const mask = { data: new Uint8Array(40 * 40), width: 40, height: 40 };
    for (let y = 15; y < 25; y++) mask.data.fill(200, y * 40 + 15, y * 40 + 25);
    const sum = (data: Uint8Array): number => data.reduce((total, value) => total + value, 0);
    const soft = blurred(mask, 2);
    expect(sum(soft.data) / sum(mask.data)).toBeGreaterThan(0.9);
    expect(sum(soft.data) / sum(mask.data)).toBeLessThan(1.02);
    expect(sum(enlarged(mask, 120).data) / sum(mask.data) / 9).toBeCloseTo(1, 1);
  });
});
