import { describe, expect, it } from 'vitest';
import { normaliseCategory } from './normalise-category.ts';

const now = '2026-01-02T03:04:05.000Z';
const row = {
  id: 'c1',
  slug: 'c1',
  name: 'Hoodies',
  description: 'Warm',
  image: '/a.webp',
  created_at: '2025-05-05T00:00:00Z',
  tenant_id: 'inkthread',
};

describe('normaliseCategory', () => {
  it('a complete row stays as it is', () => {
    expect(normaliseCategory(row, now)).toEqual(row);
  });

  it.each([
    [['/first.webp', '/second.webp'], '/first.webp'],
    ['["/first.webp","/second.webp"]', '/first.webp'],
    ['"/quoted.webp"', '/quoted.webp'],
    ['/plain.webp', '/plain.webp'],
    [[], ''],
    ['', ''],
    [null, ''],
    [[null, '', '/late.webp'], '/late.webp'],
    ['[broken', '[broken'],
    [42, ''],
  ])('an image given as %j becomes %j', (image, expected) => {
    expect(normaliseCategory({ ...row, image }, now).image).toBe(expected);
  });

  it('a plain string is the category’s name', () => {
    expect(normaliseCategory('Mugs', now)).toEqual({
      id: '',
      slug: '',
      name: 'Mugs',
      description: '',
      image: '',
      created_at: now,
      tenant_id: '',
    });
  });

  it.each([[undefined], [null], [''], ['  '], [{}], [[]], [7], [{ name: null }]])(
    '%j becomes Uncategorized with empty id, description and image',
    (raw) => {
      expect(normaliseCategory(raw, now)).toEqual({
        id: '',
        slug: '',
        name: 'Uncategorized',
        description: '',
        image: '',
        created_at: now,
        tenant_id: '',
      });
    },
  );

  it('a name of two makers keeps its × with the second when lines break', () => {
    const { name } = normaliseCategory({ name: 'Hany Zaki × Workshop 44' }, now);
    expect(name).toBe('Hany Zaki ×\u00A0Workshop 44');
  });

  it('a missing creation time is the current time', () => {
    const before = Date.now();
    const createdAt = Date.parse(normaliseCategory({ name: 'New' }).created_at);
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
  });
});
