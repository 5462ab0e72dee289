import { unparse } from 'papaparse';
import { numberAsText } from '../table-file/cell-guard.ts';

/** What a spreadsheet may run as a formula; an amount below zero is none, and stays a number that sums up. */
const formula = /^(?!-\d+(?:\.\d+)?$|="[+\d]+"$)[=+\-@\t\r]/;

/**
 * Formats a CSV file that spreadsheets open directly: with a byte order mark for Arabic, with text
 * guarded against being run as a formula, and with the first zeros of phones.
 */
export function csvFile(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const data = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === undefined ? '' : numberAsText(String(cell)))),
  );
  return `\uFEFF${unparse({ fields: [...heads], data }, { escapeFormulae: formula })}\r\n`;
}
