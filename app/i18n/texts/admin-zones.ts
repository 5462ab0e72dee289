// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-zones.json';

export const adminZonesTexts = () => getTranslations('admin-zones', texts);
