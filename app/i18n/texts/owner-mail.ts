// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/owner-mail.json';

export const ownerMailTexts = () => getTranslations('owner-mail', messages);
