// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/pay-link.json';

export const payLinkTexts = () => getTranslations('pay-link', texts);
