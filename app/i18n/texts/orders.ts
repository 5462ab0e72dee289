// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/orders.json';

export const ordersTexts = () => getTranslations('orders', messages);
