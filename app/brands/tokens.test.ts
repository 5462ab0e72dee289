import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import type { Brand } from './brand.ts';
import { casecraft } from './casecraft.ts';
import { ornamentTokens } from './ornaments.ts';
import { pairs, paletteOf } from './palette.ts';
import { presets } from './presets.ts';
import { brandCss, ornamentCss, tokensOf } from './tokens.ts';

/** A brand that nothing was tuned for: other colors and decisions. */
const sixth: Brand = {
  ...casecraft,
  id: 'saltpan',
  name: 'Saltpan',
  domain: 'saltpan.example',
  primaryColor: '#ffb3a7',
  secondaryColor: '#24405a',
  design: {
    ...casecraft.design,
    density: 'airy',
    motion: 'playful',
    elevation: 'soft',
    ornament: 'stripes',
    ground: { light: 'tint', dark: 'secondary' },
  },
};

const css = ['tokens.css', 'elements.css']
  .map((sheet) => readFileSync(new URL(`../styles/${sheet}`, import.meta.url), 'utf8'))
  .join('\n');
const declared = new Set([...css.matchAll(/^\s*--([a-z-]+):/gm)].map(([, name]) => name));
const used = new Set([...css.matchAll(/var\(--([a-z-]+)/g)].map(([, name = '']) => name));

describe('tokens', () => {
  it.each([...presets, sixth].map((brand) => [brand.id, brand] as const))(
    '%s has a value for everything the style sheet asks for',
    (_id, brand) => {
      const tokens = { ...tokensOf(brand), ...ornamentTokens(brand.design.ornament) };
      const missing = [...used].filter((name) => !declared.has(name) && !tokens[name]);
      expect(missing).toEqual([]);
      expect(Object.values(tokens).filter((value) => /undefined|NaN/.test(value))).toEqual([]);
    },
  );

  it('a sixth brand has valid contrast in both themes by its file alone', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const palette = paletteOf(sixth, scheme);
      for (const [front, back, ratio] of pairs)
        expect(wcagContrast(palette[front], palette[back]), `${front} on ${back}`).toBeGreaterThanOrEqual(
          ratio,
        );
    }
  });

  it('each color has both themes in one value, so that a subtree can switch its theme', () => {
    expect(tokensOf(sixth).page).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
    expect(tokensOf(sixth).brand).toBe('#ffb3a7');
  });

  it('the brand style sheet is one small rule that cannot break out of its element', () => {
    for (const brand of [...presets, sixth]) {
      for (const sheet of [brandCss(brand), ornamentCss(brand)]) {
        expect(sheet).toMatch(/^(:root|\.ornament)\{--[^{}]*\}$/);
        expect(sheet).not.toContain('<');
        expect(sheet.length).toBeLessThan(5000);
      }
    }
  });
});
