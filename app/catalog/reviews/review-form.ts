import { z } from 'zod';
import reviewFormMessages from '#app/i18n/messages/en/review-form.json';
import { getTranslations } from '#app/i18n/translations.ts';

// Messages are looked up when the form is checked, in the page's language.
const say = (key: 'ratingMissing' | 'headingLong' | 'bodyMissing' | 'bodyLong') => () =>
  getTranslations('review-form', reviewFormMessages)(key);

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
