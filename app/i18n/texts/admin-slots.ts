// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-slots.json';

export const adminSlotsTexts = () => getTranslations('admin-slots', messages);
