import { describe, expect, it } from 'vitest';
import type { Brand } from './brand.ts';
import { brandInLanguage } from './brand-in-language.ts';
import { presets } from './presets.ts';

/** All texts of a brand, in order. */
function wordsOf(brand: Brand): string[] {
  const { description, footerDescription, seoDescription, seoKeywords, address, design } = brand;
  const { label = '', all = '' } = design.madeFor ?? {};
  const said = [...Object.values(design.copy).flat(), label, all];
  return [description, footerDescription, seoDescription, address, ...seoKeywords, ...said].filter(Boolean);
}

describe.each(presets.map((brand) => [brand.name, brand] as const))('%s in Arabic', (name, brand) => {
  const arabic = brandInLanguage(brand, 'ar');

  it('has every text that English has', () => {
    const { copy } = arabic.design;
    expect(Object.keys(copy)).toEqual(Object.keys(brand.design.copy));
    expect(copy.story).toHaveLength(brand.design.copy.story.length);
    expect(copy.slogans).toHaveLength(brand.design.copy.slogans.length);
    expect(arabic.seoKeywords.length).toBeGreaterThan(2);
    for (const text of wordsOf(arabic)) {
      expect(text).toMatch(/\p{Script=Arabic}/u);
      expect(text.replaceAll(name, '')).not.toMatch(/[a-z]/i);
    }
  });

  it('keeps its facts and prices', () => {
    expect(arabic).toMatchObject({ id: brand.id, name, shipping: brand.shipping });
    expect(arabic.design.madeFor?.values).toEqual(brand.design.madeFor?.values);
    expect(arabic.design.look).toBe(brand.design.look);
  });
});

describe('a brand', () => {
  it('falls back to English when it has no texts in the page’s language', () => {
    for (const brand of presets) expect(wordsOf(brandInLanguage(brand, 'fr'))).toEqual(wordsOf(brand));
  });

  it('is sent in one language only', () => {
    for (const language of ['en', 'ar'])
      for (const brand of presets)
        expect(brandInLanguage(brand, language)).not.toHaveProperty('translations');
  });
});
