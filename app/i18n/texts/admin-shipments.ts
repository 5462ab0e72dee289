// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-shipments.json';

export const adminShipmentsTexts = () => getTranslations('admin-shipments', texts);
