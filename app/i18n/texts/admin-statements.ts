// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-statements.json';

export const adminStatementsTexts = () => getTranslations('admin-statements', messages);
