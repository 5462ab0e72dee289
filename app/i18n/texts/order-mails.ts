// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/order-mails.json';

export const orderMailsTexts = () => getTranslations('order-mails', texts);
