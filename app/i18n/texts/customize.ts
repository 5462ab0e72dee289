// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/customize.json';

export const customizeTexts = () => getTranslations('customize', messages);
