// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-operations.json';

export const adminOperationsTexts = () => getTranslations('admin-operations', messages);
