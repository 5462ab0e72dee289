import { unparse } from 'papaparse';

/** What a spreadsheet may run as a formula; an amount below zero is none, and stays a number that sums up. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/;

/**
 * Formats a CSV file that spreadsheets open directly: with a byte order mark for Arabic, and with text
 * guarded against being run as a formula.
 */
export function csvFile(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const data = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell))),
  );
  return `\uFEFF${unparse({ fields: [...heads], data }, { escapeFormulae: formula })}\r\n`;
}
