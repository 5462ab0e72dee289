import { describe, expect, it } from 'vitest';
import { faqCompare } from './faq-compare.ts';

const of = (answers: Record<string, string>) => ({
  questions: Object.entries(answers).map(([question, answer]) => ({ question, answer })),
});

describe('questions that two people changed', () => {
  const opened = of({ 'Do you ship?': 'Yes.', 'Do you print?': 'Yes.' });
  const mine = of({ 'Do you print?': 'Yes.', 'Where are you?': 'In Cairo.' });
  const theirs = of({ 'Do you gift-wrap?': 'Soon.', 'Do you ship?': 'Yes.', 'Do you print?': 'At night.' });

  it('are told apart question by question, wherever they stand', () => {
    expect(faqCompare.differences(opened, mine, theirs)).toEqual([
      { field: 'Do you print?', mine: 'Yes.', theirs: 'At night.', keep: 'theirs' },
      { field: 'Where are you?', mine: 'In Cairo.', theirs: undefined, keep: 'mine' },
      { field: 'Do you gift-wrap?', mine: undefined, theirs: 'Soon.', keep: 'theirs' },
      { field: 'Do you ship?', mine: undefined, theirs: 'Yes.', keep: 'mine' },
    ]);
  });

  it('come together in their order, with what was added at the end', () => {
    expect(faqCompare.merged(theirs, mine, ['Where are you?', 'Do you ship?'])).toEqual(
      of({ 'Do you gift-wrap?': 'Soon.', 'Do you print?': 'At night.', 'Where are you?': 'In Cairo.' }),
    );
    expect(faqCompare.merged(theirs, mine, [])).toEqual(theirs);
  });
});
