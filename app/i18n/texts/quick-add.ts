// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/quick-add.json';

export const quickAddTexts = () => getTranslations('quick-add', texts);
