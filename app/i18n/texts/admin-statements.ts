// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-statements.json';

export const adminStatementsTexts = () => getTranslations('admin-statements', texts);
