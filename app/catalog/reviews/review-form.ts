import { z } from 'zod';
import { reviewFormWords } from '#app/messages/en/review-form.ts';
import { pageWords } from '#app/messages/words.ts';

// Messages are looked up when the form is checked, in the page's language.
const say = (key: 'ratingMissing' | 'headingLong' | 'bodyMissing' | 'bodyLong') => () =>
  pageWords(reviewFormWords)(key);

/** What somebody writes about a product they received. */
export const reviewForm = z.object({
  rating: z.enum(['1', '2', '3', '4', '5'], { error: say('ratingMissing') }),
  title: z
    .string()
    .trim()
    .max(120, { error: say('headingLong') }),
  body: z
    .string()
    .trim()
    .min(3, { error: say('bodyMissing') })
    .max(4000, { error: say('bodyLong') }),
});

export type ReviewForm = z.infer<typeof reviewForm>;
