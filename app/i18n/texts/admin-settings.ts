// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-settings.json';

export const adminSettingsTexts = () => getTranslations('admin-settings', messages);
