// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/account.json';

export const accountTexts = () => getTranslations('account', texts);
