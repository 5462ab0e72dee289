// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/refusals.json';

export const refusalsTexts = () => getTranslations('refusals', texts);
