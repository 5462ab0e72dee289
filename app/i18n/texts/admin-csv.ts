// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-csv.json';

export const adminCsvTexts = () => getTranslations('admin-csv', messages);
