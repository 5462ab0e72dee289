// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-payments.json';

export const adminPaymentsTexts = () => getTranslations('admin-payments', messages);
