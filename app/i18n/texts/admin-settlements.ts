// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-settlements.json';

export const adminSettlementsTexts = () => getTranslations('admin-settlements', messages);
