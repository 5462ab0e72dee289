// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/ui.json';

export const uiTexts = () => getTranslations('ui', messages);
