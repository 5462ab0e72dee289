// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/landing.json';

export const landingTexts = () => getTranslations('landing', messages);
