// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/test-mail.json';

export const testMailTexts = () => getTranslations('test-mail', texts);
