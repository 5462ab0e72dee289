// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-audit.json';

export const adminAuditTexts = () => getTranslations('admin-audit', texts);
