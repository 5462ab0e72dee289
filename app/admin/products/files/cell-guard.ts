/**
 * Spreadsheets evaluate cells that look like a formula, and a lone dash clears a column. Such cells, and
 * those starting with an apostrophe, are prefixed with an apostrophe, which marks text in spreadsheets.
 */
const risky = /^(['=+\-@\t\r]|\s*-\s*$)/;

export function guardCell(cell: string): string {
  return risky.test(cell) ? `'${cell}` : cell;
}

/** Reverses `guardCell`; an apostrophe typed by the user stays. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && risky.test(cell.slice(1)) ? cell.slice(1) : cell;
}
