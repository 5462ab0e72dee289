// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-doors.json';

export const adminDoorsTexts = () => getTranslations('admin-doors', messages);
