// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-new-order.json';

export const adminNewOrderTexts = () => getTranslations('admin-new-order', messages);
