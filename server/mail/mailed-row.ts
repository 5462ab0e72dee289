import type { Language } from '../../app/i18n/languages.ts';
import { type OrderLineRow, orderLineRow } from '../../app/lib/order-line-row.ts';
import { mailTranslations } from './mail-translations.ts';

/** An order or invoice line, or part of one, in the language of a mail or document. */
export function mailedRow<Row extends Parameters<typeof orderLineRow>[0]>(
  row: Row,
  language: Language,
): OrderLineRow<Row> {
  return orderLineRow(row, language, (namespace, texts) => mailTranslations(language, namespace, texts));
}
