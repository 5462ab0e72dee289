// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-payments.json';

export const adminPaymentsTexts = () => getTranslations('admin-payments', texts);
