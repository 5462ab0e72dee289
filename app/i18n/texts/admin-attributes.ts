// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-attributes.json';

export const adminAttributesTexts = () => getTranslations('admin-attributes', messages);
