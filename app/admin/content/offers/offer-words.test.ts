import { describe, expect, it } from 'vitest';
import { offerWords } from './offer-words.ts';

const offer = {
  kind: 'percent' as const,
  value: 10,
  set_size: null,
  reduced_pieces: null,
  category_ids: [],
  minimum_pieces: 0,
  minimum_amount: 0,
  audience: 'everybody' as const,
  weekdays: [],
};
const words = (changes: Partial<Parameters<typeof offerWords>[0]>) =>
  offerWords(
    { ...offer, ...changes },
    (pounds) => `${pounds} EGP`,
    (id) => ({ g: 'Games' })[id],
  );

describe('an offer in words', () => {
  it.each([
    [{}, '10% off'],
    [{ kind: 'amount' as const, value: 20 }, '20 EGP off each piece'],
    [{ kind: 'price' as const, value: 99, minimum_pieces: 2 }, '99 EGP for each piece, from 2 pieces'],
    [
      {
        kind: 'cheapest' as const,
        value: 100,
        set_size: 3,
        reduced_pieces: 1,
        category_ids: ['g', 'gone'],
        weekdays: [4, 5, 6],
      },
      '3 pieces: the cheapest free, Games, Thursday, Friday, Saturday',
    ],
    [
      { kind: 'cheapest' as const, value: 50, set_size: 5, reduced_pieces: 2 },
      '5 pieces: the 2 cheapest 50% off',
    ],
    [{ kind: 'set_price' as const, value: 500, set_size: 3 }, '3 pieces for 500 EGP'],
    [
      { kind: 'free_shipping' as const, minimum_amount: 800, audience: 'first_order' as const },
      'Free delivery, from 800 EGP, on the first order',
    ],
  ])('%j is “%s”', (changes, said) => {
    expect(words(changes)).toBe(said);
  });
});
