// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/doors.json';

export const doorsTexts = () => getTranslations('doors', texts);
