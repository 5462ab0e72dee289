// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/sign-in-mails.json';

export const signInMailsTexts = () => getTranslations('sign-in-mails', messages);
