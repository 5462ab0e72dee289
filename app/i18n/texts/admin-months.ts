// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-months.json';

export const adminMonthsTexts = () => getTranslations('admin-months', messages);
