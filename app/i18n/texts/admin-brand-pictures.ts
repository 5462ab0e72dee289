// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-brand-pictures.json';

export const adminBrandPicturesTexts = () => getTranslations('admin-brand-pictures', texts);
