// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-settings.json';

export const adminSettingsTexts = () => getTranslations('admin-settings', texts);
