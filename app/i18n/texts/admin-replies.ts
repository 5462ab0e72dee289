// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-replies.json';

export const adminRepliesTexts = () => getTranslations('admin-replies', texts);
