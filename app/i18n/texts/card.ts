// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/card.json';

export const cardTexts = () => getTranslations('card', messages);
