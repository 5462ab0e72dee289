// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-close-day.json';

export const adminCloseDayTexts = () => getTranslations('admin-close-day', texts);
