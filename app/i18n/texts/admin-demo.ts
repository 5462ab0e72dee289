// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-demo.json';

export const adminDemoTexts = () => getTranslations('admin-demo', messages);
