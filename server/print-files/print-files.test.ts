import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Design, type ImageElement, printAreaOf } from '../../app/designer/design.ts';
import { newImage, newText } from '../../app/designer/design-edits.ts';
import { PRINT_FONT_IDS, PRINT_FONTS, unprintableLetters } from '../../app/designer/print-fonts.ts';
import { outlineText, shapeText } from './outline-font.ts';
import { readPrintPictures } from './print-pictures.ts';
import { printPixels, printPng } from './print-png.ts';
import { printSvg } from './print-svg.ts';

const text = { ...newText('t', 'front', 'سوق Souk', '#d1293d'), outline: { color: '#111111', width: 0.05 } };
const design: Design = { version: 1, garment: 'Hoodie', color: 'black', elements: [text] };

const area = printAreaOf('Hoodie', 'front');
const noPicture = () => Promise.reject(new Error('no picture is asked for'));
const plain = (color: string, width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: color } });
/** A picture of two by one, 10 cm wide, in the middle of the front. */
const wide = (id: string, change: Partial<ImageElement> = {}): ImageElement => ({
  ...newImage(id, 'front', 'Hoodie', {
    source: `local:${crypto.randomUUID()}`,
    name: `${id}.jpg`,
    pixelWidth: 800,
    pixelHeight: 400,
  }),
  width: 10,
  height: 5,
  ...change,
});
const of = (...elements: Design['elements']): Design => ({ ...design, elements });

const arabicFonts = PRINT_FONT_IDS.filter((id) => 'arabic' in PRINT_FONTS[id]);

describe('print files', () => {
  it('are in real size, with outlined text', () => {
    const svg = printSvg(design, 'front', new Map());
    const [, width, height] = /width="([\d.]+)cm" height="([\d.]+)cm"/.exec(svg) ?? [];
    expect(Number(width)).toBeCloseTo(area.width, 3);
    expect(Number(height)).toBeCloseTo(area.height, 3);
    expect(svg).toContain('<path');
    expect(svg).not.toContain('<text');
    expect(svg).not.toContain('NaN');
    expect(printSvg(design, 'back', new Map())).not.toContain('<path');
  });

  it('are transparent PNG at 300 dpi', async () => {
    const png = await printPng(design, 'front', noPicture);
    const { width, height, density, hasAlpha } = await sharp(png).metadata();
    expect({ width, height }).toEqual(printPixels('Hoodie', 'front'));
    expect({ density, hasAlpha }).toEqual({ density: 300, hasAlpha: true });
    expect(width).toBe(Math.round((area.width / 2.54) * 300));
    const corner = await sharp(png).extract({ left: 0, top: 0, width: 4, height: 4 }).raw().toBuffer();
    expect(corner.every((byte) => byte === 0)).toBe(true);
  });

  it('are refused while a picture is missing, never printed without it', () => {
    const picture = {
      source: `local:${crypto.randomUUID()}`,
      name: 'a.png',
      pixelWidth: 400,
      pixelHeight: 400,
    };
    const image = newImage('i', 'front', 'Hoodie', picture);
    const withImage: Design = { ...design, elements: [image] };
    expect(() => printSvg(withImage, 'front', new Map())).toThrow('is missing');
    expect(printSvg(withImage, 'front', new Map([[picture.source, 'data:image/png;base64,AA']]))).toContain(
      '<image',
    );
  });

  it('use the fallback font for Arabic if the chosen one lacks it', () => {
    expect(outlineText('anton', 'سوق').d).toBe(outlineText('lalezar', 'سوق').d);
    expect(outlineText('anton', 'Souk').d).not.toBe(outlineText('lalezar', 'Souk').d);
  });

  it.each(arabicFonts)('join Arabic letters and set them from right to left: %s', (id) => {
    const glyphs = (letters: string) => shapeText(id, letters).glyphs.map(({ glyph }) => glyph);
    const [alone] = glyphs('ه');
    const [last, middle, first] = glyphs('ههه');
    expect(new Set([alone, first, middle, last]).size).toBe(4);
    // A line has the glyphs of its words in visual order, the last word first.
    expect(glyphs('متجر سوق')).toEqual([...glyphs('سوق'), ...glyphs(' '), ...glyphs('متجر')]);
    expect(glyphs('سوق')).not.toEqual(['ق', 'و', 'س'].flatMap(glyphs));
  });

  it.each(arabicFonts)('place numbers, Latin words and marks in Arabic text correctly: %s', (id) => {
    const glyphs = (letters: string) => shapeText(id, letters).glyphs.map(({ glyph }) => glyph);
    const [space] = [glyphs(' ')];
    // Numbers and Latin words keep their direction; each number is its own word.
    expect(glyphs('سوق 24 12')).toEqual([
      ...glyphs('12'),
      ...space,
      ...glyphs('24'),
      ...space,
      ...glyphs('سوق'),
    ]);
    expect(glyphs('سوق (Souk)').slice(1, 5)).toEqual(glyphs('Souk'));
    expect(glyphs('Souk سوق')).toEqual([...glyphs('Souk'), ...space, ...glyphs('سوق')]);
    // Marks sit on their letters.
    expect(shapeText(id, 'سَلامٌ').width).toBeCloseTo(shapeText(id, 'سلام').width, 1);
  });

  it.each(arabicFonts)('have a glyph for each allowed Arabic letter: %s', (id) => {
    const letters = Array.from({ length: 0x100 }, (_, at) => String.fromCodePoint(0x600 + at));
    const printable = letters.filter((letter) => unprintableLetters(letter).length === 0);
    expect(printable.length).toBeGreaterThan(60);
    const isMissing = (letter: string) => shapeText(id, letter).glyphs.some(({ glyph }) => glyph === 0);
    expect(printable.filter(isMissing)).toEqual([]);
  });

  it('embed a photo as JPEG, at no more than print resolution', async () => {
    const photo = await plain('#c33', 6000, 3000).jpeg().toBuffer();
    const logo = await plain('#3c3').ensureAlpha(0.5).png().toBuffer();
    const [large, small] = [wide('large'), wide('small')];
    const files = new Map([
      [large.source, photo],
      [small.source, logo],
    ]);
    const images = await readPrintPictures(
      of(large, small),
      'front',
      async (source) => files.get(source) ?? photo,
    );
    const read = (source: string) =>
      sharp(Buffer.from(images.get(source)?.split(',')[1] ?? '', 'base64')).metadata();
    expect(await read(large.source)).toMatchObject({ format: 'jpeg', width: 1181, height: 591 });
    expect(await read(small.source)).toMatchObject({
      format: 'png',
      hasAlpha: true,
      width: 800,
      height: 400,
    });
  });

  it('limit the total pixels of an SVG’s pictures, however many overlap', async () => {
    const photo = await plain('#c33', 3000, 3000).jpeg().toBuffer();
    const layers = Array.from({ length: 40 }, (_, i) => wide(`i${i}`, { width: 70, height: 70 }));
    const images = await readPrintPictures(of(...layers), 'front', async () => photo);
    const sizes = await Promise.all(
      [...images.values()].map((url) => sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata()),
    );
    expect(sizes.reduce((sum, { width, height }) => sum + width * height, 0)).toBeLessThanOrEqual(40_100_000);
  });

  it.each(['png', 'svg'] as const)(
    'are made with one picture in memory at a time: %s',
    async (kind) => {
      const photo = await plain('#c33').jpeg().toBuffer();
      const elements = ['a', 'b', 'c'].map((id) => wide(id));
      let asked = 0;
      let release = Promise.withResolvers<Buffer>();
      const download = () => {
        asked += 1;
        return release.promise;
      };
      const made =
        kind === 'png'
          ? printPng(of(...elements), 'front', download)
          : readPrintPictures(of(...elements), 'front', download);
      for (const count of [1, 2, 3]) {
        await expect.poll(() => asked, { timeout: 60_000 }).toBe(count);
        const { resolve } = release;
        release = Promise.withResolvers();
        resolve(photo);
      }
      await made;
      expect(asked).toBe(3);
    },
    200_000,
  );

  it('place a picture as in the design: rotated, behind a text and cropped to the area', async () => {
    const files = new Map<string, Buffer>();
    const add = async (element: ImageElement, color: string) => {
      files.set(element.source, await plain(color).jpeg().toBuffer());
      return element;
    };
    const elements = [
      await add(wide('turned', { x: 5, y: -3, rotation: 90 }), '#ff0000'),
      { ...newText('over', 'front', 'O', '#00ff00'), x: 5, y: -3, size: 3 },
      await add(wide('edge', { x: -area.width / 2, y: 8, rotation: 45 }), '#0000ff'),
      await add(wide('away', { x: 60, y: 60 }), '#ffffff'),
    ];
    const png = await printPng(
      of(...elements),
      'front',
      async (source) => files.get(source) ?? Buffer.alloc(0),
    );
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const column = Math.round(((x + area.width / 2) / 2.54) * 300);
      const row = Math.round(((y + area.height / 2) / 2.54) * 300);
      const from = (row * info.width + column) * info.channels;
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(from, from + 4);
      return alpha < 128
        ? 'nothing'
        : red > 200
          ? 'red'
          : green > 200
            ? 'green'
            : blue > 200
              ? 'blue'
              : 'other';
    };
    // Rotated: five centimeters wide and ten high.
    for (const [x, y] of [
      [5, 1.8],
      [5, -7.8],
      [2.7, -3],
      [7.3, -3],
    ] as const)
      expect([x, y, at(x, y)]).toEqual([x, y, 'red']);
    for (const [x, y] of [
      [5, 2.2],
      [5, -8.2],
      [2.3, -3],
      [7.7, -3],
    ] as const)
      expect([x, y, at(x, y)]).toEqual([x, y, 'nothing']);
    const edge = -area.width / 2;
    expect(at(edge + 0.2, 8)).toBe('blue');
    expect(at(edge + 3.3, 8 + 3.3)).toBe('blue');
    expect(at(edge + 3.8, 8 + 3.8)).toBe('nothing');
    expect(at(edge + 2, 6)).toBe('nothing');
    const green = await sharp(png).extractChannel('green').stats();
    expect(green.channels[0]?.max).toBeGreaterThan(240);
  });

  it.each(['png', 'svg'] as const)('are refused if a picture cannot be read: %s', async (kind) => {
    const download = async () => Buffer.from('no picture');
    const made =
      kind === 'png'
        ? printPng(of(wide('a')), 'front', download)
        : readPrintPictures(of(wide('a')), 'front', download);
    await expect(made).rejects.toMatchObject({ status: 422 });
  });
});
