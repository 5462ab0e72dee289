// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-banners.json';

export const adminBannersTexts = () => getTranslations('admin-banners', texts);
