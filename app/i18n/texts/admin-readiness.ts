// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-readiness.json';

export const adminReadinessTexts = () => getTranslations('admin-readiness', texts);
