// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-transfers.json';

export const adminTransfersTexts = () => getTranslations('admin-transfers', texts);
