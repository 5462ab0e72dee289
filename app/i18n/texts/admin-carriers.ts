// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-carriers.json';

export const adminCarriersTexts = () => getTranslations('admin-carriers', texts);
