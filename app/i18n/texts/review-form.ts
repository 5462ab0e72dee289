// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/review-form.json';

export const reviewFormTexts = () => getTranslations('review-form', messages);
