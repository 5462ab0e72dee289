import { decodeText, guessEncoding, type TextEncodingName } from './decode-text.ts';

/** The rows of a file, headings included, with all cells as text. */
export type TableFile = {
  rows: string[][];
  /** Encoding of a text file; null for a workbook. */
  encoding: TextEncodingName | null;
};

/** `accept` attribute of file inputs. */
export const tableFileTypes =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Thrown when a file is not a table. */
export class UnreadableTable extends Error {
  readonly problem: 'csvQuote' | 'oldExcel' | 'webPage' | 'brokenExcel' | 'tooLarge';
  constructor(problem: UnreadableTable['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** Maximum size in bytes. */
const largest = 30_000_000;

const delimiters = [',', ';', '\t', '|'] as const;

/** Number of lines used to detect the separator. */
const sampled = 50;

/**
 * Reads a table from a CSV file or from the sheet with the most rows of an Excel workbook.
 * @param encoding of a text file, if the user chose one
 * @throws UnreadableTable
 */
export async function readTableFile(content: ArrayBuffer, encoding?: TextEncodingName): Promise<TableFile> {
  if (content.byteLength > largest) throw new UnreadableTable('tooLarge');
  const [first, second, third, fourth] = new Uint8Array(content, 0, Math.min(4, content.byteLength));
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4)
    return { rows: await workbookRows(content), encoding: null };
  if (first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0)
    throw new UnreadableTable('oldExcel');
  const known = encoding ?? guessEncoding(content);
  return readTableText(decodeText(content, known), known);
}

/** Parses the text of a CSV file. @throws UnreadableTable */
export async function readTableText(
  content: string,
  encoding: TextEncodingName = 'utf-8',
): Promise<TableFile> {
  const { parse } = await import('papaparse');
  const text = content.replace(/^\ufeff/, '');
  // Some systems export a web page as .xls.
  if (/^\s*<(!doctype|html|head|meta|table|\?xml)/i.test(text)) throw new UnreadableTable('webPage');
  const [, named] = /^"?sep=(.)"?(?:\r?\n|\r|$)/i.exec(text) ?? [];
  // Spreadsheets do not count this line either, so row numbers agree.
  const table = named ? text.replace(/^.*(?:\r?\n|\r|$)/, '') : text;
  const rowsBy = (delimiter: string) =>
    parse<string[]>(table.trimStart(), { delimiter, preview: sampled }).data;
  const delimiter =
    named ?? delimiters.toSorted((one, other) => regularity(rowsBy(other)) - regularity(rowsBy(one)))[0];
  const { data, errors } = parse<string[]>(table, { delimiter, skipEmptyLines: false });
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableTable('csvQuote');
  return { rows: data.map((cells) => cells.map(plainCell)), encoding };
}

/** Counts the rows that share the most common number of cells; more cells win a tie. */
function regularity(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([width, count]) => count + width / 10_000));
}

async function workbookRows(content: ArrayBuffer): Promise<string[][]> {
  const { default: readWorkbook } = await import('read-excel-file/universal');
  try {
    const sheets = await readWorkbook(content, { parseNumber: numberCell });
    const longest = sheets.toSorted((one, other) => other.data.length - one.data.length)[0];
    return (longest?.data ?? []).map((row) => row.map((cell) => plainCell(textOf(cell))));
  } catch {
    throw new UnreadableTable('brokenExcel');
  }
}

const textOf = (cell: unknown): string => {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
};

/**
 * Formats a workbook's number as text. Spreadsheets lose digits beyond 15, so such a number stays shortened;
 * a fourth decimal keeps three from being read as thousands.
 */
function numberCell(stored: string): string {
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  if (Math.abs(number) >= 1e15) return number.toExponential().toUpperCase();
  return String(number).replace(/(\.\d{3})$/, '$10');
}

/** Removes what keeps a number as text in a spreadsheet: ="0100…" and, before numbers only, an apostrophe. */
function plainCell(cell: string): string {
  const [, quoted] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return cell.replace(/^\s*'(?=\+?\d[\d\s().-]*$)/, '');
}
