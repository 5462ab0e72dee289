// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-banners.json';

export const adminBannersTexts = () => getTranslations('admin-banners', messages);
