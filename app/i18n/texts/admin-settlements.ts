// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-settlements.json';

export const adminSettlementsTexts = () => getTranslations('admin-settlements', texts);
