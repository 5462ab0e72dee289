// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-requests.json';

export const adminRequestsTexts = () => getTranslations('admin-requests', texts);
