// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/invitation.json';

export const invitationTexts = () => getTranslations('invitation', texts);
