// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-reviews.json';

export const adminReviewsTexts = () => getTranslations('admin-reviews', texts);
