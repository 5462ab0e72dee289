// Written by scripts/message-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import messages from '../messages/en/admin-command-palette.json';

export const adminCommandPaletteTexts = () => getTranslations('admin-command-palette', messages);
