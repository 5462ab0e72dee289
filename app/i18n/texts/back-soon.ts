// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/back-soon.json';

export const backSoonTexts = () => getTranslations('back-soon', messages);
