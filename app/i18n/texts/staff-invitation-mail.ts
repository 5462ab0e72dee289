// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/staff-invitation-mail.json';

export const staffInvitationMailTexts = () => getTranslations('staff-invitation-mail', texts);
