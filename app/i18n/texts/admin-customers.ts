// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-customers.json';

export const adminCustomersTexts = () => getTranslations('admin-customers', texts);
