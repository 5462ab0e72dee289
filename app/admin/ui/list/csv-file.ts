import { unparse } from 'papaparse';
import { numberAsText } from '../table-file/cell-guard.ts';

/** Text that a spreadsheet may run as a formula. Negative amounts are not, and stay summable numbers. */
const formula = /^(?!-\d+(?:\.\d+)?$|="[+\d]+"$)[=+\-@\t\r]/;

/**
 * Formats a CSV file that spreadsheets open directly: with a byte order mark for Arabic, with formulas
 * guarded, and with the leading zeros of phones.
 */
export function csvFile(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const data = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === undefined ? '' : numberAsText(String(cell)))),
  );
  return `\uFEFF${unparse({ fields: [...heads], data }, { escapeFormulae: formula })}\r\n`;
}
