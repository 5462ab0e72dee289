// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/cart.json';

export const cartTexts = () => getTranslations('cart', messages);
