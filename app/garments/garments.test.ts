import { describe, expect, it } from 'vitest';
import { blankColor, colorFor, garmentColors } from './colors.ts';
import { garmentDrawing, garmentLayers } from './garment-drawings.ts';
import { areaOnSheet, SHEET } from './print-areas.ts';
import { GARMENT_TYPES, garmentTypeOf } from './types.ts';

const SIDES = ['front', 'back'] as const;

describe('garments', () => {
  it('knows the seventeen promised types', () => {
    expect(new Set(GARMENT_TYPES).size).toBe(17);
    expect(GARMENT_TYPES).toContain('Polo Baskota');
  });

  it('falls back to a hoodie for an unknown type', async () => {
    expect(garmentTypeOf('Kilt')).toBe('Hoodie');
    expect(garmentTypeOf('  denim jacket ')).toBe('Denim Jacket');
    expect(blankColor('Kilt')).toEqual(blankColor('Hoodie'));
    expect(await garmentDrawing('Kilt', 'front')).toBe(await garmentDrawing('Hoodie', 'front'));
  });

  it('offers hoodies in fifteen colors', () => {
    expect(new Set(garmentColors('Hoodie').map(({ name }) => name)).size).toBe(15);
  });

  it('offers jeans in black, white, blue, gray, navy and brown', () => {
    expect(garmentColors('Jeans').map(({ name }) => name)).toEqual([
      'black',
      'white',
      'blue',
      'gray',
      'navy',
      'brown',
    ]);
  });

  it.each(GARMENT_TYPES)('gives %s distinct colors in six-digit hex', (type) => {
    const colors = garmentColors(type);
    expect(new Set(colors.map(({ hex }) => hex)).size).toBe(colors.length);
    for (const { hex } of colors) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('falls back to the blank color for a color that the type does not have', () => {
    expect(colorFor('Jeans', 'Brown').name).toBe('brown');
    expect(colorFor('Jeans', 'pink')).toEqual(blankColor('Jeans'));
    expect(blankColor('Jeans').name).toBe('blue');
  });

  it.each(GARMENT_TYPES)(
    'draws %s in front and back with the print area of the print files',
    async (type) => {
      for (const side of SIDES) {
        const { x, y, width, height, unitsPerCm } = areaOnSheet(type, side);
        expect(x).toBeGreaterThan(0);
        expect(x + width).toBeLessThan(SHEET);
        expect(y + height).toBeLessThan(SHEET);
        expect(width / unitsPerCm).toBeGreaterThanOrEqual(7);
        const svg = await garmentDrawing(type, side);
        expect(svg).toContain(`<title>${type}, ${side}</title>`);
        expect(svg).toContain(
          `<rect id="print-area" data-units-per-cm="${unitsPerCm}" x="${x}" y="${y}" width="${width}" height="${height}" fill="none"/>`,
        );
      }
    },
  );

  it('shows the fabric in its color below a print, and its shading above', async () => {
    const { cloth, shading } = garmentLayers(await garmentDrawing('Jeans', 'back'), '#123456');
    expect(decodeURIComponent(cloth)).toContain('<svg style="--cloth: #123456;');
    expect(decodeURIComponent(cloth)).toContain('--show-shading: none"');
    expect(decodeURIComponent(shading)).toContain('--show-cloth: none"');
  });

  it('has a different drawing for each side of each type', async () => {
    const drawings = GARMENT_TYPES.flatMap((type) => SIDES.map((side) => garmentDrawing(type, side)));
    const shapes = (await Promise.all(drawings)).map((svg) => svg.replace(/<title>.*<\/title>/, ''));
    expect(new Set(shapes).size).toBe(34);
  });
});
