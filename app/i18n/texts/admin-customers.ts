// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-customers.json';

export const adminCustomersTexts = () => getTranslations('admin-customers', messages);
