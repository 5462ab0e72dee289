// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/product.json';

export const productTexts = () => getTranslations('product', messages);
