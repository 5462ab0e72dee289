// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/stock-alert-mail.json';

export const stockAlertMailTexts = () => getTranslations('stock-alert-mail', messages);
