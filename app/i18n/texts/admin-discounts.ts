// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-discounts.json';

export const adminDiscountsTexts = () => getTranslations('admin-discounts', messages);
