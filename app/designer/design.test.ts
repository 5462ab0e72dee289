import { describe, expect, it } from 'vitest';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { type Design, hexColor, LIMITS, printAreaOf, printedElements, readDesign } from './design.ts';
import { newImage, newText } from './design-edits.ts';

const uuid = '0b9e3a52-6a8c-4f53-9a55-6f4f9d1c2b3a';
const picture = { source: `local:${uuid}`, name: 'cat.png', pixelWidth: 1200, pixelHeight: 800 };
const text = newText('t1', 'front', 'Hello', '#ffffff');
const image = newImage('i1', 'back', 'Hoodie', picture);
const design: Design = { version: 1, garment: 'Hoodie', color: 'black', elements: [text, image] };
const withText = (change: object): unknown => ({ ...design, elements: [{ ...text, ...change }] });
const withImage = (change: object): unknown => ({ ...design, elements: [{ ...image, ...change }] });

describe('a design document', () => {
  it('reads back as it was written', () => {
    expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual(design);
    expect(
      readDesign(withText({ text: 'سوق\nالقاهرة', outline: { color: '#111111', width: 0.1 } })),
    ).not.toBeNull();
    expect(readDesign(withImage({ source: `designs:inkthread/${uuid}/${uuid}.webp` }))).not.toBeNull();
  });

  it.each([
    ['nothing', null],
    ['a text', 'design'],
    ['another version', { ...design, version: 2 }],
    ['a garment nobody makes', { ...design, garment: 'Kilt' }],
    ['no colour', { ...design, color: '' }],
    ['an unknown field', { ...design, price: 1 }],
    ['elements that are no list', { ...design, elements: {} }],
    ['an element of another kind', withText({ kind: 'script' })],
    ['an unknown side', withText({ side: 'sleeve' })],
    ['an unknown field in an element', withText({ onclick: 'x' })],
    ['a blank text', withText({ text: ' \n ' })],
    ['too long a text', withText({ text: 'x'.repeat(LIMITS.letters + 1) })],
    ['too many lines', withText({ text: `${'a\n'.repeat(LIMITS.lines)}a` })],
    ['letters that cannot be printed', withText({ text: 'hi 😀' })],
    ['an unknown font', withText({ font: 'comic-sans' })],
    ['letters too large', withText({ size: 26 })],
    ['letters too small', withText({ size: 0.1 })],
    ['a colour that is no hex', withText({ color: 'red' })],
    ['a colour that breaks out of an attribute', withText({ color: '#fff"/><script>' })],
    ['a number that is none', withText({ x: Number.NaN })],
    ['a place far away', withText({ y: 1e9 })],
    ['an endless turn', withText({ rotation: Infinity })],
    ['an arc beyond a half circle', withText({ arc: 181 })],
    ['an outline too wide', withText({ outline: { color: '#000000', width: 5 } })],
    ['a picture from elsewhere', withImage({ source: 'https://example.com/a.png' })],
    ['a picture that climbs out of its folder', withImage({ source: `designs:inkthread/../${uuid}.png` })],
    ['a picture that is an SVG', withImage({ source: `designs:inkthread/${uuid}/${uuid}.svg` })],
    ['a picture without pixels', withImage({ pixelWidth: 0 })],
    ['two elements of one id', { ...design, elements: [text, text] }],
    [
      'too many elements',
      {
        ...design,
        elements: Array.from({ length: LIMITS.elements + 1 }, (_, i) => ({ ...text, id: `t${i}` })),
      },
    ],
  ])('with %s is refused', (_reason, stored) => {
    expect(readDesign(stored)).toBeNull();
  });

  it('counts texts and images as the price rules need them', () => {
    expect(printedElements(design)).toEqual({ garment: 'Hoodie', texts: 1, images: 1 });
    expect(printedElements({ ...design, elements: [] })).toEqual({ garment: 'Hoodie', texts: 0, images: 0 });
  });

  it.each(GARMENT_TYPES)('gives %s a print area with a real size on both sides', (garment) => {
    for (const side of ['front', 'back'] as const) {
      const { width, height } = printAreaOf(garment, side);
      expect(width).toBeGreaterThan(5);
      expect(width).toBeLessThan(60);
      expect(height).toBeGreaterThan(5);
      expect(height).toBeLessThan(80);
    }
  });
});

describe('a typed color', () => {
  it.each([
    ['#5879DB', '#5879db'],
    ['5879db', '#5879db'],
    ['#f0a', '#ff00aa'],
    ['F0a', '#ff00aa'],
    ['  #000 ', '#000000'],
  ])('accepts %s', (typed, color) => {
    expect(hexColor(typed)).toBe(color);
  });

  it.each([
    '',
    '#',
    'red',
    '#ff',
    '#ffff',
    '#fffff',
    '#fffffff',
    '##fff',
    '#ggg',
    'fff;',
    '#12 345',
    '１２３',
  ])('rejects "%s"', (typed) => {
    expect(hexColor(typed)).toBeNull();
  });
});
