// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/after-sale.json';

export const afterSaleTexts = () => getTranslations('after-sale', texts);
