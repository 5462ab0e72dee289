// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/claim-order.json';

export const claimOrderTexts = () => getTranslations('claim-order', messages);
