// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/pay-link-mail.json';

export const payLinkMailTexts = () => getTranslations('pay-link-mail', texts);
