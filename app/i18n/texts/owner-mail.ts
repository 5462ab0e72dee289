// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/owner-mail.json';

export const ownerMailTexts = () => getTranslations('owner-mail', texts);
