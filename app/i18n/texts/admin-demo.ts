// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-demo.json';

export const adminDemoTexts = () => getTranslations('admin-demo', texts);
