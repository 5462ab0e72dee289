// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-users.json';

export const adminUsersTexts = () => getTranslations('admin-users', texts);
