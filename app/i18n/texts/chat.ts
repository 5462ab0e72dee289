// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/chat.json';

export const chatTexts = () => getTranslations('chat', messages);
