// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/contact-mail.json';

export const contactMailTexts = () => getTranslations('contact-mail', texts);
