// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-shipments.json';

export const adminShipmentsTexts = () => getTranslations('admin-shipments', messages);
