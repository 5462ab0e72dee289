// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-users.json';

export const adminUsersTexts = () => getTranslations('admin-users', messages);
