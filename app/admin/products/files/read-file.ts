import type { Attribute } from '#app/product/attributes.ts';
import type { Line, ReadRows } from './import-rows.ts';
import { headingOf, readStoreFile, storeHeadings } from './own-file.ts';
import { isShopifyFile, readShopifyFile } from './shopify-file.ts';
import { isWooCommerceFile, readWooCommerceFile } from './woocommerce-file.ts';

/** Maximum number of lines in a file. */
const mostLines = 20_000;

/**
 * Column with the reason in a file of refused rows; the import ignores it, so that such a file can be
 * imported again.
 */
export const reasonColumn = 'reason';

/** Products of a file, its format, and its original headings and cells. */
export type ReadFile = ReadRows & {
  source: 'own' | 'shopify' | 'woocommerce';
  head: string[];
  /** Original cells of each line, by row number. */
  cells: ReadonlyMap<number, string[]>;
};

/** Thrown when a whole file cannot be imported. */
export class UnreadableFile extends Error {
  readonly messageKey: 'csvEmpty' | 'csvNoName' | 'csvTooLong' | 'csvColumnTwice' | 'csvQuote';
  constructor(messageKey: UnreadableFile['messageKey']) {
    super(messageKey);
    this.messageKey = messageKey;
  }
}

/** Decodes a file of Excel: Unicode by its byte order mark, UTF-8, or the encoding in which it saves Arabic as "CSV". */
export function decodeText(content: ArrayBuffer): string {
  const [first, second] = new Uint8Array(content);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1256').decode(content);
  }
}

const blank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/**
 * Reads the products of a file separated by commas, semicolons or tabs. Columns may be in any order or
 * missing; unknown ones are listed. Invalid products are returned separately.
 * @throws UnreadableFile
 */
export async function readFile(content: string, attributes: readonly Attribute[]): Promise<ReadFile> {
  const { parse } = await import('papaparse');
  const { data, errors } = parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: false });
  const [head = [], ...body] = data;
  const columns = head.map(headingOf);
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableFile('csvQuote');
  if (body.every(blank)) throw new UnreadableFile('csvEmpty');
  if (body.length > mostLines) throw new UnreadableFile('csvTooLong');
  const lines: Line[] = [];
  for (const [index, cells] of body.entries()) {
    if (blank(cells)) continue;
    lines.push({ row: index + 2, cells, cell: (column) => cells[columns.indexOf(column)] ?? '' });
  }
  const cells = new Map(lines.map((line) => [line.row, line.cells]));
  if (isShopifyFile(columns)) {
    return { ...readShopifyFile(head, columns, lines), source: 'shopify', head, cells };
  }
  if (isWooCommerceFile(columns)) {
    return { ...readWooCommerceFile(head, columns, lines, attributes), source: 'woocommerce', head, cells };
  }
  if (!columns.includes('name') && !columns.includes('id')) throw new UnreadableFile('csvNoName');
  const knownHeadings = storeHeadings(attributes).map(headingOf);
  if (columns.some((column, index) => knownHeadings.includes(column) && columns.indexOf(column) !== index)) {
    throw new UnreadableFile('csvColumnTwice');
  }
  const read = readStoreFile(columns, lines, attributes);
  return {
    ...read,
    unknown: read.unknown.filter((column) => column !== reasonColumn),
    source: 'own',
    head,
    cells,
  };
}
