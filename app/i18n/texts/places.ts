// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/places.json';

export const placesTexts = () => getTranslations('places', messages);
