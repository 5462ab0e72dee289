// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/refusals.json';

export const refusalsTexts = () => getTranslations('refusals', messages);
