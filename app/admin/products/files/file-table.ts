import { cleanAscii } from '#app/lib/typed-text.ts';
import { type Line, UnreadableFile, type Warning } from './import-rows.ts';

/** Maximum number of lines in a file. */
const mostLines = 20_000;

/** Headings and lines of a file. */
export type FileTable = {
  /** Headings as they are in the file. */
  head: string[];
  /** Normalised headings. */
  columns: string[];
  lines: Line[];
  /** Codes that a spreadsheet had shortened; they are blank in the lines. */
  ruined: Warning[];
};

/** Normalises a heading for comparison: lower case, with _ for spaces. */
export const headingOf = (text: string) =>
  cleanAscii(text)
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const delimiters = [',', ';', '\t', '|'] as const;
const blank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const codeColumn = /(^|_)(sku|barcode|gtin|ean|upc)(_|,|$)/;
/** How spreadsheets show long numbers: 6.22E+12. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i;

/**
 * Reads a file separated by commas, semicolons, tabs or bars, whichever separates its headings, or as its first line
 * says (`sep=;`). Rows are numbered as a spreadsheet does.
 * @throws UnreadableFile
 */
export async function readTable(content: string): Promise<FileTable> {
  const { parse } = await import('papaparse');
  const [, named] = /^\ufeff?"?sep=(.)"?(?:\r?\n|\r|$)/i.exec(content) ?? [];
  const text = content.replace(/^\ufeff/, '').replace(named ? /^.*(?:\r?\n|\r|$)/ : '', '');
  const width = (delimiter: string) =>
    (parse<string[]>(text.trimStart(), { delimiter, preview: 1 }).data[0] ?? []).filter((cell) => cell.trim())
      .length;
  const [first] = delimiters.toSorted((one, other) => width(other) - width(one));
  const { data, errors } = parse<string[]>(text, { delimiter: named ?? first, skipEmptyLines: false });
  const start = data.findIndex((cells) => !blank(cells));
  const head = data[start] ?? [];
  const body = data.slice(start + 1);
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableFile('csvQuote');
  if (body.every(blank)) throw new UnreadableFile('csvEmpty');
  if (body.length > mostLines) throw new UnreadableFile('csvTooLong');
  const columns = head.map(headingOf);
  const codes = columns.map((column) => codeColumn.test(column));
  const ruined: Warning[] = [];
  const lines = body.flatMap((original, index) => {
    if (blank(original)) return [];
    const row = start + index + 2;
    const cells = original.map((cell, place) => {
      if (!codes[place] || !shortened.test(cell.trim())) return cell;
      ruined.push({ kind: 'ruined', row, text: cell.trim() });
      return '';
    });
    return [lineOf(row, cells, columns)];
  });
  return { head, columns, lines, ruined };
}

/** Returns a line whose cells are found by these headings. */
export function lineOf(row: number, cells: string[], columns: readonly string[]): Line {
  return { row, cells, cell: (column) => cells[columns.indexOf(column)] ?? '' };
}
