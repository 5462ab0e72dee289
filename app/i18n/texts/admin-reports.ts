// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-reports.json';

export const adminReportsTexts = () => getTranslations('admin-reports', messages);
