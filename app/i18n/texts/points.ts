// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/points.json';

export const pointsTexts = () => getTranslations('points', texts);
