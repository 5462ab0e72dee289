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

describe('product attributes', () => {
  it('parse from any row, without invalid values', () => {
    const stored = { a: 45, b: { from: 2, to: 5 }, c: 'Loose', d: false, e: null, f: { from: 2 }, g: [1] };
    expect(attributeValues(stored)).toEqual({ a: 45, b: { from: 2, to: 5 }, c: 'Loose', d: false });
    expect(attributeValues(null)).toEqual({});
    expect(attributeValues('{}')).toEqual({});
  });

  it('show a range without a unit that the name already contains', () => {
    expect(rangeText({ from: 2, to: 5 }, attribute({}))).toBe('2–5');
    expect(rangeText({ from: 45, to: 45 }, { name: 'Playing time', unit: 'min' })).toBe('45 min');
    expect(rangeText({ from: 3, to: 3 }, { name: 'Rounds', unit: '' })).toBe('3');
  });

  it.each([
    ['en', 1, 1, '1 player'],
    ['en', 2, 2, '2 players'],
    ['en', 1, 4, '1–4 players'],
    ['ar', 1, 1, 'لاعب واحد'],
    ['ar', 2, 2, 'لاعبان'],
    ['ar', 1, 2, '1–2 لاعبين'],
    ['ar', 2, 4, '2–4 لاعبين'],
    ['ar', 5, 12, '5–12 لاعبًا'],
    ['ar', 12, 12, '12 لاعبًا'],
    ['ar', 100, 100, '100 لاعب'],
  ] as const)('have the plural form of their unit in %s for %d to %d: %s', (language, from, to, text) => {
    const unit = { en: 'player|players', ar: 'لاعب واحد|لاعبان|لاعبين|لاعبًا|لاعب' }[language];
    expect(rangeText({ from, to }, { name: 'How many', unit }, language)).toBe(text);
  });

  it('with a single-form unit use it for every number', () => {
    expect(rangeText({ from: 2, to: 2 }, { name: 'Weight', unit: 'جم/م²' }, 'ar')).toBe('2 جم/م²');
    expect(rangeText({ from: 2, to: 5 }, attribute({ unit: 'player|players' }))).toBe('2–5');
  });

  it('with the same unit show their names on a card', () => {
    const minutes = 'دقيقة واحدة|دقيقتان|دقائق|دقيقة|دقيقة';
    const times = [
      attribute({ id: 'a', name: 'مدة اللعب', unit: minutes }),
      attribute({ id: 'b', name: 'شرح اللعبة', unit: minutes }),
    ];
    expect(cardFacts(times, { a: 45, b: 5 }, 'ar')).toEqual(['45 دقيقة', 'شرح اللعبة: 5 دقائق']);
    expect(cardFacts(times, { b: 5 }, 'ar')).toEqual(['5 دقائق']);
  });

  it('are short on a card, in the store’s order, and only those selected for cards', () => {
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

  it('belong to the product’s category, or to all', () => {
    expect(isAttributeOf({ category_ids: null }, 'x')).toBe(true);
    expect(isAttributeOf({ category_ids: ['x'] }, 'x')).toBe(true);
    expect(isAttributeOf({ category_ids: ['x'] }, '')).toBe(false);
  });
});
