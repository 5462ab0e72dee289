// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-couriers.json';

export const adminCouriersTexts = () => getTranslations('admin-couriers', messages);
