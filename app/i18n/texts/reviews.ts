// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/reviews.json';

export const reviewsTexts = () => getTranslations('reviews', texts);
