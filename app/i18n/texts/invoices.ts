// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/invoices.json';

export const invoicesTexts = () => getTranslations('invoices', messages);
