import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { limitedText } from '#app/lib/text-schemas.ts';
import {
  checkWords,
  translatedLabels,
  translatedLists,
  translatedValues,
  translationsColumn,
  typedWords,
  withTranslatedLists,
  withTranslations,
  wordsTyped,
} from './translated-texts.ts';

const form = z.object(withTranslations({ name: limitedText(5, () => 'too long').min(1, 'missing') }));

describe('translation of a text', () => {
  it('follows the rules of the text itself, and may be missing', () => {
    expect(form.parse({ name: 'Cap', name_ar: '  ' })).toEqual({ name: 'Cap', name_ar: '' });
    expect(form.parse({ name: 'Cap', name_ar: ' كاب ' })).toEqual({ name: 'Cap', name_ar: 'كاب' });
    const refused = form.safeParse({ name: 'Cap', name_ar: 'قبعة صيفية' });
    expect(refused.error?.issues).toMatchObject([{ path: ['name_ar'], message: 'too long' }]);
  });

  it('is named after its field and its language', () => {
    expect(translatedLabels(['name'], { name: 'Name' })).toEqual({ name_ar: 'Name (Arabic)' });
  });

  it('is read from the row and saved into it; translations outside the form stay', () => {
    const stored = { ar: { name: 'كاب', description: 'قديم', image_alts: { '/1.webp': 'كاب أسود' } } };
    expect(translatedValues(['name', 'description'], stored)).toEqual({
      name_ar: 'كاب',
      description_ar: 'قديم',
    });
    const values = { name_ar: 'قبعة', description_ar: '' };
    expect(translationsColumn(['name', 'description'], values, stored)).toEqual({
      ar: { name: 'قبعة', image_alts: { '/1.webp': 'كاب أسود' } },
    });
    expect(translationsColumn(['name'], { name_ar: '' }, { ar: { name: 'كاب' } })).toEqual({});
  });
});

describe('translated words of a list', () => {
  it('are in the order of its values, with gaps for missing ones', () => {
    expect(typedWords(['Black', 'White'], { White: 'أبيض' })).toBe('، أبيض');
    expect(wordsTyped(['Black', 'White'], '، أبيض')).toEqual({ White: 'أبيض' });
    expect(typedWords(['Black', 'White'], {})).toBe('');
    expect(wordsTyped(['Black', 'White'], '')).toEqual({});
  });

  it('convert back unchanged', () => {
    const values = ['Cotton', 'Linen'];
    const stored = { ar: { material: { Cotton: 'قطن', Linen: 'كتان' } } };
    const typed = translatedLists(['material'], () => values, stored);
    expect(typed).toEqual({ material_ar: 'قطن، كتان' });
    expect(withTranslatedLists(['material'], () => values, typed, {})).toEqual(stored);
  });

  it('are invalid unless there are as many as values', () => {
    const lists = z
      .object({ list: z.string(), list_ar: z.string() })
      .superRefine((values, context) => checkWords(['list'], values, context));
    expect(lists.safeParse({ list: 'S, M', list_ar: 'صغير، وسط' }).success).toBe(true);
    expect(lists.safeParse({ list: 'S, M', list_ar: 'صغير' }).error?.issues[0]?.path).toEqual(['list_ar']);
  });
});
