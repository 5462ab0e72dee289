// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/banners.json';

export const bannersTexts = () => getTranslations('banners', messages);
