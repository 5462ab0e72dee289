import { describe, expect, it } from 'vitest';
import { hexColor } from './design.ts';

describe('a typed colour', () => {
  it.each([
    ['#5879DB', '#5879db'],
    ['5879db', '#5879db'],
    ['#f0a', '#ff00aa'],
    ['F0a', '#ff00aa'],
    ['  #000 ', '#000000'],
  ])('takes %s', (typed, color) => {
    expect(hexColor(typed)).toBe(color);
  });

  it.each([
    '',
    '#',
    'red',
    '#ff',
    '#ffff',
    '#fffff',
    '#fffffff',
    '##fff',
    '#ggg',
    'fff;',
    '#12 345',
    '１２３',
  ])('refuses "%s"', (typed) => {
    expect(hexColor(typed)).toBeNull();
  });
});
