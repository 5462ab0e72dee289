import { describe, expect, it } from 'vitest';
import { categoryLead, pairOf } from './pair.ts';

const name = 'Mona Adel × Kiln Two';
const description =
  'A painter and a pottery.\nMona Adel: paints walls.\nKiln Two: fires cups: two a day.\n\nThey met in the rain.\nIt stopped.';

describe('a collection of two makers', () => {
  it('has both people and the story, each with its paragraphs', () => {
    expect(pairOf({ name, description })).toEqual({
      people: [
        { name: 'Mona Adel', about: 'paints walls.' },
        { name: 'Kiln Two', about: 'fires cups: two a day.' },
      ],
      story: ['They met in the rain.', 'It stopped.'],
    });
    expect(categoryLead({ description })).toBe('A painter and a pottery.');
  });

  it('is null when a name is missing, or there is no text about them', () => {
    expect(pairOf({ name: 'Hoodies', description })).toBeNull();
    expect(pairOf({ name: 'A × B × C', description })).toBeNull();
    expect(pairOf({ name, description: 'A painter and a pottery.' })).toBeNull();
    expect(categoryLead({ description: '' })).toBe('');
  });
});
