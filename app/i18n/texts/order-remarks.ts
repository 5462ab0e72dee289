// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/order-remarks.json';

export const orderRemarksTexts = () => getTranslations('order-remarks', messages);
