import { describe, expect, it } from 'vitest';
import { isAllowedType } from './buckets.ts';

describe('the types that a bucket accepts', () => {
  it('are named in full, by main type or as any', () => {
    expect(isAllowedType('image/png', ['image/*'])).toBe(true);
    expect(isAllowedType('image/png; q=1', ['image/png'])).toBe(true);
    expect(isAllowedType('imagex/png', ['image/*'])).toBe(false);
    expect(isAllowedType('text/plain', ['image/*', 'text/csv'])).toBe(false);
    expect([null, undefined, [], ['*'], ['*/*']].every((allowed) => isAllowedType('a/b', allowed))).toBe(
      true,
    );
  });
});
