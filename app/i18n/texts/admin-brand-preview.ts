// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-brand-preview.json';

export const adminBrandPreviewTexts = () => getTranslations('admin-brand-preview', texts);
