// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/delivery-place.json';

export const deliveryPlaceTexts = () => getTranslations('delivery-place', messages);
