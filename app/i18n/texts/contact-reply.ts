// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/contact-reply.json';

export const contactReplyTexts = () => getTranslations('contact-reply', texts);
