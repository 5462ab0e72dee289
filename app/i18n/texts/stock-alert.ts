// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/stock-alert.json';

export const stockAlertTexts = () => getTranslations('stock-alert', messages);
