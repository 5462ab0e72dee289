import { describe, expect, it } from 'vitest';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import faces from '#app/brands/fonts/faces.json';
import { lookOf } from '#app/brands/looks/looks.ts';
import { presets } from '#app/brands/presets.ts';
import { type BrandRow, brandOfRow, rowOfBrand, typefaceNames } from './brand-row.ts';

const stored = (row: ReturnType<typeof rowOfBrand>): BrandRow => ({
  created_at: '',
  updated_at: '',
  version: 1,
  ...(row as Omit<BrandRow, 'created_at' | 'updated_at' | 'version'>),
});
const [inkthread] = presets;
const row = stored(rowOfBrand(inkthread));

describe("a store's row", () => {
  it.each(presets.map((preset) => [preset.name, preset] as const))(
    'that %s filled is the preset again, in every language',
    (_name, preset) => {
      const filled = stored(rowOfBrand(preset));
      expect(brandOfRow(filled, preset.domain, preset)).toEqual(preset);
      // The order of keys is that of the page's data.
      const text = JSON.stringify(brandOfRow(filled, preset.domain, preset).design);
      expect(text).toBe(JSON.stringify(preset.design));
    },
  );

  it('replaces everything that the preset says about itself', () => {
    const changed = brandOfRow(
      {
        ...row,
        name: 'Delta Wear',
        hero_title: 'Made in the Delta',
        story: 'One.\n\nTwo.\n\nThree.',
        slogans: 'Linen',
        music: '/a.mp3',
        option_fields: ['sizes'],
        part_looks: { card: 'gallery' },
      },
      'delta.example',
      inkthread,
    );
    expect(changed).toMatchObject({ name: 'Delta Wear', domain: 'delta.example', musicSrc: '/a.mp3' });
    expect(changed.productsOptions).toMatchObject({ colors: false, sizes: true });
    expect(changed.design.copy).toMatchObject({
      heroTitle: 'Made in the Delta',
      story: ['One.', 'Two.', 'Three.'],
      slogans: ['Linen'],
    });
    expect(lookOf(changed.design).card).not.toEqual(lookOf(inkthread.design).card);
    expect(lookOf(changed.design).header).toEqual(lookOf(inkthread.design).header);
  });

  it('has its uploaded pictures, and a name of its own in Arabic', () => {
    const own = {
      logo: '/brand-files/d/a-64x16.webp',
      logo_dark: '/brand-files/d/b.svg',
      icon: '/brand-files/d/c.png',
    };
    const translations = { ar: { name: 'دلتا' } };
    const delta = brandOfRow({ ...row, ...own, hides_name: true, translations }, 'delta.example');
    expect(delta).toMatchObject({ logo: own.logo, logoDark: own.logo_dark, icon: own.icon, hidesName: true });
    expect(brandInLanguage(delta, 'ar')).toMatchObject({ name: 'دلتا', logo: own.logo });
    expect(brandInLanguage(delta, 'en').name).toBe('Inkthread');
  });

  it('loses the music of its preset when it has none', () => {
    const meeplehouse = presets[1];
    if (!meeplehouse) throw new Error('no second preset');
    const silent = brandOfRow({ ...stored(rowOfBrand(meeplehouse)), music: null }, 'a.example', meeplehouse);
    expect(silent).not.toHaveProperty('musicSrc');
  });

  it('shows what the look draws when it has no pictures', () => {
    const meeplehouse = presets[1];
    if (!meeplehouse) throw new Error('no second preset');
    const filled = stored(rowOfBrand(meeplehouse));
    expect(filled).toMatchObject({ hero_films: { length: 2 }, visit_title: 'Come and play' });
    const bare = { ...filled, hero_picture: null, hero_films: [], story_picture: null };
    expect(brandOfRow(bare, 'a.example', meeplehouse).design).not.toHaveProperty('pictures');
  });

  it('shows a missing translation in the language of the row, text by text', () => {
    const partly = brandOfRow(
      { ...row, translations: { ar: { hero_title: 'دلتا' } } },
      'a.example',
      inkthread,
    );
    const { copy } = brandInLanguage(partly, 'ar').design;
    expect(copy.heroTitle).toBe('دلتا');
    expect(copy.heroText).toBe(inkthread.design.copy.heroText);
  });

  it('is a brand of its own without a preset: no fact, word or picture of another store', () => {
    const own = brandOfRow(
      { ...row, tenant_id: 'saltpan', name: 'Saltpan', translations: {} },
      'saltpan.example',
    );
    expect(own).toMatchObject({ id: 'saltpan', description: '', contactEmail: '', socialMedia: {} });
    expect(own).not.toHaveProperty('translations');
  });
});

it('every typeface that a brand can name has been cut', () => {
  expect(faces.map(({ family }) => family)).toEqual(typefaceNames);
});
