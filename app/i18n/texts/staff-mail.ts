// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/staff-mail.json';

export const staffMailTexts = () => getTranslations('staff-mail', texts);
