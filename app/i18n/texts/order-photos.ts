// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/order-photos.json';

export const orderPhotosTexts = () => getTranslations('order-photos', texts);
