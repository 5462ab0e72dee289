// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-inbox.json';

export const adminInboxTexts = () => getTranslations('admin-inbox', messages);
