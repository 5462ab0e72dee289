// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-zones.json';

export const adminZonesTexts = () => getTranslations('admin-zones', messages);
