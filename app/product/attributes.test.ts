import { describe, expect, it } from 'vitest';
import { type Attribute, attributeValues, cardFacts, isAttributeOf, rangeText } from './attributes.ts';

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

describe('attributes of a product', () => {
  it('are read from whatever a row holds, without what is no value', () => {
    const stored = { a: 45, b: { from: 2, to: 5 }, c: 'Loose', d: false, e: null, f: { from: 2 }, g: [1] };
    expect(attributeValues(stored)).toEqual({ a: 45, b: { from: 2, to: 5 }, c: 'Loose', d: false });
    expect(attributeValues(null)).toEqual({});
    expect(attributeValues('{}')).toEqual({});
  });

  it('tell a range without a unit that the name says already', () => {
    expect(rangeText({ from: 2, to: 5 }, attribute({}))).toBe('2–5');
    expect(rangeText({ from: 45, to: 45 }, { name: 'Playing time', unit: 'min' })).toBe('45 min');
    expect(rangeText({ from: 3, to: 3 }, { name: 'Rounds', unit: '' })).toBe('3');
  });

  it('stand on a card in few words, in the order of the store, and only those that it chose', () => {
    const attributes = [
      attribute({}),
      attribute({ id: 'b', name: 'Cooperative', kind: 'boolean', unit: '' }),
      attribute({ id: 'c', name: 'Quick', kind: 'boolean', unit: '' }),
      attribute({ id: 'd', name: 'Weight', unit: 'g', on_card: false }),
      attribute({ id: 'e', name: 'Fit', kind: 'choice', unit: '' }),
    ];
    const values = { a: { from: 2, to: 5 }, b: true, c: false, d: 900, e: 'Loose' };
    expect(cardFacts(attributes, values)).toEqual(['2–5 players', 'Cooperative', 'Loose']);
  });

  it('are those of the product’s category, or of all', () => {
    expect(isAttributeOf({ category_ids: null }, 'x')).toBe(true);
    expect(isAttributeOf({ category_ids: ['x'] }, 'x')).toBe(true);
    expect(isAttributeOf({ category_ids: ['x'] }, '')).toBe(false);
  });
});
