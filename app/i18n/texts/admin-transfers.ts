// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-transfers.json';

export const adminTransfersTexts = () => getTranslations('admin-transfers', messages);
