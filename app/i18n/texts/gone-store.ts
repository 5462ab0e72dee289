// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/gone-store.json';

export const goneStoreTexts = () => getTranslations('gone-store', texts);
