// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-products.json';

export const adminProductsTexts = () => getTranslations('admin-products', messages);
