import { describe, expect, it } from 'vitest';
import type { Attribute } from '#app/product/attributes.ts';
import { attributeFacets } from './attribute-facets.ts';

const attribute = (changes: Partial<Attribute>): Attribute => ({
  id: 'a',
  name: 'Players',
  kind: 'number',
  unit: 'players',
  choices: [],
  category_ids: null,
  on_card: true,
  on_page: true,
  is_filter: true,
  ...changes,
});
const row = (facet: string, value: string, products: number) => ({
  facet,
  value,
  products,
  label: value,
  lowest: null,
  highest: null,
});
const facetTexts = (attributes: Attribute[], rows: ReturnType<typeof row>[], chosen: string[] = []) =>
  attributeFacets(attributes, rows, chosen).flatMap(({ values }) =>
    values.map(({ value, label, count }) => [value, label, count]),
  );

describe('attribute filters', () => {
  it('list a few whole numbers one by one, with the products whose range includes each', () => {
    expect(facetTexts([attribute({})], [row('a', '2..5', 3), row('a', '4..4', 1)])).toEqual([
      ['a:2..2', '2', 3],
      ['a:3..3', '3', 3],
      ['a:4..4', '4', 4],
      ['a:5..5', '5', 3],
    ]);
  });

  it('group many numbers into ranges without gaps', () => {
    const minutes = attribute({ name: 'Time', unit: 'min' });
    const rows = [10, 15, 20, 30, 40, 45, 60, 75, 90, 120, 180].map((n) => row('a', `${n}..${n}`, 1));
    const values = facetTexts([minutes], rows);
    expect(values[0]?.[1]).toMatch(/^≤ \d+ min$/);
    expect(values.at(-1)?.[1]).toMatch(/^≥ \d+ min$/);
    expect(values.length).toBeLessThanOrEqual(4);
    expect(values.every(([, , count]) => Number(count) > 0)).toBe(true);
    expect(values.reduce((sum, [, , count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(rows.length);
  });

  it('list choices in the order of the store, a yes by its name and never a no', () => {
    const fit = attribute({ kind: 'choice', name: 'Fit', unit: '', choices: ['Fitted', 'Loose'] });
    expect(facetTexts([fit], [row('a', 'Loose', 2), row('a', 'Fitted', 1)])).toEqual([
      ['a:Fitted', 'Fitted', 1],
      ['a:Loose', 'Loose', 2],
    ]);
    const coop = attribute({ kind: 'boolean', name: 'Cooperative', unit: '' });
    expect(facetTexts([coop], [row('a', 'true', 2), row('a', 'false', 1)])).toEqual([
      ['a:true', 'Cooperative', 2],
    ]);
  });

  it('keep a chosen value that matches nothing now', () => {
    expect(facetTexts([attribute({})], [], ['a:3..3', 'b:x'])).toEqual([['a:3..3', '3', 0]]);
  });

  it('skip texts, attributes that are no filter, and those without values', () => {
    const rows = [row('a', 'x', 1)];
    expect(facetTexts([attribute({ kind: 'text' })], rows)).toEqual([]);
    expect(facetTexts([attribute({ is_filter: false })], rows)).toEqual([]);
    expect(facetTexts([attribute({})], [row('b', '1..1', 1)])).toEqual([]);
  });
});
