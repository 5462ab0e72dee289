// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/garments.json';

export const garmentsTexts = () => getTranslations('garments', messages);
