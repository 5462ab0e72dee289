// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/wishlist.json';

export const wishlistTexts = () => getTranslations('wishlist', texts);
