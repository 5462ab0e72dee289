import { describe, expect, it } from 'vitest';
import { layoutText } from './text-layout.ts';

const measure = (text: string) => [...text].length * 0.5;
const plain = { text: 'abc', align: 'center', letterSpacing: 0, arc: 0 } as const;

describe('text layout', () => {
  it('keeps a plain line in one piece, so that kerning and joined letters stay', () => {
    const { pieces, width, height } = layoutText(plain, measure);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toMatchObject({ text: 'abc', x: -0.75, rotation: 0 });
    expect([width, height]).toEqual([1.5, 1.2]);
  });

  it('aligns its lines', () => {
    const starts = (align: 'start' | 'center' | 'end') =>
      layoutText({ ...plain, text: 'abcd\nab', align }, measure).pieces.map(({ x }) => x);
    expect(starts('start')).toEqual([-1, -1]);
    expect(starts('center')).toEqual([-1, -0.5]);
    expect(starts('end')).toEqual([-1, 0]);
  });

  it('spaces letters, but never pulls Arabic words apart', () => {
    expect(layoutText({ ...plain, letterSpacing: 0.1 }, measure).width).toBeCloseTo(1.7);
    const words = layoutText({ ...plain, text: 'سوق القاهرة', letterSpacing: 0.1 }, measure).pieces;
    expect(words.map(({ text }) => text.trim()).filter(Boolean)).toEqual(['القاهرة', 'سوق']);
  });

  it.each([
    ['سوق Souk Cairo 2026 القاهرة', ['القاهرة', 'Souk', 'Cairo', '2026', 'سوق']],
    ['Souk سوق القاهرة 1987', ['Souk', '1987', 'القاهرة', 'سوق']],
  ])('places the words of “%s” from left to right as they are displayed', (text, order) => {
    const { pieces } = layoutText({ ...plain, text, arc: 90 }, measure);
    expect(pieces.map((piece) => piece.text.trim()).filter(Boolean)).toEqual(order);
  });

  it('an arc lowers the ends, a negative one raises them, equally on both sides', () => {
    const arched = layoutText({ ...plain, text: 'abcde', arc: 120 }, measure).pieces;
    const hanging = layoutText({ ...plain, text: 'abcde', arc: -120 }, measure).pieces;
    const [first, , middle, , last] = arched;
    expect(first?.rotation).toBeCloseTo(-(last?.rotation ?? 0));
    expect(middle?.rotation).toBeCloseTo(0);
    expect(first?.rotation).toBeLessThan(0);
    expect(middle?.y).toBeLessThan(last?.y ?? 0);
    expect(hanging[0]?.rotation).toBeGreaterThan(0);
  });
});
