import type { Attribute } from '#app/product/attributes.ts';
import type { Line, ReadRows } from './import-rows.ts';
import { headingOf, ownHeadings, readOwnFile } from './own-file.ts';
import { isShopifyFile, readShopifyFile } from './shopify-file.ts';
import { isWooCommerceFile, readWooCommerceFile } from './woocommerce-file.ts';

/** Most lines of a file. */
const mostLines = 20_000;

/** The column of a file of refused rows that says why; it is read past, so that such a file can be sent again. */
export const reasonColumn = 'reason';

/** What a file says, of which system it is, and its own headings and cells. */
export type ReadFile = ReadRows & {
  source: 'own' | 'shopify' | 'woocommerce';
  head: string[];
  /** The cells of each line as they stand in the file, by its number. */
  cells: ReadonlyMap<number, string[]>;
};

/** Why a file as a whole cannot be imported. */
export class UnreadableFile extends Error {
  readonly word: 'csvEmpty' | 'csvNoName' | 'csvTooLong' | 'csvColumnTwice' | 'csvQuote';
  constructor(word: UnreadableFile['word']) {
    super(word);
    this.word = word;
  }
}

const blank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/**
 * The products of a file with commas, semicolons or tabs, in a store with these attributes. Columns may come in any order
 * and any of them may be missing; those that are not known are named. Products that nothing can be made of are told apart.
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
  const known = ownHeadings(attributes).map(headingOf);
  if (columns.some((column, at) => known.includes(column) && columns.indexOf(column) !== at)) {
    throw new UnreadableFile('csvColumnTwice');
  }
  const read = readOwnFile(columns, lines, attributes);
  return {
    ...read,
    unknown: read.unknown.filter((column) => column !== reasonColumn),
    ...{ source: 'own', head, cells },
  };
}
