import { describe, expect, it } from 'vitest';
import { languagePrefix, pathInLanguage, splitLanguage } from './languages.ts';
import { directionOf } from './page-language.ts';

describe('the path of a page', () => {
  it.each([
    ['/', '/ar'],
    ['/shop', '/ar/shop'],
    ['/shop?page=2', '/ar/shop?page=2'],
    ['/?tenant=duoworks', '/ar?tenant=duoworks'],
    ['/#story', '/ar#story'],
    ['/arcade', '/ar/arcade'],
  ])('%s is %s in Arabic, and back', (path, arabic) => {
    expect(pathInLanguage(path, 'ar')).toBe(arabic);
    expect(splitLanguage(arabic)).toEqual({ language: 'ar', path });
    expect(pathInLanguage(path, 'en')).toBe(path);
  });

  it.each(['/arcade', '/en/shop', '/fr', '/', '/AR/shop', '/shop/ar'])('%s contains no language', (path) => {
    expect(splitLanguage(path)).toEqual({ language: 'en', path });
  });
});

it('Arabic is right to left, under its own URLs', () => {
  expect([directionOf('ar'), directionOf('en')]).toEqual(['rtl', 'ltr']);
  expect([languagePrefix('ar'), languagePrefix('en')]).toEqual(['/ar', '']);
});
