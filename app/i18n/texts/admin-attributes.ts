// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-attributes.json';

export const adminAttributesTexts = () => getTranslations('admin-attributes', texts);
