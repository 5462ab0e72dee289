// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-slots.json';

export const adminSlotsTexts = () => getTranslations('admin-slots', texts);
