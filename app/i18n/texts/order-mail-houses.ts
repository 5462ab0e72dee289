// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/order-mail-houses.json';

export const orderMailHousesTexts = () => getTranslations('order-mail-houses', messages);
