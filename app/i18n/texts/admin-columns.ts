// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-columns.json';

export const adminColumnsTexts = () => getTranslations('admin-columns', messages);
