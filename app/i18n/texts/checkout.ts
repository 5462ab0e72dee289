// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/checkout.json';

export const checkoutTexts = () => getTranslations('checkout', texts);
