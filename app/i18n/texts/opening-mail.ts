// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/opening-mail.json';

export const openingMailTexts = () => getTranslations('opening-mail', messages);
