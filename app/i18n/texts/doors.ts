// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/doors.json';

export const doorsTexts = () => getTranslations('doors', messages);
