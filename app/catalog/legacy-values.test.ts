import { describe, expect, it } from 'vitest';
import { optionList } from './legacy-values.ts';

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
  ])('M23 %j holds %j', (value, options) => {
    expect(optionList(value)).toEqual(options);
  });
});
