// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/wishlist.json';

export const wishlistTexts = () => getTranslations('wishlist', messages);
