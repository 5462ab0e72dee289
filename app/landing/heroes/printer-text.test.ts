import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInCapitals, longestPrint, printLines, setLines } from './printer-text.ts';

describe('the printing hero', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['ink', ['INK']],
    ['Say it in ink', ['SAY IT', 'IN INK']],
    ['one two three four five', ['ONE TWO', 'THREE', 'FOUR FIVE']],
    ['incomprehensibilities', ['INCOMPREHENSIBILITIES']],
    ['  much   air  ', ['MUCH AIR']],
    ['صنع في القاهرة', ['صنع في', 'القاهرة']],
    ['👩‍👩‍👧‍👦 👩‍👩‍👧‍👦', ['👩‍👩‍👧‍👦 👩‍👩‍👧‍👦']],
  ])('sets %j as %j', (text, lines) => {
    expect(printLines(text)).toEqual(lines);
  });

  it('stretches capitals and never joined letters or emoji', () => {
    expect(['INK', 'SAY IT, 2!', 'صنع', 'INK صنع', '🔥', 'INK 🔥'].map(isInCapitals)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('prints every word that fits, in order, on three lines at most', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: longestPrint }), (text) => {
        const lines = printLines(text);
        expect(lines.length).toBeLessThanOrEqual(3);
        const words = text.trim().slice(0, longestPrint).toUpperCase().split(/\s+/).filter(Boolean);
        expect(lines.join(' ')).toBe(words.join(' '));
      }),
    );
  });

  it('keeps every line inside the area', () => {
    const area = { y: 100, width: 300, height: 200 };
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: longestPrint }), (text) => {
        for (const { size, baseline } of setLines(printLines(text), area)) {
          expect(baseline).toBeLessThanOrEqual(area.y + area.height + 0.001);
          expect(baseline - size * 0.72).toBeGreaterThanOrEqual(area.y - 0.001);
        }
      }),
    );
  });
});
