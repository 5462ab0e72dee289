// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/lost-answer.json';

export const lostAnswerTexts = () => getTranslations('lost-answer', texts);
