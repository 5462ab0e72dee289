// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/welcome.json';

export const welcomeTexts = () => getTranslations('welcome', messages);
