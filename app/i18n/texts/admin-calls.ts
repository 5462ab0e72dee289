// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-calls.json';

export const adminCallsTexts = () => getTranslations('admin-calls', texts);
