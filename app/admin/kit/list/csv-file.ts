import { unparse } from 'papaparse';

/**
 * A CSV file that spreadsheets open as it is: byte order mark for Arabic names, text that a spreadsheet would take for a
 * formula defused.
 */
export function csvFile(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const data = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell))),
  );
  return `\uFEFF${unparse({ fields: [...heads], data }, { escapeFormulae: true })}\r\n`;
}
