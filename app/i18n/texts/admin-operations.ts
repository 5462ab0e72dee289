// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-operations.json';

export const adminOperationsTexts = () => getTranslations('admin-operations', texts);
