// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-tags.json';

export const adminTagsTexts = () => getTranslations('admin-tags', texts);
