import { describe, expect, it } from 'vitest';
import { isActiveContent, isAllowedType } from './content-type.ts';

describe('what a bucket takes', () => {
  it('is named whole, by kind or altogether', () => {
    expect(isAllowedType('image/png', ['image/*'])).toBe(true);
    expect(isAllowedType('image/png; q=1', ['image/png'])).toBe(true);
    expect(isAllowedType('imagex/png', ['image/*'])).toBe(false);
    expect(isAllowedType('text/plain', ['image/*', 'text/csv'])).toBe(false);
    expect([null, undefined, [], ['*'], ['*/*']].every((allowed) => isAllowedType('a/b', allowed))).toBe(
      true,
    );
  });
});

describe('active content', () => {
  it('is what a browser would run', () => {
    for (const type of [
      'text/html',
      'TEXT/HTML; charset=utf-8',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'application/rss+xml',
      'text/javascript',
      'application/x-javascript',
      'application/ecmascript',
    ]) {
      expect(isActiveContent(type), type).toBe(true);
    }
    for (const type of ['image/png', 'text/plain', 'application/json', 'application/pdf', 'video/mp4']) {
      expect(isActiveContent(type), type).toBe(false);
    }
  });
});
