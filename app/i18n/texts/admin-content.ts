// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-content.json';

export const adminContentTexts = () => getTranslations('admin-content', messages);
