// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-imported-customers.json';

export const adminImportedCustomersTexts = () => getTranslations('admin-imported-customers', texts);
