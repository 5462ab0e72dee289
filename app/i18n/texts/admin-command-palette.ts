// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-command-palette.json';

export const adminCommandPaletteTexts = () => getTranslations('admin-command-palette', texts);
