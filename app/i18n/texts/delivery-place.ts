// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/delivery-place.json';

export const deliveryPlaceTexts = () => getTranslations('delivery-place', texts);
