// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/cart.json';

export const cartTexts = () => getTranslations('cart', texts);
