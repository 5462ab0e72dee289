// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-orders.json';

export const adminOrdersTexts = () => getTranslations('admin-orders', texts);
