import { cleanAscii } from '#app/lib/typed-text.ts';

/** A line of a courier's statement; amounts are pounds. */
export type StatementLine = { number: string; amount: number; fee: number };

/** What a statement's file says, and the rows of it that cannot be read, numbered as spreadsheets do. */
export type StatementFile = { lines: StatementLine[]; unreadable: number[] };

/** Why a file is no statement: the columns that it lacks. */
export class NoStatement extends Error {}

/** How couriers head their columns, in the order in which they are looked for. */
const heads = {
  number: [/tracking|awb|barcode|waybill|airway/, /shipment|package|order/, /تتبع|بوليص|باركود/, /شحن|طرد/],
  fee: [/fee|charge|shipping cost/, /رسوم|مصاريف|تكلفة/],
  amount: [/\bcod\b|collected|cash/, /amount|value/, /تحصيل|محصل|نقد/, /مبلغ|قيمة/],
} as const;

/** The column of a kind among headings that no other kind has; -1 where there is none. */
function columnOf(kind: keyof typeof heads, columns: readonly string[], taken: readonly number[]): number {
  for (const pattern of heads[kind]) {
    const found = columns.findIndex((column, index) => !taken.includes(index) && pattern.test(column));
    if (found >= 0) return found;
  }
  return -1;
}

/** Pounds as a statement writes them, such as "1,250.50 EGP"; nothing is 0, and null what is no amount. */
function poundsOf(text: string): number | null {
  const amount = cleanAscii(text)
    .replace(/egp|le|l\.e\.?|ج\.?م\.?|جنيه/gi, '')
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.');
  if (amount === '' || amount === '-') return 0;
  return /^\d{1,9}(\.\d{1,2}0*)?$/.test(amount) ? Number(amount) : null;
}

/**
 * Reads a courier's statement from a CSV file, whatever separates its columns and however it calls them, in English or Arabic. Rows
 * without a number, such as sums, are left out.
 * @throws NoStatement when a column of numbers or of amounts is missing
 */
export async function readStatementFile(content: string): Promise<StatementFile> {
  const { parse } = await import('papaparse');
  const { data } = parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: false });
  const columnsIn = (cells: readonly string[]) => {
    const names = cells.map((cell) => cleanAscii(cell).toLowerCase().replaceAll(/[_-]/g, ' '));
    const number = columnOf('number', names, []);
    const fee = columnOf('fee', names, [number]);
    const amount = columnOf('amount', names, [number, fee]);
    return number < 0 || amount < 0 ? null : { number, fee, amount };
  };
  // Couriers write their name and the dates above the headings.
  const start = data.slice(0, 20).findIndex((cells) => columnsIn(cells) !== null);
  const columns = columnsIn(data[start] ?? []);
  if (!columns) throw new NoStatement();
  const file: StatementFile = { lines: [], unreadable: [] };
  for (const [index, cells] of data.entries()) {
    const number = cleanAscii(cells[columns.number] ?? '').trim();
    if (index <= start || number === '' || !/\d/.test(number)) continue;
    const [amount, fee] = [poundsOf(cells[columns.amount] ?? ''), poundsOf(cells[columns.fee] ?? '')];
    if (amount === null || fee === null || number.length > 80) file.unreadable.push(index + 1);
    else file.lines.push({ number, amount, fee });
  }
  return file;
}
