// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/contact-mail.json';

export const contactMailTexts = () => getTranslations('contact-mail', messages);
