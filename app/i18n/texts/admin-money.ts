// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-money.json';

export const adminMoneyTexts = () => getTranslations('admin-money', messages);
