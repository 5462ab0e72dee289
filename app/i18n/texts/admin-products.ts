// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-products.json';

export const adminProductsTexts = () => getTranslations('admin-products', texts);
