// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/account.json';

export const accountTexts = () => getTranslations('account', messages);
