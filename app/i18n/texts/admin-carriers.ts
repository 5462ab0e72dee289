// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-carriers.json';

export const adminCarriersTexts = () => getTranslations('admin-carriers', messages);
