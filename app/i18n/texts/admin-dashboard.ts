// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-dashboard.json';

export const adminDashboardTexts = () => getTranslations('admin-dashboard', texts);
