// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-money.json';

export const adminMoneyTexts = () => getTranslations('admin-money', texts);
