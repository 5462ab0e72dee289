// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/two-step.json';

export const twoStepTexts = () => getTranslations('two-step', messages);
