import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressList, optionList, typedList } from './parse-values.ts';

describe('optionList', () => {
  it.each([
    ['["S","M","L"]', ['S', 'M', 'L']],
    ['S, M ,L', ['S', 'M', 'L']],
    ['[30, 32]', ['30', '32']],
    ['black', ['black']],
    ['"black"', ['black']],
    ['["navy", "navy", " "]', ['navy']],
    ['[S, M', ['S', 'M']],
    ['', []],
    [' , ,', []],
    ['[]', []],
  ])('%j holds %j', (value, options) => {
    expect(optionList(value)).toEqual(options);
  });
});

describe('a typed list', () => {
  it('uses the comma of any keyboard', () => {
    expect(typedList('قطن، كتان , صوف،')).toEqual(['قطن', 'كتان', 'صوف']);
  });
});

describe('addressList', () => {
  it.each([
    ['["/a.webp", " https://cdn.example/b.webp "]', ['/a.webp', 'https://cdn.example/b.webp']],
    [
      ['pictures/ö 1.webp', '//cdn.example/c.webp', 7],
      ['pictures/ö 1.webp', '//cdn.example/c.webp'],
    ],
    [['http://', '/a.webp', 'https://[x', '//', 'http://a b/c.webp'], ['/a.webp']],
    ['http://', []],
    [null, []],
  ])('%j holds the usable URLs %j', (value, addresses) => {
    expect(addressList(value)).toEqual(addresses);
  });

  it('accepts exactly what a browser can parse as a URL', () => {
    const letters = fc.constantFrom('/', '.', '~', '-', 'a', '1', ':', '?', '\\', '[', '%', ' ', 'ö');
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 8 }), (address) => {
        const can = URL.canParse(address.trim(), 'https://store.invalid') && address.trim() !== '';
        expect(addressList([address])).toEqual(can ? [address.trim()] : []);
      }),
    );
  });
});
