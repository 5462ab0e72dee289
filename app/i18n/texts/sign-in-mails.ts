// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/sign-in-mails.json';

export const signInMailsTexts = () => getTranslations('sign-in-mails', texts);
