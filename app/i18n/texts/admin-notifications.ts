// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-notifications.json';

export const adminNotificationsTexts = () => getTranslations('admin-notifications', texts);
