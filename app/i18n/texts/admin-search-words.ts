// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-search-words.json';

export const adminSearchWordsTexts = () => getTranslations('admin-search-words', messages);
