// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-new-order.json';

export const adminNewOrderTexts = () => getTranslations('admin-new-order', texts);
