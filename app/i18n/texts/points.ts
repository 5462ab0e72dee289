// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/points.json';

export const pointsTexts = () => getTranslations('points', messages);
