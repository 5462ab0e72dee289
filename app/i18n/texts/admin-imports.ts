// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-imports.json';

export const adminImportsTexts = () => getTranslations('admin-imports', texts);
