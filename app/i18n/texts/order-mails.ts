// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/order-mails.json';

export const orderMailsTexts = () => getTranslations('order-mails', messages);
