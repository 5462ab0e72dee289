// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/home.json';

export const homeTexts = () => getTranslations('home', messages);
