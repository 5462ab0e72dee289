// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/landing.json';

export const landingTexts = () => getTranslations('landing', texts);
