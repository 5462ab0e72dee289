import { isGovernorate } from '#app/addresses/governorates.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { type DecimalSign, decimalSignOf, readAmount } from '../../ui/table-file/amounts.ts';
import type { TableFile } from '../../ui/table-file/read-table-file.ts';
import { type DateOrder, dateOrderOf, readDate } from './file-dates.ts';

/** A line of a file: its cells by normalized heading, and its row in a spreadsheet. */
export type ForeignLine = { row: number; cells: ReadonlyMap<string, string> };

/** A file's lines, and how it writes amounts and dates. */
export type ForeignTable = {
  columns: string[];
  lines: ForeignLine[];
  decimal: DecimalSign | null;
  order: DateOrder;
};

/** Why a file is not a list of orders or customers that can be imported. */
export type ForeignProblem = 'unknown' | 'empty' | 'tooLong' | 'noPrices' | 'json';

export class UnreadableForeignFile extends Error {
  readonly problem: ForeignProblem;
  constructor(problem: ForeignProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Maximum number of lines; an order has one for each of its items. */
const mostLines = 200_000;

const headingOf = (text: string) =>
  cleanAscii(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const amountColumn = /(total|price|amount|subtotal|shipping|tax|discount|spent)/;
const dateColumn = /(date|_at$|created|registered)/;

/** Finds the headings and lines of a file. @throws UnreadableForeignFile */
export function foreignTable({ rows }: TableFile): ForeignTable {
  const start = rows.findIndex((cells) => !isBlank(cells));
  const columns = (rows[start] ?? []).map(headingOf);
  const body = rows.slice(start + 1);
  if (body.length > mostLines) throw new UnreadableForeignFile('tooLong');
  const lines = body.flatMap((cells, index) =>
    isBlank(cells)
      ? []
      : [
          {
            row: start + index + 2,
            cells: new Map(columns.map((column, place) => [column, (cells[place] ?? '').trim()])),
          },
        ],
  );
  if (lines.length === 0) throw new UnreadableForeignFile('empty');
  const cellsOf = (which: RegExp) =>
    lines.flatMap(({ cells }) =>
      columns.flatMap((column) => (which.test(column) ? (cells.get(column) ?? []) : [])),
    );
  return {
    columns,
    lines,
    decimal: decimalSignOf(cellsOf(amountColumn)),
    order: dateOrderOf(cellsOf(dateColumn)),
  };
}

/** The first of a line's cells under these headings that is filled; '' without any. */
export const cellOf = ({ cells }: ForeignLine, ...headings: string[]): string =>
  headings.map((heading) => cells.get(heading) ?? '').find(Boolean) ?? '';

/**
 * An amount in pounds, or the cell itself where it is none: then the database refuses the order and says which. Undefined for an
 * empty cell.
 */
export function amountIn(
  cell: string,
  { decimal }: Pick<ForeignTable, 'decimal'>,
): number | string | undefined {
  if (cell === '') return undefined;
  const read = readAmount(cell, decimal);
  return 'amount' in read ? read.amount : cell;
}

export const dateIn = (cell: string, { order }: Pick<ForeignTable, 'order'>): string | null =>
  readDate(cell, order) || null;

/** Egypt's governorates by the codes of Shopify and of WooCommerce, which are those of ISO 3166-2 in part. */
const governorateCodes: Readonly<Record<string, string>> = {
  ALX: 'Alexandria',
  ASN: 'Aswan',
  AST: 'Assiut',
  BA: 'Red Sea',
  BH: 'Beheira',
  BNS: 'Beni Suef',
  C: 'Cairo',
  DK: 'Dakahlia',
  DT: 'Damietta',
  FYM: 'Fayoum',
  GH: 'Gharbia',
  GZ: 'Giza',
  HU: 'Cairo',
  IS: 'Ismailia',
  JS: 'South Sinai',
  KB: 'Qalyubia',
  KFS: 'Kafr El Sheikh',
  KN: 'Qena',
  LX: 'Luxor',
  MN: 'Minya',
  MNF: 'Monufia',
  MT: 'Matrouh',
  PTS: 'Port Said',
  SHG: 'Sohag',
  SHR: 'Sharqia',
  SIN: 'North Sinai',
  SU: 'Giza',
  SUZ: 'Suez',
  WAD: 'New Valley',
};

/** The governorate that a file means, by its name or code; '' if it is none. */
function governorateIn(cell: string): string {
  const text = cell.trim();
  if (isGovernorate(text)) return text;
  return governorateCodes[text.toUpperCase().replace(/^EG-?/, '')] ?? '';
}

/** What a file knows of an address, in the form of orders; a province that is no governorate is kept beside the city. */
export function addressIn(parts: {
  name: string;
  phone: string;
  street: string;
  more: string;
  city: string;
  province: string;
  zip: string;
}) {
  const governorate = governorateIn(parts.province);
  return {
    ...(parts.name && { full_name: parts.name }),
    ...(parts.phone && { phone: parts.phone }),
    ...(governorate && { governorate }),
    city: [parts.city, governorate ? '' : parts.province].filter(Boolean).join(', '),
    street: [parts.street, parts.more].filter(Boolean).join(', '),
    postal_code: parts.zip,
  };
}

const isYes = (cell: string): boolean => /^(yes|true|1|subscribed|نعم)$/i.test(cell.trim());
const isNo = (cell: string): boolean => /^(no|false|0|unsubscribed|لا)$/i.test(cell.trim());

/** What a cell says of an agreement; unknown, and therefore left out, for anything but a yes or no. */
export const consentIn = (cell: string): { state: 'given' | 'refused' } | undefined =>
  isYes(cell) ? { state: 'given' } : isNo(cell) ? { state: 'refused' } : undefined;

export const tagsIn = (cell: string): string[] =>
  cell
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
