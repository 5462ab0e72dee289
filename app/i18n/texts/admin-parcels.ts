// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-parcels.json';

export const adminParcelsTexts = () => getTranslations('admin-parcels', messages);
