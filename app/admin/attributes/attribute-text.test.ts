import { describe, expect, it } from 'vitest';
import { readValue, writeValue } from './attribute-text.ts';

const players = { kind: 'number', unit: 'players', choices: [] } as const;
const number = { ...players, choices: [] as string[] };
const choice = { kind: 'choice' as const, unit: '', choices: ['Loose', 'Fitted'] };
const boolean = { kind: 'boolean' as const, unit: '', choices: [] };

describe('a typed attribute value', () => {
  it('is a number or a range, with or without its unit', () => {
    expect(readValue(number, '45')).toBe(45);
    expect(readValue(number, ' 2 – 5 players ')).toEqual({ from: 2, to: 5 });
    const counted = { ...number, unit: 'player|players' };
    expect(readValue(counted, '1 player')).toBe(1);
    expect(readValue(counted, '2-5 players')).toEqual({ from: 2, to: 5 });
    expect(readValue(number, '2-5')).toEqual({ from: 2, to: 5 });
    expect(readValue(number, '-5 to -2.5')).toEqual({ from: -5, to: -2.5 });
    expect(readValue(number, '3-3')).toBe(3);
  });

  it('is a choice in any case, a yes or a no, or empty', () => {
    expect(readValue(choice, 'loose')).toBe('Loose');
    expect(readValue(boolean, 'Yes')).toBe(true);
    expect(readValue(boolean, 'no')).toBe(false);
    expect(readValue(choice, '  ')).toBeUndefined();
  });

  it('is null when invalid for the attribute', () => {
    expect(readValue(number, '5-2')).toBeNull();
    expect(readValue(number, 'many')).toBeNull();
    expect(readValue(number, '1-2-3')).toBeNull();
    expect(readValue(choice, 'Tight')).toBeNull();
    expect(readValue(boolean, 'perhaps')).toBeNull();
  });

  it('is formatted so that it parses back', () => {
    for (const value of [45, -2.5, { from: -3, to: 5 }]) {
      expect(readValue(number, writeValue(value))).toEqual(value);
    }
    expect(readValue(boolean, writeValue(false))).toBe(false);
    expect(writeValue(undefined)).toBe('');
  });
});
