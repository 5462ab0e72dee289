// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-inbox.json';

export const adminInboxTexts = () => getTranslations('admin-inbox', texts);
