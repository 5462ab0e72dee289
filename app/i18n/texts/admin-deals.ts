// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-deals.json';

export const adminDealsTexts = () => getTranslations('admin-deals', messages);
