import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Design, LIMITS, readDesign } from './design.ts';
import {
  blankDesign,
  imageSize,
  moveLayer,
  newImage,
  newText,
  updateElement,
  withCopy,
  withElement,
  without,
} from './design-edits.ts';

const picture = {
  source: 'local:0b9e3a52-6a8c-4f53-9a55-6f4f9d1c2b3a',
  name: 'a.png',
  pixelWidth: 1000,
  pixelHeight: 500,
};
const text = (id: string, side: 'front' | 'back' = 'front') => newText(id, side, id, '#000000');
const design: Design = [text('a'), text('x', 'back'), text('b'), text('c')].reduce(
  withElement,
  blankDesign('Hoodie', 'black'),
);
const order = (of: Design) => of.elements.map(({ id }) => id).join('');

describe('design edits', () => {
  it('layers move past their neighbors on the same side only', () => {
    expect(order(moveLayer(design, 'a', 1))).toBe('bxac');
    expect(order(moveLayer(design, 'b', -1))).toBe('bxac');
    expect(moveLayer(design, 'c', 1)).toBe(design);
    expect(moveLayer(design, 'x', -1)).toBe(design);
    expect(moveLayer(design, 'nobody', 1)).toBe(design);
  });

  it('a copy is on top, slightly offset', () => {
    const copied = withCopy(design, 'a', 'a2');
    expect(order(copied)).toBe('axbca2');
    expect(copied.elements.at(-1)).toMatchObject({ text: 'a', x: 1, y: 1 });
    expect(withCopy(design, 'nobody', 'n')).toBe(design);
  });

  it('a removed element is gone', () => {
    expect(order(without(design, 'b'))).toBe('axc');
  });

  it('a full design accepts no more elements', () => {
    const full = Array.from({ length: LIMITS.elements }, (_, i) => text(`t${i}`)).reduce(
      withElement,
      blankDesign('Hoodie', 'black'),
    );
    expect(withElement(full, text('more'))).toBe(full);
    expect(withCopy(full, 't1', 'more')).toBe(full);
  });

  it('an image keeps its proportions, whatever size is requested', () => {
    const [image] = [newImage('i', 'front', 'Hoodie', picture)];
    const large = updateElement(withElement(blankDesign('Hoodie', 'black'), image), 'i', { width: 1000 });
    expect(large.elements[0]).toMatchObject({ width: 70, height: 35 });
    expect(imageSize(0, 2)).toEqual({ width: 1, height: 2 });
    expect(imageSize(0, 0.5)).toEqual({ width: 2, height: 1 });
  });

  it('a design stays valid, whatever happens to its elements', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, number, (x, y, rotation, size, width) => {
        const both = withElement(design, newImage('i', 'front', 'Jeans', picture));
        const moved = updateElement(both, 'a', { x, y, rotation, size, letterSpacing: size, arc: rotation });
        expect(readDesign(updateElement(moved, 'i', { x, y, rotation, width }))).not.toBeNull();
      }),
    );
  });
});
