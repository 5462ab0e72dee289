import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBucketName, isObjectKey, parseObjectPath } from './request.ts';

describe('names of objects', () => {
  it.each(['a', 'a/b.png', "it's (1) & $2 = @3;:+,?.txt", 'a'.repeat(1024), '.hidden', 'a/..b', '...'])(
    'may be %j',
    (name) => expect(isObjectKey(name)).toBe(true),
  );

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/.',
    'a\0b',
    'a\nb',
    'a\\b',
    'a%2e',
    'ä',
    'قميص',
    'a'.repeat(1025),
    '\u202egnp.exe',
  ])('may not be %j', (name) => expect(isObjectKey(name)).toBe(false));

  it('cannot escape their bucket, however they are encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '%2e', '%2E', '%2f', '%5c', '\\', 'a', '%00') }),
        (path) => {
          let key: string;
          try {
            key = parseObjectPath(`bucket/${path}`).key;
          } catch {
            return;
          }
          expect(new URL(`http://h/root/${key}`).pathname).toBe(`/root/${key}`);
          expect(key).not.toMatch(/[\0\\]/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are read from encoded paths', () => {
    expect(parseObjectPath('my%20bucket/a%20b/c.png')).toEqual({ bucket: 'my bucket', key: 'a b/c.png' });
    for (const path of ['bucket', 'bucket/', '/key', 'b/%', 'b/%ff', 'b%2Fc/key']) {
      expect(() => parseObjectPath(path), path).toThrow();
    }
  });
});

describe('names of buckets', () => {
  it('are short, without slashes and surrounding space', () => {
    expect(['banners', 'website-images', 'A b'].every(isBucketName)).toBe(true);
    expect(['', ' a', 'a ', 'a/b', 'a'.repeat(101), 'é'].some(isBucketName)).toBe(false);
  });
});
