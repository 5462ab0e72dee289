// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/governorates.json';

export const governoratesTexts = () => getTranslations('governorates', texts);
