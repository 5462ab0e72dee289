// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-setup.json';

export const adminSetupTexts = () => getTranslations('admin-setup', texts);
