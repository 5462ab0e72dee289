// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/card.json';

export const cardTexts = () => getTranslations('card', texts);
