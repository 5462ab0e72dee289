// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-claims.json';

export const adminClaimsTexts = () => getTranslations('admin-claims', texts);
