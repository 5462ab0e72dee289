import { describe, expect, it } from 'vitest';
import type { ImageElement } from './design.ts';
import { newImage, newText } from './design-edits.ts';
import { align, boxOf, dpiOf, exceedsArea, fitInside, refitSize, snap } from './geometry.ts';

const measureIn = () => (text: string) => text.length * 0.5;
const area = { width: 30, height: 40 };
const image: ImageElement = {
  ...newImage('i', 'front', 'Hoodie', {
    source: 'local:0b9e3a52-6a8c-4f53-9a55-6f4f9d1c2b3a',
    name: 'a.png',
    pixelWidth: 1200,
    pixelHeight: 600,
  }),
  width: 20,
  height: 10,
};

const sized = (element: Parameters<typeof boxOf>[0]) => {
  const { width, height } = boxOf(element, measureIn);
  return { width: Math.round(width * 100) / 100, height: Math.round(height * 100) / 100 };
};

describe('print geometry', () => {
  it('a rotated element takes up its bounding box', () => {
    const box = boxOf({ ...image, rotation: 90 }, measureIn);
    expect(box.width).toBeCloseTo(10);
    expect(box.height).toBeCloseTo(20);
    expect(sized(newText('t', 'front', 'abcd', '#000000'))).toEqual({
      width: 12,
      height: 7.2,
    });
  });

  it('reports elements outside the print area', () => {
    expect(exceedsArea({ x: 0, y: 0, width: 30, height: 40 }, area)).toBe(false);
    expect(exceedsArea({ x: 1, y: 0, width: 30, height: 10 }, area)).toBe(true);
    expect(exceedsArea({ x: 0, y: -16, width: 10, height: 10 }, area)).toBe(true);
  });

  it('calculates the resolution of a printed picture', () => {
    expect(dpiOf(image)).toBeCloseTo(152.4);
    expect(dpiOf({ ...image, width: 40, height: 20 })).toBeCloseTo(76.2);
  });

  it('snaps to the middle, to edges and to other elements, but not over a distance', () => {
    expect(snap({ x: 0.3, y: 7, width: 10, height: 4 }, area, [], 0.5)).toEqual({
      x: 0,
      y: 7,
      guides: [{ axis: 'x', at: 0 }],
    });
    expect(snap({ x: -9.8, y: 17.9, width: 10, height: 4 }, area, [], 0.5)).toMatchObject({
      x: -10,
      y: 18,
    });
    const other = { x: 6, y: 3, width: 2, height: 2 };
    expect(snap({ x: 6.2, y: 12, width: 4, height: 4 }, area, [other], 0.3).x).toBe(6);
    expect(snap({ x: 4, y: 9, width: 3, height: 3 }, area, [], 0.3)).toEqual({ x: 4, y: 9, guides: [] });
  });

  it('aligns to every edge and both centers', () => {
    const box = { x: 2, y: 3, width: 10, height: 4 };
    expect(align(box, area, 'left')).toEqual({ x: -10, y: 3 });
    expect(align(box, area, 'right')).toEqual({ x: 10, y: 3 });
    expect(align(box, area, 'center')).toEqual({ x: 0, y: 3 });
    expect(align(box, area, 'top')).toEqual({ x: 2, y: -18 });
    expect(align(box, area, 'bottom')).toEqual({ x: 2, y: 18 });
    expect(align(box, area, 'middle')).toEqual({ x: 2, y: 0 });
  });
});

describe('the size of a text', () => {
  const text = newText('t', 'front', 'abcd', '#000000');
  const fits = (before: typeof text, after: typeof text) => refitSize(before, after, area, measureIn, 6);

  it('shrinks when its words would leave the print area, and recovers once they fit', () => {
    const long = { ...text, text: 'a'.repeat(40) };
    const size = fits(text, long);
    expect(size).toBe(1.5);
    expect(exceedsArea(boxOf({ ...long, size }, measureIn), area)).toBe(false);
    expect(fits({ ...long, size }, { ...long, size, text: 'a'.repeat(20) })).toBe(3);
    expect(fits({ ...long, size }, { ...text, size })).toBe(6);
  });

  it('stays as chosen where there is room, even at an edge or outside', () => {
    expect(fits({ ...text, size: 2 }, { ...text, size: 2, text: 'abcde' })).toBe(2);
    expect(fits({ ...text, x: 12, size: 2 }, { ...text, x: 12, size: 2, text: 'abcdefgh' })).toBe(1.5);
    expect(fits({ ...text, x: 20 }, { ...text, x: 20, text: 'abcdefgh' })).toBe(6);
  });
});

describe('an element beyond the print area', () => {
  it('moves inside, no smaller than necessary', () => {
    expect(fitInside({ ...image, x: 12, y: -30 }, area, measureIn)).toEqual({ x: 5, y: -15, factor: 1 });
    const { x, y, factor } = fitInside({ ...image, width: 60, height: 30, x: 9 }, area, measureIn);
    expect([x, y, factor]).toEqual([0, 0, 0.5]);
  });
});
