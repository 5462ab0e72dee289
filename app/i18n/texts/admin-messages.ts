// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-messages.json';

export const adminMessagesTexts = () => getTranslations('admin-messages', texts);
