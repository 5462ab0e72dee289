// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-variants.json';

export const adminVariantsTexts = () => getTranslations('admin-variants', messages);
