// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-online-payments.json';

export const adminOnlinePaymentsTexts = () => getTranslations('admin-online-payments', messages);
