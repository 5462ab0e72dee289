// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/catalog.json';

export const catalogTexts = () => getTranslations('catalog', texts);
