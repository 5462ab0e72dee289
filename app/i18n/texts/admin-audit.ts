// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-audit.json';

export const adminAuditTexts = () => getTranslations('admin-audit', messages);
