import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Design, printAreaOf } from '../../app/designer/design.ts';
import { newImage, newText } from '../../app/designer/design-edits.ts';
import { outlineText } from './outline-font.ts';
import { printPixels, printPng } from './print-png.ts';
import { printSvg } from './print-svg.ts';

const text = { ...newText('t', 'front', 'سوق Souk', '#d1293d'), outline: { color: '#111111', width: 0.05 } };
const design: Design = { version: 1, garment: 'Hoodie', color: 'black', elements: [text] };

const area = printAreaOf('Hoodie', 'front');

describe('print files', () => {
  it('are in real size with outlines in place of text', () => {
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
    const png = await printPng(design, 'front', new Map());
    const { width, height, density, hasAlpha } = await sharp(png).metadata();
    expect({ width, height }).toEqual(printPixels('Hoodie', 'front'));
    expect({ density, hasAlpha }).toEqual({ density: 300, hasAlpha: true });
    expect(width).toBe(Math.round((area.width / 2.54) * 300));
    const corner = await sharp(png).extract({ left: 0, top: 0, width: 4, height: 4 }).raw().toBuffer();
    expect(corner.every((byte) => byte === 0)).toBe(true);
  }, 60_000);

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

  it('set Arabic in the fallback face where the chosen one has none', () => {
    expect(outlineText('anton', 'سوق').d).toBe(outlineText('lalezar', 'سوق').d);
    expect(outlineText('anton', 'Souk').d).not.toBe(outlineText('lalezar', 'Souk').d);
  });
});
