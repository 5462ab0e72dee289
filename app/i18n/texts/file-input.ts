// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/file-input.json';

export const fileInputTexts = () => getTranslations('file-input', messages);
