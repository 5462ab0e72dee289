import { describe, expect, it } from 'vitest';
import { shellWords } from './en/shell.ts';
import { addTranslation, wordsIn } from './words.ts';

describe('words', () => {
  it('says plain messages and fills in arguments and plurals', () => {
    const t = wordsIn('en', shellWords);
    expect(t('skip')).toBe('Skip to content');
    expect(t('themeNow', { choice: 'Dark' })).toBe('Theme: Dark');
    expect(t('cartWithCount', { count: 1 })).toBe('Cart, 1 item');
    expect(t('cartWithCount', { count: 1200 })).toBe('Cart, 1,200 items');
  });

  it('are compiled when they arrive, so that no parser reaches the browser', () => {
    expect(Array.isArray(shellWords.cartWithCount)).toBe(true);
    expect(shellWords.skip).toBeTypeOf('string');
  });

  it('gives the same function for the same catalogue and language', () => {
    expect(wordsIn('en', shellWords)).toBe(wordsIn('en', shellWords));
    expect(wordsIn('ar', shellWords)).not.toBe(wordsIn('en', shellWords));
  });

  it('uses a translation where there is one and English elsewhere', () => {
    addTranslation('ar', shellWords, { home: 'الرئيسية' });
    expect(wordsIn('ar', shellWords)('home')).toBe('الرئيسية');
    expect(wordsIn('ar', shellWords)('shop')).toBe('Shop');
    expect(wordsIn('en', shellWords)('home')).toBe('Home');
  });
});
