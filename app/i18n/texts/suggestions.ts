// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/suggestions.json';

export const suggestionsTexts = () => getTranslations('suggestions', messages);
