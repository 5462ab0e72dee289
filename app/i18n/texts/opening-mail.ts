// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/opening-mail.json';

export const openingMailTexts = () => getTranslations('opening-mail', texts);
