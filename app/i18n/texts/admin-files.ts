// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-files.json';

export const adminFilesTexts = () => getTranslations('admin-files', texts);
