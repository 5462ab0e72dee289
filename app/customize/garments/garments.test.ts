import { describe, expect, it } from 'vitest';
import { garmentLayers } from '../garment-drawings.ts';
import { blankColor, colorFor, garmentColors } from './colors.ts';
import { SHEET } from './template.ts';
import { templateOf } from './templates/registry.ts';
import { GARMENT_TYPES, garmentTypeOf } from './types.ts';

const SIDES = ['front', 'back'] as const;

describe('garments', () => {
  it('M80 knows the seventeen types of the spec', () => {
    expect(new Set(GARMENT_TYPES).size).toBe(17);
    expect(GARMENT_TYPES).toContain('Polo Baskota');
  });

  it('M80 takes an unknown type for a hoodie', () => {
    expect(garmentTypeOf('Kilt')).toBe('Hoodie');
    expect(garmentTypeOf('  denim jacket ')).toBe('Denim Jacket');
    const blank = blankColor('Kilt').hex;
    expect(garmentLayers('Kilt', 'front', blank)).toEqual(garmentLayers('Hoodie', 'front', blank));
  });

  it('M80 offers hoodies in fifteen colours', () => {
    expect(new Set(garmentColors('Hoodie').map(({ name }) => name)).size).toBe(15);
  });

  it('M80 offers jeans in black, white, blue, gray, navy and brown', () => {
    expect(garmentColors('Jeans').map(({ name }) => name)).toEqual([
      'black',
      'white',
      'blue',
      'gray',
      'navy',
      'brown',
    ]);
  });

  it.each(GARMENT_TYPES)('M80 dyes %s in colours of their own that are six-digit hex', (type) => {
    const colors = garmentColors(type);
    expect(new Set(colors.map(({ hex }) => hex)).size).toBe(colors.length);
    for (const { hex } of colors) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('M80 shows the blank colour for a colour the type is not offered in', () => {
    expect(colorFor('Jeans', 'Brown').name).toBe('brown');
    expect(colorFor('Jeans', 'pink')).toEqual(blankColor('Jeans'));
    expect(blankColor('Jeans').name).toBe('blue');
  });

  it.each(GARMENT_TYPES)(
    'M80 draws %s in front and back with its colour and a print area on the cloth',
    (type) => {
      for (const side of SIDES) {
        const { printArea, unitsPerCm } = templateOf(type, side);
        expect(printArea.x).toBeGreaterThan(0);
        expect(printArea.x + printArea.width).toBeLessThan(SHEET);
        expect(printArea.y + printArea.height).toBeLessThan(SHEET);
        expect(printArea.width / unitsPerCm).toBeGreaterThanOrEqual(7);
        const { cloth, shading } = garmentLayers(type, side, '#123456');
        expect(decodeURIComponent(cloth)).toContain('fill="#123456"');
        expect(cloth + shading).not.toMatch(/NaN|undefined|Infinity/);
      }
      expect(garmentLayers(type, 'front', '#123456')).not.toEqual(garmentLayers(type, 'back', '#123456'));
    },
  );

  it('M80 draws a different picture for each type', () => {
    const drawings = GARMENT_TYPES.map((type) => JSON.stringify(garmentLayers(type, 'front', '#123456')));
    expect(new Set(drawings).size).toBe(17);
  });
});
