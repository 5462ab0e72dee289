// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/ui.json';

export const uiTexts = () => getTranslations('ui', texts);
