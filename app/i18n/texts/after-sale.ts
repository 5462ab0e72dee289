// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/after-sale.json';

export const afterSaleTexts = () => getTranslations('after-sale', messages);
