// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/claim-order.json';

export const claimOrderTexts = () => getTranslations('claim-order', texts);
