// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/designed-garment.json';

export const designedGarmentTexts = () => getTranslations('designed-garment', messages);
