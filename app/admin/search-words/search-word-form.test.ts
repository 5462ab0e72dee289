import { expect, it } from 'vitest';
import { searchWordColumns, searchWordForm, searchWordFormValues } from './search-word-form.ts';

it('reads back the words it was filled with, in either direction', () => {
  for (const row of [
    { words: ['gift', 'mug', 'tote bag'], one_way: true },
    { words: ['trousers', 'pants'], one_way: false },
  ])
    expect(searchWordColumns(searchWordForm.parse(searchWordFormValues(row)))).toEqual(row);
});

it.each([
  [{ word: '  ', finds: 'mug' }, 'Enter a word.'],
  [{ word: '!!', finds: 'mug' }, 'Every word needs a letter or digit.'],
  [{ word: 'gift', finds: ' , ' }, 'Enter at least one word that is found.'],
  [{ word: 'gift', finds: 'mug, –' }, 'Every word needs a letter or digit.'],
  [
    { word: 'gift', finds: Array.from({ length: 30 }, (_, place) => `w${place}`).join(',') },
    'Enter up to 29 words.',
  ],
])('reports what is missing in %j', (values, expected) => {
  const { error } = searchWordForm.safeParse({ ...values, same: false });
  expect(error?.issues.map((issue) => issue.message)).toContain(expected);
});
