// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/product.json';

export const productTexts = () => getTranslations('product', texts);
