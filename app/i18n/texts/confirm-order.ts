// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/confirm-order.json';

export const confirmOrderTexts = () => getTranslations('confirm-order', messages);
