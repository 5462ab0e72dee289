// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/auth.json';

export const authTexts = () => getTranslations('auth', messages);
