// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-doors.json';

export const adminDoorsTexts = () => getTranslations('admin-doors', texts);
