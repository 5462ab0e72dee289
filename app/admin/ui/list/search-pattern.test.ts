import { describe, expect, it } from 'vitest';
import {
  containsCondition,
  foldedPattern,
  foundCondition,
  mayBePartOfPhone,
  mayBePhone,
  nationalDigits,
  searchPattern,
} from './search-pattern.ts';

describe('search in lists', () => {
  it('treats wildcards as plain characters', () => {
    expect(searchPattern(' 50%_a*\\ ')).toBe('%50\\%\\_a\\\\%');
  });

  it('matches a phone number in any format, and nothing else', () => {
    for (const phone of [
      '0100 123 4567',
      '+20 100-123-4567',
      '0020 (100) 1234567',
      '1001234567',
      'tel:201001234567',
      '+20(0)1001234567',
    ]) {
      expect(mayBePhone(phone), phone).toBe(true);
      expect(nationalDigits(phone), phone).toBe('1001234567');
    }
    for (const text of ['010', 'IN-0100123', 'mona', '', '+20 10'])
      expect(mayBePhone(text), text).toBe(false);
  });

  it('accepts three or more digits as the end of a phone number, and nothing else', () => {
    for (const digits of ['093', '70-93', '+20 155', '0100 123 4567'])
      expect(mayBePartOfPhone(digits), digits).toBe(true);
    for (const text of ['93', 'IN-093', '--- 9', '']) expect(mayBePartOfPhone(text), text).toBe(false);
  });

  it('folds text for folded columns, with wildcards as plain characters', () => {
    expect(foldedPattern(' ﺃﺣﻤﺪ (مُنـى)* 50% ')).toBe('%احمد (مني) 50\\%%');
  });

  it('cannot be escaped by quotes, commas or brackets', () => {
    expect(containsCondition(['name', 'email'], 'a",b)')).toBe(
      'name.ilike."%a\\",b)%",email.ilike."%a\\",b)%"',
    );
    expect(foundCondition('a",b)')).toBe('search_text.like."%a\\",b)%"');
  });
});
