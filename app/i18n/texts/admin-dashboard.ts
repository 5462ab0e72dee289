// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-dashboard.json';

export const adminDashboardTexts = () => getTranslations('admin-dashboard', messages);
