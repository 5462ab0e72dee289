import { describe, expect, it } from 'vitest';
import { boundsOf, setBlock, setLine, setRound } from './lettering.ts';

describe('lettering', () => {
  it('sets a line exactly as wide as asked, around its middle', () => {
    const { d, width } = setLine('anton', 'SAY IT IN INK', { x: 500, fit: 800 });
    const box = boundsOf(d);
    expect(width).toBeCloseTo(800);
    expect(box.width).toBeGreaterThan(780);
    expect(box.x + box.width / 2).toBeCloseTo(500, -1);
  });

  it('starts a block at its top and never makes it taller than allowed', () => {
    const wide = setBlock('krona', 'NORTH', { top: 120, width: 1000, tallest: 90 });
    expect(boundsOf(wide.d).y).toBeCloseTo(120, 0);
    expect(wide.height).toBeLessThanOrEqual(90.5);
  });

  it('joins Arabic letters: a word is narrower than its letters apart', () => {
    const word = 'القاهرة';
    const apart = [...word].reduce((sum, letter) => sum + setLine('lalezar', letter, { size: 100 }).width, 0);
    expect(setLine('lalezar', word, { size: 100 }).width).toBeLessThan(apart * 0.9);
  });

  it('keeps text on a circle within a letter’s height of it', () => {
    const box = boundsOf(
      setRound('mono', 'PRINTED TO ORDER IN CAIRO EVERY DAY', {
        cx: 0,
        cy: 0,
        r: 100,
        size: 16,
        middle: -90,
      }),
    );
    for (const reach of [-box.x, -box.y, box.x + box.width]) expect(reach).toBeLessThan(120);
  });

  it('draws outlines, so that a machine without fonts prints the same', () => {
    expect(setLine('serif', 'sic.', { size: 50 }).d).toMatch(/^M[\d.\- MLQCZ]+$/);
  });
});
