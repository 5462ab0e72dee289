import { z } from 'zod';
import { reviewFormTexts } from '#app/i18n/texts/review-form.ts';
import { limitedText } from '#app/lib/text-schemas.ts';

// Messages are looked up at validation time, in the page's language.
const message = (key: 'ratingMissing' | 'headingLong' | 'bodyMissing' | 'bodyLong') => () =>
  reviewFormTexts()(key);

export const reviewForm = z.object({
  rating: z.enum(['1', '2', '3', '4', '5'], { error: message('ratingMissing') }),
  title: limitedText(120, message('headingLong')),
  body: limitedText(4000, message('bodyLong')).min(3, { error: message('bodyMissing') }),
});

export type ReviewForm = z.infer<typeof reviewForm>;
