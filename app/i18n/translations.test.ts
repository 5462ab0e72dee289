import { describe, expect, it, vi } from 'vitest';
import englishShell from './texts/en/shell.json';
import { translationsIn } from './translations.ts';

describe('translations', () => {
  it('format plain texts, parameters and plurals', () => {
    const t = translationsIn('en', 'shell', englishShell);
    expect(t('skip')).toBe('Skip to content');
    expect(t('themeNow', { choice: 'Dark' })).toBe('Theme: Dark');
    expect(t('cartWithCount', { count: 1 })).toBe('Cart, 1 item');
    expect(t('cartWithCount', { count: 1200 })).toBe('Cart, 1,200 items');
  });

  it('have the six Arabic plural forms, with Western digits', () => {
    const pieces =
      '{count, plural, zero {لا قطع} one {قطعة واحدة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطعة}}';
    const t = translationsIn('ar', 'pieces', { pieces });
    expect([0, 1, 2, 3, 11, 1100].map((count) => t('pieces', { count }))).toEqual([
      ...['لا قطع', 'قطعة واحدة', 'قطعتان', '3 قطع', '11 قطعة', '1,100 قطعة'],
    ]);
  });

  it('share one function per language and namespace', () => {
    const english = translationsIn('en', 'shell', englishShell);
    expect(translationsIn('en', 'shell', englishShell)).toBe(english);
    expect(translationsIn('ar', 'shell', englishShell)).not.toBe(english);
  });

  it('report a malformed text in the console', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(translationsIn('en', 'broken', { key: '{count, plural' })('key', { count: 1 })).toBe('key');
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });
});
