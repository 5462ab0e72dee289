/**
 * Spreadsheets run cells that begin like a formula, and a lone dash clears a column. Such cells, and those that begin with
 * the mark itself, are written with an apostrophe before them, which spreadsheets read as "this is text".
 */
const risky = /^(['=+\-@\t\r]|\s*-\s*$)/;

export function guarded(cell: string): string {
  return risky.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `guarded`; an apostrophe that somebody typed themselves stays. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && risky.test(cell.slice(1)) ? cell.slice(1) : cell;
}
