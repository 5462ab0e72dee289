import { describe, expect, it } from 'vitest';
import { foundInAny, searchPattern } from './search-pattern.ts';

describe('search in lists', () => {
  it('takes wildcards as the signs they are', () => {
    expect(searchPattern(' 50%_a*\\ ')).toBe('%50\\%\\_a\\\\%');
  });

  it('cannot be left by quotes, commas or brackets', () => {
    expect(foundInAny(['name', 'email'], 'a",b)')).toBe('name.ilike."%a\\",b)%",email.ilike."%a\\",b)%"');
  });
});
