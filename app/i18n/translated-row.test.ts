import { describe, expect, it } from 'vitest';
import { translatedRow, translatedWords } from './translated-row.ts';

const row = {
  id: 'p1',
  name: 'Hoodie',
  description: 'Heavy cotton.',
  translations: {
    ar: { name: 'هودي', description: '', id: 'ignored?', other: 'لا عمود', values: { Black: 'أسود' } },
  },
};

describe('a row', () => {
  it('shows in the page’s language, and in English where a field is not translated', () => {
    const { id: _, ...said } = row.translations.ar;
    const arabic = translatedRow({ ...row, translations: { ar: said } }, 'ar');
    expect(arabic).toEqual({ id: 'p1', name: 'هودي', description: 'Heavy cotton.' });
  });

  it('carries no other language to an English page', () => {
    expect(translatedRow(row, 'en')).toEqual({ id: 'p1', name: 'Hoodie', description: 'Heavy cotton.' });
    expect(translatedRow({ name: 'Cap' }, 'ar')).toEqual({ name: 'Cap' });
    expect(translatedRow({ name: 'Cap', translations: 'broken' }, 'ar')).toEqual({ name: 'Cap' });
  });

  it('has translations for the values of an array column', () => {
    expect(translatedWords(row.translations, 'values', 'ar')).toEqual({ Black: 'أسود' });
    expect(translatedWords(row.translations, 'values', 'en')).toEqual({});
  });
});
