// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/banners.json';

export const bannersTexts = () => getTranslations('banners', texts);
