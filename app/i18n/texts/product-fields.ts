// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/product-fields.json';

export const productFieldsTexts = () => getTranslations('product-fields', texts);
