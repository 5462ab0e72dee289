// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/owner-alerts.json';

export const ownerAlertsTexts = () => getTranslations('owner-alerts', texts);
