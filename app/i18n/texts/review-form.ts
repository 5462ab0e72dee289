// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/review-form.json';

export const reviewFormTexts = () => getTranslations('review-form', texts);
