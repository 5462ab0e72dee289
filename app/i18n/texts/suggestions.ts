// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/suggestions.json';

export const suggestionsTexts = () => getTranslations('suggestions', texts);
