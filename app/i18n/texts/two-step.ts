// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/two-step.json';

export const twoStepTexts = () => getTranslations('two-step', texts);
