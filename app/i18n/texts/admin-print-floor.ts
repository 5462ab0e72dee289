// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-print-floor.json';

export const adminPrintFloorTexts = () => getTranslations('admin-print-floor', messages);
