/**
 * Spreadsheets evaluate cells that look like a formula, and a lone dash clears a column. Such cells, and
 * those starting with an apostrophe, are prefixed with an apostrophe, which marks text in spreadsheets.
 */
const risky = /^(['=+\-@\t\r]|\s*-\s*$)/;

/** Codes that spreadsheets change: they drop a leading zero or plus, and shorten long ones to 6.22E+12. */
const lossy = /^(?:[+0]\d+|\d{12,})$/;

/** Formats a number that a spreadsheet would change, such as a phone number or barcode, as text: ="0100…". */
export const numberAsText = (cell: string) => (lossy.test(cell) ? `="${cell}"` : cell);

export function guardCell(cell: string): string {
  if (lossy.test(cell)) return numberAsText(cell);
  return risky.test(cell) ? `'${cell}` : cell;
}

/** Reverses `guardCell`; an apostrophe typed by the user stays. */
export function unguardCell(cell: string): string {
  const [, number] = /^="([+\d]+)"$/.exec(cell) ?? [];
  if (number) return number;
  return cell.startsWith("'") && risky.test(cell.slice(1)) ? cell.slice(1) : cell;
}
