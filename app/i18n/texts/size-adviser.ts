// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/size-adviser.json';

export const sizeAdviserTexts = () => getTranslations('size-adviser', messages);
