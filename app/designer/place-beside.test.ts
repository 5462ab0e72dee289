import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { type DesignElement, printAreaOf } from './design.ts';
import { blankDesign, newImage, newText, withElement } from './design-edits.ts';
import { type Box, boxOf, dpiOf, exceedsArea, LEAST_DPI } from './geometry.ts';
import { keepBeside, placeBeside } from './place-beside.ts';

const measureIn = () => (text: string) => text.length * 0.45;
const blank = blankDesign('Hoodie', 'white');
const text = (id: string, words = 'Your text') => newText(id, 'front', words, '#000000');
const picture = (id: string, pixelWidth = 3000, pixelHeight = 2000, garment = 'Hoodie') =>
  newImage(id, 'front', garment, { source: 'local:x', name: 'a.png', pixelWidth, pixelHeight });
const overlap = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 0.01 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 0.01;
const boxes = (...elements: DesignElement[]) => elements.map((element) => boxOf(element, measureIn));

describe('a new element', () => {
  it('is in the middle of an empty side', () => {
    expect(
      placeBeside(withElement(blank, { ...text('b'), side: 'back' }), text('a'), measureIn),
    ).toMatchObject({
      x: 0,
      y: 0,
    });
  });

  it('is beside the last one, inside the print area, and covers it only if there is no room', () => {
    const kinds = fc.constantFrom(
      () => text('new'),
      (garment: string) => picture('new', 3000, 2000, garment),
      (garment: string) => picture('new', 500, 1200, garment),
    );
    fc.assert(
      fc.property(kinds, kinds, fc.constantFrom(...GARMENT_TYPES), (first, second, garment) => {
        const empty = blankDesign(garment, 'white');
        const one = { ...placeBeside(empty, first(garment), measureIn), id: 'one' };
        const two = placeBeside(withElement(empty, one), second(garment), measureIn);
        const [before, added] = boxes(one, two);
        if (!before || !added) throw new Error('two elements have two boxes');
        expect(exceedsArea(added, printAreaOf(garment, 'front'))).toBe(false);
        // A pocket has room for only one.
        const roomy = printAreaOf(garment, 'front').height > 20;
        expect(roomy && overlap(before, added)).toBe(false);
      }),
    );
  });

  it('covers none of the earlier ones', () => {
    const three = ['one', 'two', 'three'].reduce(
      (design, id) => withElement(design, placeBeside(design, text(id), measureIn)),
      blank,
    );
    const [one, two, last] = boxes(...three.elements);
    if (!one || !two || !last) throw new Error('three elements have three boxes');
    expect([overlap(one, two), overlap(one, last), overlap(two, last)]).toEqual([false, false, false]);
  });

  it('moves beside the others when typing would make it cover them, but not where somebody put it over them', () => {
    const first = placeBeside(blank, text('first'), measureIn);
    const design = withElement(blank, first);
    const short = placeBeside(design, text('second', 'Hi'), measureIn);
    const long = { ...short, text: 'The quick brown fox\njumps over\nthe lazy dog\nby the river' };
    const area = printAreaOf('Hoodie', 'front');
    const [there = boxOf(first, measureIn)] = boxes(first);
    expect(overlap(there, boxOf(long, measureIn))).toBe(true);
    const kept = boxOf(keepBeside(withElement(design, short), short, long, measureIn), measureIn);
    expect(overlap(there, kept)).toBe(false);
    expect(exceedsArea(kept, area)).toBe(false);
    const laid = { ...short, x: 0, y: 0 };
    const longer = { ...laid, text: long.text };
    expect(keepBeside(withElement(design, laid), laid, longer, measureIn)).toEqual(longer);
  });

  it('covers the last one, slightly offset, when there is no room beside it', () => {
    const area = printAreaOf('Hoodie', 'front');
    const whole = { ...picture('whole'), width: area.width, height: area.height };
    const added = placeBeside(withElement(blank, whole), text('new'), measureIn);
    expect(exceedsArea(boxOf(added, measureIn), area)).toBe(false);
  });

  it('is no larger than a picture has pixels for', () => {
    const small = placeBeside(blank, picture('small', 600, 400), measureIn);
    expect(small.kind === 'image' && dpiOf(small)).toBeGreaterThanOrEqual(LEAST_DPI);
  });
});
