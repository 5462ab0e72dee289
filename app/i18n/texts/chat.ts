// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/chat.json';

export const chatTexts = () => getTranslations('chat', texts);
