// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-orders.json';

export const adminOrdersTexts = () => getTranslations('admin-orders', messages);
