import { expect, it } from 'vitest';
import { presets } from '#app/brands/presets.ts';
import { brandFacts } from '#app/store/facts.ts';
import { proposedPairs, questionRows } from './policy-proposals.ts';

const question = (english: string, answer: string) => ({
  english: { question: english, answer },
  arabic: { question: `${english} بالعربية`, answer: `${answer} بالعربية` },
});

it('an existing question gets the proposed answer in its place, and new ones come last', () => {
  const stored = [
    { question: 'Where are you?', position: 0, translations: {} },
    { question: 'Which payments do you take?', position: 4, translations: { fr: { question: 'Oui ?' } } },
  ];
  const rows = questionRows(
    [question('Which payments do you take?', 'Cash.'), question('New?', 'Yes.'), question('Newer?', 'Yes.')],
    stored,
  );
  expect(rows.map((row) => [row.question, row.position])).toEqual([
    ['Which payments do you take?', 4],
    ['New?', 5],
    ['Newer?', 6],
  ]);
  expect(rows[0]).toMatchObject({
    answer: 'Cash.',
    translations: { fr: { question: 'Oui ?' }, ar: { answer: 'Cash. بالعربية' } },
  });
});

it.each(presets.map((brand) => [brand.name, brand] as const))(
  'each question of %s is proposed in both languages, and none twice',
  (_, brand) => {
    const pairs = proposedPairs(brandFacts(brand));
    expect(pairs.length).toBeGreaterThan(4);
    expect(new Set(pairs.map(({ english }) => english.question)).size).toBe(pairs.length);
    expect(pairs.every(({ arabic }) => /[\u0600-\u06ff]/.test(arabic.question + arabic.answer))).toBe(true);
  },
);
