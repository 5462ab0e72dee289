// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/test-mail.json';

export const testMailTexts = () => getTranslations('test-mail', messages);
