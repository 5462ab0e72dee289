// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/product-fields.json';

export const productFieldsTexts = () => getTranslations('product-fields', messages);
