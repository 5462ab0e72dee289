import { describe, expect, it } from 'vitest';
import { latinCode } from './keyboard-layout.ts';
import { createWedge, type TimedKey } from './wedge.ts';

/** The keys of a code on an American keyboard, as a layout types them. */
function keysOf(code: string, pause: number, typed: (sign: string) => string = (sign) => sign): TimedKey[] {
  const codes: Record<string, string> = { '-': 'Minus', '/': 'Slash' };
  const keys = [...code].map((sign) => {
    const isLetter = /[a-z]/i.test(sign);
    return {
      key: typed(sign),
      code: isLetter ? `Key${sign.toUpperCase()}` : (codes[sign] ?? `Digit${sign}`),
      shiftKey: /[A-Z]/.test(sign),
    };
  });
  return [...keys, { key: 'Enter', code: 'Enter', shiftKey: false }].map((key, index) => ({
    ...key,
    at: index * pause,
  }));
}

const arabicSigns: Record<string, string> = {
  D: ']',
  W: 'ً',
  K: '،',
  Q: 'َ',
  M: '’',
  h: 'ا',
  o: 'خ',
  b: 'لا',
  '/': 'ظ',
};
const arabic = (sign: string) => arabicSigns[sign] ?? sign;

const pressed = (keys: readonly TimedKey[]) => {
  const press = createWedge();
  return keys.map((key) => press(key));
};

describe('a scanner that types', () => {
  it('is recognized by its speed and its Enter', () => {
    expect(pressed(keysOf('DW-4K7QM/1', 12)).at(-1)).toEqual({ kind: 'scanned', code: 'DW-4K7QM/1' });
  });

  it('is read through an Arabic keyboard layout, where capital letters are signs', () => {
    expect(pressed(keysOf('DW-4K7QM/1', 12, arabic)).at(-1)).toEqual({ kind: 'scanned', code: 'DW-4K7QM/1' });
    expect(pressed(keysOf('hobo', 12, arabic)).at(-1)).toEqual({ kind: 'scanned', code: 'hobo' });
  });

  it('is read with Arabic digits', () => {
    const digits = (sign: string) => String.fromCharCode(0x660 + Number(sign));
    expect(pressed(keysOf('6221031490019', 9, digits)).at(-1)).toEqual({
      kind: 'scanned',
      code: '6221031490019',
    });
  });

  it('takes its keys from shortcuts after the second one', () => {
    expect(pressed(keysOf('xj/k1', 10)).map(({ kind }) => kind)).toEqual([
      ...['typing', 'typing', 'scanning', 'scanning', 'scanning', 'scanned'],
    ]);
  });
});

describe('a person who types', () => {
  it('is no scanner, however long the text', () => {
    expect(pressed(keysOf('DW-4K7QM/1', 90)).every(({ kind }) => kind === 'typing')).toBe(true);
  });

  it('is no scanner after a fast pair of keys, a pause or an arrow', () => {
    const pair = keysOf('jk', 20);
    expect(pressed(pair).at(-1)).toEqual({ kind: 'typing' });
    const [first, second, third, ...rest] = keysOf('DW-4', 10);
    const late = rest.map((key) => ({ ...key, at: key.at + 500 }));
    expect(pressed([first, second, third, ...late] as TimedKey[]).at(-1)).toEqual({ kind: 'typing' });
    const arrow = { key: 'ArrowDown', code: 'ArrowDown', shiftKey: false, at: 35 };
    expect(pressed([first, second, third, arrow, ...rest] as TimedKey[]).at(-1)).toEqual({ kind: 'typing' });
  });
});

describe('a code typed into a field', () => {
  it.each([
    ['DW-4K7QM/1', 'DW-4K7QM/1'],
    [']ً-4،7َ’ظ1', 'DW-4K7QM/1'],
    ['اخلاخ', 'hobo'],
    ['ههخ-لأآ', 'iio-GN'],
    ['٦٢٢١', '٦٢٢١'],
  ])('%s is %s', (typed, code) => {
    expect(latinCode(typed)).toBe(code);
  });
});
