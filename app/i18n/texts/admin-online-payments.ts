// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-online-payments.json';

export const adminOnlinePaymentsTexts = () => getTranslations('admin-online-payments', texts);
