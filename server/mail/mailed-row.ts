import type { Language } from '../../app/i18n/languages.ts';
import { type SoldRow, soldRow } from '../../app/lib/sold-row.ts';
import { mailTranslations } from './mail-translations.ts';

/** A line of an order or invoice, or pieces of one, in the language of a mail or paper. */
export function mailedRow<Row extends Parameters<typeof soldRow>[0]>(
  row: Row,
  language: Language,
): SoldRow<Row> {
  return soldRow(row, language, (namespace, messages) => mailTranslations(language, namespace, messages));
}
