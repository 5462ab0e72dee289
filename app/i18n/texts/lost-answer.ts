// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/lost-answer.json';

export const lostAnswerTexts = () => getTranslations('lost-answer', messages);
