// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/quick-add.json';

export const quickAddTexts = () => getTranslations('quick-add', messages);
