import { describe, expect, it } from 'vitest';
import { freeLift } from './free-place.ts';

const box = (top: number, bottom: number, left = 0, right = 360) => ({ top, bottom, left, right });

describe('a toast above the foot of a phone', () => {
  const toast = box(620, 720);

  it('stays where it covers nothing', () => {
    expect(freeLift(toast, [box(100, 144), box(720, 780)])).toBe(0);
    expect(freeLift(box(620, 720, 0, 300), [box(630, 670, 300, 344)])).toBe(0);
  });

  it('goes up to the lowest place where it covers nothing', () => {
    expect(freeLift(toast, [box(650, 694)])).toBe(70);
    expect(freeLift(toast, [box(650, 694), box(560, 604)])).toBe(160);
  });

  it('goes to the top of a screen that is full of what can be pressed', () => {
    const rows = Array.from({ length: 16 }, (_, row) => box(row * 50, row * 50 + 44));
    expect(freeLift(toast, rows)).toBe(612);
  });
});
