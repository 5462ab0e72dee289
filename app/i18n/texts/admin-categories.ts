// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-categories.json';

export const adminCategoriesTexts = () => getTranslations('admin-categories', messages);
