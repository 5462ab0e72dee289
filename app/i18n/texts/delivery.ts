// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/delivery.json';

export const deliveryTexts = () => getTranslations('delivery', messages);
