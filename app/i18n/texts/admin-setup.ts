// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-setup.json';

export const adminSetupTexts = () => getTranslations('admin-setup', messages);
