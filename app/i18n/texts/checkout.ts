// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/checkout.json';

export const checkoutTexts = () => getTranslations('checkout', messages);
