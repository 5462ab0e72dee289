// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-reviews.json';

export const adminReviewsTexts = () => getTranslations('admin-reviews', messages);
