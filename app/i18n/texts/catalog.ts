// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/catalog.json';

export const catalogTexts = () => getTranslations('catalog', messages);
