// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-variants.json';

export const adminVariantsTexts = () => getTranslations('admin-variants', texts);
