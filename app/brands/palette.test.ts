import { differenceEuclidean, oklch, wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inkthread } from './inkthread.ts';
import { type PaletteSource, pairs, paletteOf, type Scheme } from './palette.ts';
import { presets } from './presets.ts';

const lightness = (hex: string) => oklch(hex)?.l ?? Number.NaN;
const schemes: Scheme[] = ['light', 'dark'];

function failures(source: PaletteSource, scheme: Scheme): string[] {
  const palette = paletteOf(source, scheme);
  return pairs
    .map(([front, back, ratio]) => ({ front, back, ratio, is: wcagContrast(palette[front], palette[back]) }))
    .filter(({ is, ratio }) => is < ratio)
    .map(
      ({ front, back, is }) =>
        `${front} on ${back}: ${is.toFixed(2)} (${palette[front]} on ${palette[back]})`,
    );
}

describe('palettes', () => {
  it.each(presets.flatMap((brand) => schemes.map((scheme) => [brand.id, scheme, brand] as const)))(
    'every colour pair of %s in %s reaches WCAG AA',
    (_id, scheme, brand) => {
      expect(failures(brand, scheme)).toEqual([]);
    },
  );

  it('any two brand colors give valid contrast without editing the brand file', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const source = fc.record({
      primaryColor: hex,
      secondaryColor: hex,
      design: fc.record({
        ground: fc.record({
          light: fc.constantFrom('paper', 'white', 'tint', 'concrete', 'secondary'),
          dark: fc.constantFrom('secondary', 'black'),
        }),
      }),
    });
    fc.assert(
      fc.property(source, fc.constantFrom(...schemes), (brand, scheme) => {
        expect(failures(brand as PaletteSource, scheme)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('the brand color stays exact, and darkens as a fill only where white ink needs it', () => {
    for (const brand of presets) {
      const palette = paletteOf(brand, 'light');
      expect(palette.brand).toBe(brand.primaryColor.toLowerCase());
      expect(Math.abs(lightness(palette.primary) - lightness(brand.primaryColor))).toBeLessThan(0.06);
    }
  });

  it('errors never look like the brand or a selection, even if the brand is red', () => {
    const apart = differenceEuclidean('oklab');
    for (const { id, ...brand } of presets) {
      for (const scheme of schemes) {
        const palette = paletteOf(brand, scheme);
        for (const error of ['danger', 'danger-text'] as const) {
          for (const other of ['primary', 'accent', 'chosen', 'link', 'focus'] as const)
            expect(
              apart(palette[error], palette[other]),
              `${id}, ${scheme}: ${error}, ${other}`,
            ).toBeGreaterThan(0.12);
        }
        expect(apart(palette['danger-tint'], palette.tint), `${id}, ${scheme}: tints`).toBeGreaterThan(0.02);
      }
    }
  });

  it('a hovered fill keeps its hue: lime does not turn white', () => {
    for (const { id, ...brand } of presets) {
      for (const scheme of schemes) {
        const { primary, 'primary-hover': hover } = paletteOf(brand, scheme);
        const [still, pointed] = [oklch(primary), oklch(hover)];
        expect(pointed?.c, `${id}: ${hover} for ${primary}`).toBeGreaterThan((still?.c ?? 0) * 0.8);
        expect(wcagContrast(primary, hover), `${id}: ${hover} for ${primary}`).toBeGreaterThan(1.08);
      }
    }
  });

  it('refuses a color that is not six-digit hex', () => {
    const brand = { ...inkthread, primaryColor: 'red' };
    expect(() => paletteOf(brand, 'light')).toThrow('Not a six-digit hex colour: red');
  });
});
