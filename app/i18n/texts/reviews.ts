// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/reviews.json';

export const reviewsTexts = () => getTranslations('reviews', messages);
