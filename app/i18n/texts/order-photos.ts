// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/order-photos.json';

export const orderPhotosTexts = () => getTranslations('order-photos', messages);
