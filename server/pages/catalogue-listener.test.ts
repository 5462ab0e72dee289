import { describe, expect, it } from 'vitest';
import { changesMany, tagsOfChange } from './catalogue-listener.ts';

describe('a catalogue change', () => {
  it('affects only the products it names and its store’s lists', () => {
    const tags = tagsOfChange('inkthread', { kind: 'product', ids: ['p1', 'p2'] });
    expect([...tags].sort()).toEqual([
      ...['inkthread/card:p1', 'inkthread/card:p2', 'inkthread/listing'],
      ...['inkthread/product:p1', 'inkthread/product:p2'],
    ]);
  });

  it('affects the pages of a category that a product joined or left', () => {
    const tags = tagsOfChange('inkthread', { kind: 'product', ids: ['p1'], categories: ['c1', 'c2'] });
    expect([...tags].filter((tag) => tag.includes('category'))).toEqual([
      ...['inkthread/category:c1', 'inkthread/category:c2'],
    ]);
  });

  it('of stock affects the lists only when a product sells out or is back', () => {
    const of = (affects_listings?: boolean) => [
      ...tagsOfChange('inkthread', { kind: 'stock', ids: ['p1'], affects_listings }),
    ];
    expect(of(false)).toEqual(['inkthread/product:p1']);
    expect(of(true)).toEqual(['inkthread/listing', 'inkthread/product:p1', 'inkthread/card:p1']);
    expect(of()).toEqual(of(true));
  });

  it('of synonyms affects the listings, including search results', () => {
    expect([...tagsOfChange('duoworks', { kind: 'synonym', ids: ['s'] })]).toContain('duoworks/listing');
  });

  it('of banners, questions or settings affects what shows them', () => {
    expect([...tagsOfChange('duoworks', { kind: 'question', ids: ['q'] })]).toEqual(['duoworks/questions']);
    expect([...tagsOfChange('duoworks', { kind: 'banner', ids: ['b'] })]).toEqual(['duoworks/banners']);
    expect([...tagsOfChange('duoworks', { kind: 'zone', ids: ['z'] })]).toEqual(['duoworks/zones']);
    expect([...tagsOfChange('duoworks', { kind: 'settings', ids: ['duoworks'] })]).toEqual([
      'duoworks/settings',
    ]);
  });

  it('of an unknown kind affects every list rather than none', () => {
    expect(tagsOfChange('duoworks', { kind: 'something new', ids: [] }).size).toBeGreaterThan(2);
  });

  it('of many products at once affects every product page', () => {
    expect(changesMany({ kind: 'product', ids: null })).toBe(true);
    expect(changesMany({ kind: 'product', ids: ['p1'] })).toBe(false);
    expect(changesMany({ kind: 'settings', ids: null })).toBe(false);
  });
});
