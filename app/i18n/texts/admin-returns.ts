// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-returns.json';

export const adminReturnsTexts = () => getTranslations('admin-returns', messages);
