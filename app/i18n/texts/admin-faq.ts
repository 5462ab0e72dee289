// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-faq.json';

export const adminFaqTexts = () => getTranslations('admin-faq', messages);
