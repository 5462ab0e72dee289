// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/content.json';

export const contentTexts = () => getTranslations('content', messages);
