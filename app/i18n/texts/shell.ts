// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/shell.json';

export const shellTexts = () => getTranslations('shell', messages);
