import { describe, expect, it } from 'vitest';
import { allowedRedirect, globToRegExp } from './redirects.ts';

const rules = {
  siteUrl: 'https://shop.test',
  redirectAllowList: ['https://*.shop.test/**', 'http://localhost:3000/**', 'com.shop.app://callback/*'],
};

describe('allowed targets of links', () => {
  it.each([
    ['https://shop.test', 'https://shop.test/'],
    [
      'https://shop.test/auth/reset-password?tenant=x#part',
      'https://shop.test/auth/reset-password?tenant=x#part',
    ],
    ['https://red.shop.test/a/b', 'https://red.shop.test/a/b'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['com.shop.app://callback/done', 'com.shop.app://callback/done'],
  ])('%s is allowed', (wanted, target) => {
    expect(allowedRedirect(rules, wanted)).toBe(target);
  });

  it.each([
    '',
    '/relative',
    '//evil.test',
    'https://evil.test',
    'http://shop.test/',
    'https://shop.test:8443/',
    'https://shop.test.evil.test/',
    'https://shop.test@evil.test/',
    'https://user:secret@shop.test/',
    'https://a.b.shop.test/',
    'https://evil.test\\.shop.test/',
    'https://evil.test\\x.shop.test/',
    'https://evil.test#.shop.test/x',
    'https://evil.test?.shop.test/x',
    'https://evil.test/.shop.test/x',
    'http://localhost:3000@evil.test/x',
    'http://localhost:4000/x',
    'http://10.0.0.1/x',
    'javascript:alert(1)//shop.test',
    'data:text/html,x',
    'com.shop.app://elsewhere/x',
  ])('%s is not', (wanted) => {
    expect(allowedRedirect(rules, wanted)).toBeUndefined();
  });

  it('include any port of this machine if the site is local', () => {
    const local = { siteUrl: 'http://localhost:3000', redirectAllowList: [] };
    expect(allowedRedirect(local, 'http://localhost:5173/x')).toBe('http://localhost:5173/x');
    expect(allowedRedirect(local, 'http://red.localhost:3000/x')).toBeUndefined();
  });

  it('never include code, whatever the list says', () => {
    const open = { siteUrl: 'https://shop.test', redirectAllowList: ['**'] };
    expect(allowedRedirect(open, 'https://anywhere.test/')).toBe('https://anywhere.test/');
    expect(allowedRedirect(open, 'javascript:alert(1)')).toBeUndefined();
    expect(allowedRedirect(open, 'https://8.8.8.8/')).toBeUndefined();
  });
});

describe('globs', () => {
  it('match as in GoTrue', () => {
    expect(globToRegExp('https://*.shop.test/*').test('https://a.shop.test/b')).toBe(true);
    expect(globToRegExp('https://*.shop.test/*').test('https://a.shop.test/b/c')).toBe(false);
    expect(globToRegExp('https://shop.test/?').test('https://shop.test/a')).toBe(true);
    expect(globToRegExp('https://shop.test/{a,b}').test('https://shop.test/b')).toBe(true);
    expect(globToRegExp('https://shop.test/a+b(c)').test('https://shop.test/a+b(c)')).toBe(true);
    expect(globToRegExp('https://shop.test/').test('https://shopxtest/')).toBe(false);
  });
});
