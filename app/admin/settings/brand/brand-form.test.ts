import { describe, expect, it } from 'vitest';
import { looks } from '#app/brands/looks/looks.ts';
import { presets } from '#app/brands/presets.ts';
import { type BrandRow, rowOfBrand } from '#app/store/brand-row.ts';
import { brandColumns, brandForm, brandFormValues, lookNames } from './brand-form.ts';

const rowOf = (preset: (typeof presets)[number]) =>
  ({ ...rowOfBrand(preset), version: 1, created_at: '', updated_at: '' }) as BrandRow;
const row = rowOf(presets[0]);

describe('the form of a brand', () => {
  it.each(presets.map((preset) => [preset.name, preset] as const))(
    'takes %s as it is and changes nothing unless somebody types',
    (_name, preset) => {
      const stored = rowOf(preset);
      const read = brandForm.safeParse(brandFormValues(stored));
      expect(read.error?.issues ?? []).toEqual([]);
      expect(stored).toMatchObject(brandColumns(brandForm.parse(brandFormValues(stored)), stored));
    },
  );

  it('keeps translations that it has no field for', () => {
    const translations = { ar: { hero_title: 'دلتا', made_for_label: 'موبايل' } };
    const columns = brandColumns(brandFormValues({ ...row, translations }), { ...row, translations });
    expect(columns.translations).toEqual(translations);
  });

  it.each([
    ['name', ' '],
    ['primary_color', 'red'],
    ['primary_color', '#fff'],
    ['hero_title', ''],
    ['hero_action', 'x'.repeat(41)],
    ['hero_action_ar', 'س'.repeat(41)],
    ['slogans', 'x'.repeat(61)],
    ['slogans', 'One\n\nTwo'],
    ['slogans', 'One\none'],
    ['look', 'baroque'],
    ['name_ar', 'س'.repeat(81)],
    ['stroke', '5'],
    ['card_radius', '1.5'],
    ['display_tracking', 'wide'],
  ])('refuses %s: %j', (field, typed) => {
    const read = brandForm.safeParse({ ...brandFormValues(row), [field]: typed });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });

  it('needs a typeface for details in fixed width, and words for the devices', () => {
    const pathsOf = (change: object) =>
      brandForm.safeParse({ ...brandFormValues(row), ...change }).error?.issues.map(({ path }) => path);
    expect(pathsOf({ details_face: 'mono', mono_typeface: '' })).toEqual([['mono_typeface']]);
    expect(pathsOf({ made_for_values: 'Pixel 9', made_for_label: '', made_for_all: '' })).toEqual([
      ['made_for_label'],
      ['made_for_all'],
    ]);
    const twice = {
      made_for_values: 'Pixel 9\npixel 9',
      made_for_label: 'Phone',
      made_for_all: 'All phones',
    };
    expect(pathsOf(twice)).toEqual([['made_for_values']]);
  });

  it('takes numbers as they are typed, parts from other looks, and the order of sections', () => {
    const typed = {
      ...brandFormValues(row),
      ...{ stroke: '١٫٥', part_card: 'gallery', home_sections: ['story', 'deals'], landing: 'tabletop' },
    };
    expect(brandColumns(brandForm.parse(typed), row)).toMatchObject({
      stroke: 1.5,
      part_looks: { card: 'gallery' },
      home_sections: ['story', 'deals'],
      hides_initial_navbar: true,
    });
  });

  it('takes a brand whose only name is Arabic', () => {
    expect(brandForm.parse({ ...brandFormValues(row), name: 'دلتا' }).name).toBe('دلتا');
  });

  it('lets a translation and the words for the designer be empty', () => {
    const typed = { ...brandFormValues(row), hero_title_ar: '', designer_text: '' };
    const columns = brandColumns(brandForm.parse(typed), row);
    expect(columns.designer_text).toBeNull();
    expect(columns.translations).not.toHaveProperty('ar.hero_title');
  });

  it('offers every look', () => {
    expect([...lookNames].sort()).toEqual(Object.keys(looks).sort());
  });
});
