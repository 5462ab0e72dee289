// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-print-floor.json';

export const adminPrintFloorTexts = () => getTranslations('admin-print-floor', texts);
