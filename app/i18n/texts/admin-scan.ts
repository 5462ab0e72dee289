// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-scan.json';

export const adminScanTexts = () => getTranslations('admin-scan', texts);
