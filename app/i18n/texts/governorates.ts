// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/governorates.json';

export const governoratesTexts = () => getTranslations('governorates', messages);
