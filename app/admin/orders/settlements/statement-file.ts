import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { isShortened } from '../../ui/table-file/amounts.ts';
import {
  bestMatch,
  type Column,
  type ColumnMapping,
  type ColumnRule,
  chosenDecimal,
  columnsOf,
  decimalSignIn,
  type FileMatch,
  findColumns,
  type HeadedTable,
  holdAmounts,
  holdNumbers,
  isHeaded,
  namesTotal,
  piastresIn,
  type RowProblem,
} from '../../ui/table-file/columns.ts';
import type { TableFile } from '../../ui/table-file/read-table-file.ts';

/** A line of a carrier's statement; amounts in pounds. `pieces` is how many were taken, if the statement says so. */
export type StatementLine = { number: string; amount: number; fee: number; pieces?: number };

/** The lines of a statement, and its unreadable rows. */
export type StatementFile = { lines: StatementLine[]; problems: RowProblem[] };

/** What a statement's column can mean. */
export const statementColumns = ['number', 'collected', 'fee', 'pieces'] as const;

const fee = /\bfees?\b|charge|\bcosts?\b|commission|رسوم|مصاريف|مصروفات|تكلفة|تكاليف|عمولة/;
const tax = /\bvat\b|\btax|ضريبة|القيمة المضافة/;
/** Headings of fees that may be included in another one, or of deductions for other reasons. */
const unclearFee =
  /total|incl|excl|before|after|deduct|adjust|discount|penalt|insur|refund|إجمالي|اجمالي|شامل|قبل|بعد|خصم|تسوية|غرامة|تأمين/;
const net = /\bnet\b|payable|payout|صافي|مستحق/;
const about = /date|status|type|state|\burl\b|link|notes?\b|time|تاريخ|حالة|نوع|ملاحظ/;

const rules = {
  number: {
    sure: [
      /tracking|\bawb\b|barcode|waybill|airway|تتبع|بوليص|باركود/,
      /(shipment|parcel|package|consignment) ?(no|num|id|#|code|ref)|رقم (ال)?(شحن|طرد)|كود (ال)?شحن/,
    ],
    maybe: /shipment|package|parcel|order|reference|\bid\b|شحن|طرد|طلب|رقم|كود/,
    not: new RegExp(
      `${fee.source}|${about.source}|(no|number|count)\\.? of|\\bqty|quantity|عدد|مبلغ|قيمة|تحصيل`,
    ),
    holds: holdNumbers,
  },
  collected: {
    sure: [/\bcod\b|cash|collect|تحصيل|محصل|نقد/, /^amounts?( \(?(egp|le)\)?)?$|^(ال)?مبلغ$/],
    maybe: /amount|value|price|total|مبلغ|قيمة|سعر/,
    not: new RegExp([fee, tax, net, about].map(({ source }) => source).join('|')),
    holds: holdAmounts,
  },
} satisfies Record<string, ColumnRule>;

const feeRule: ColumnRule = {
  sure: [new RegExp(`${fee.source}|${tax.source}`)],
  not: new RegExp(`${about.source}|${net.source}|رقم`),
  holds: holdAmounts,
};

const isWhole = (cell: string) => /^\d{1,5}$/.test(cleanAscii(cell).trim());
const holdWholes = (cells: readonly string[]) => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every(isWhole);
};

// A plain count of pieces may be that of the parcel's contents: only one of pieces that were taken decides anything.
const taken = /deliver(ed)?|accept(ed)?|taken|received/.source;
const pieces = /pieces|pcs|items|qty|quantity/.source;
const piecesRule: ColumnRule = {
  sure: [
    new RegExp(`\\b(${taken})\\b.*\\b(${pieces})\\b|\\b(${pieces})\\b.*\\b(${taken})\\b`),
    /(قطع|كمية|أصناف|اصناف).*(مسل|مستلم|مقبول)/,
  ],
  holds: holdWholes,
};

/** Headings of numeric columns that hold no money. */
const otherNumbers =
  /weight|pieces|packages|qty|quantity|count|\bno\b|number|\bid\b|phone|mobile|zone|#|serial|order|وزن|عدد|رقم|هاتف|موبايل|تليفون|مسلسل|طلب|^م$/;

/** Returns the amounts of a column in piastres, without signs; other cells count as 0. */
function amountsOf(table: TableFile, columns: readonly Column[], { cells }: Column): number[] {
  const decimal = decimalSignIn(table, columns);
  return cells.map((cell) => {
    const read = piastresIn(cell, decimal);
    return 'piastres' in read ? read.piastres : 0;
  });
}

/** Returns all subsets of the columns, largest first. */
function choicesOf<T>(items: readonly T[]): T[][] {
  const all = items.reduce<T[][]>((found, item) => found.flatMap((one) => [[...one, item], one]), [[]]);
  return all.toSorted((one, other) => other.length - one.length);
}

const mostFees = 8;

/**
 * Finds the fee columns, which are added up. If the statement has a net column, the fees are those that
 * explain the difference to the collected amount; a column that is the sum of the others replaces them.
 */
function findFees(table: TableFile, columns: readonly Column[], collected: Column) {
  const others = columns.filter((column) => column !== collected);
  const { found } = findColumns(others, feeRule);
  const nets = others.filter((column) => isHeaded(column, net) && holdAmounts(column.cells));
  const money = [collected, ...found, ...nets];
  const amounts = (column: Column) => amountsOf(table, money, column);
  const rows = collected.cells.flatMap((_, at) =>
    columns.some(({ cells }) => namesTotal(cells[at] ?? '')) ? [] : [at],
  );
  const sums = (some: readonly Column[]) => {
    const each = some.map(amounts);
    return (at: number) => each.reduce((sum, one) => sum + Math.abs(one[at] ?? 0), 0);
  };
  const [netColumn] = nets;
  if (netColumn && nets.length === 1 && found.length <= mostFees) {
    const [cash, left] = [amounts(collected), amounts(netColumn)];
    const fits = choicesOf(found).find((some) => {
      const fees = sums(some);
      return rows.every((at) => (cash[at] ?? 0) - fees(at) === (left[at] ?? 0));
    });
    return { found: fits ?? found, certain: fits !== undefined };
  }
  if (found.length === 0) {
    const unknown = others.filter((column) => holdAmounts(column.cells) && !isHeaded(column, otherNumbers));
    return { found, certain: nets.length === 0 && unknown.length === 0 };
  }
  const whole = found.find((column) => {
    const [own, rest] = [amounts(column), sums(found.filter((one) => one !== column))];
    return found.length > 2 && rows.every((at) => Math.abs(own[at] ?? 0) === rest(at));
  });
  // In a statement with few shipments the sums may agree by chance.
  if (whole) return { found: [whole], certain: isHeaded(whole, /total|إجمالي|اجمالي|مجموع/) };
  const unclear = others.some((column) => isHeaded(column, unclearFee) && holdAmounts(column.cells));
  const taxed = found.some((column) => isHeaded(column, tax));
  return { found, certain: !unclear && !taxed && nets.length === 0 };
}

function matchTable(table: TableFile, headed: HeadedTable): FileMatch {
  const { columns } = headed;
  const number = findColumns(columns, rules.number);
  const [numbers] = number.found;
  const counts = findColumns(columns, piecesRule);
  const [count] = counts.sure ? counts.found : [];
  const rest = columns.filter((column) => column !== numbers && column !== count);
  const collected = findColumns(rest, rules.collected);
  const [cash] = collected.found;
  const fees = cash ? findFees(table, rest, cash) : { ...findColumns(rest, feeRule), certain: false };
  const mapping: Record<string, string> = {};
  for (const { key } of fees.found) mapping[key] = 'fee';
  if (count) mapping[count.key] = 'pieces';
  if (cash) mapping[cash.key] = 'collected';
  if (numbers) mapping[numbers.key] = 'number';
  return { ...headed, mapping, certain: number.sure && collected.sure && fees.certain };
}

/**
 * Matches a statement's columns by their English or Arabic headings and by their cells, below any lines of
 * the carrier. Undefined when the file has no table.
 */
export const matchStatement = (table: TableFile) => bestMatch(table, (headed) => matchTable(table, headed));

/** Returns whether a mapping has one number column, one of collected cash, and at most one of pieces. */
export function isStatementMapping(columns: readonly Column[], mapping: ColumnMapping): boolean {
  const [numbers, collected] = [
    columnsOf(columns, mapping, 'number'),
    columnsOf(columns, mapping, 'collected'),
  ];
  const amounts = [...collected, ...columnsOf(columns, mapping, 'fee')];
  const counts = columnsOf(columns, mapping, 'pieces');
  return (
    counts.length < 2 &&
    counts.every(({ cells }) => cells.every((cell) => cell.trim() === '' || isWhole(cell))) &&
    numbers.length === 1 &&
    collected.length === 1 &&
    numbers.every(({ cells }) => holdNumbers(cells)) &&
    amounts.every(({ cells }) => holdAmounts(cells) || cells.every((cell) => cell.trim() === ''))
  );
}

type Row = { row: number; cells: string; number: string; amount: number; fee: number; pieces?: number };

/**
 * Reads the lines of a statement with matched columns. Fees are costs, even where a carrier writes them as
 * negative. If one row of a shipment has the collected amount and another the fee, they become one line;
 * totals are skipped.
 */
export function readStatementLines(
  table: TableFile,
  match: HeadedTable,
  mapping: ColumnMapping,
): StatementFile {
  const { columns, row: headRow, rowCount } = match;
  const [numbers] = columnsOf(columns, mapping, 'number');
  const [collected] = columnsOf(columns, mapping, 'collected');
  const fees = columnsOf(columns, mapping, 'fee');
  const [counts] = columnsOf(columns, mapping, 'pieces');
  if (!numbers || !collected) return { lines: [], problems: [] };
  const decimal = decimalSignIn(table, [collected, ...fees]) ?? chosenDecimal(mapping);
  const signs = fees.map(({ cells }) => {
    const read = cells.map((cell) => piastresIn(cell, decimal));
    const amounts = read.flatMap((one) => ('piastres' in one && one.piastres !== 0 ? [one.piastres] : []));
    return amounts.length > 0 && amounts.every((amount) => amount < 0) ? -1 : 1;
  });
  const problems: RowProblem[] = [];
  const rows: Row[] = [];
  let sum = 0;
  for (let at = 0; at < rowCount; at += 1) {
    const row = headRow + at + 1;
    const number = cleanAscii(numbers.cells[at] ?? '');
    const amountCells = [collected.cells[at] ?? '', ...fees.map(({ cells }) => cells[at] ?? '')];
    const read = amountCells.map((cell) => piastresIn(cell, decimal));
    const [cash = 0, ...costs] = read.map((one, place) =>
      'piastres' in one ? one.piastres * (signs[place - 1] ?? 1) : 0,
    );
    if (namesTotal(number)) continue;
    const isTotal = columns.some(({ cells }) => namesTotal(cells[at] ?? '')) || (cash === sum && cash !== 0);
    const isEmpty = read.every((one) => 'piastres' in one && one.piastres === 0);
    if (number === '' && (isTotal || isEmpty || amountCells.every((cell) => !/[\d٠-٩]/.test(cell)))) continue;
    const found = read.findIndex(
      (one, place) => 'problem' in one || one.piastres * (signs[place - 1] ?? 1) < 0,
    );
    const problem = read[found];
    if (isShortened(number)) problems.push({ row, problem: 'spoilt', text: number });
    else if (problem !== undefined) {
      const text = (amountCells[found] ?? '').trim();
      problems.push({ row, problem: 'problem' in problem ? problem.problem : 'none', text });
    } else if (number === '' || number.length > 80 || !/\d/.test(number))
      problems.push({ row, problem: 'none', text: number || (amountCells[0] ?? '').trim() });
    else {
      sum += cash;
      const fee = costs.reduce((total, one) => total + one, 0);
      const cells = JSON.stringify(columns.map((column) => column.cells[at]));
      const count = cleanAscii(counts?.cells[at] ?? '').trim();
      rows.push({ row, cells, number, amount: cash, fee, ...(isWhole(count) && { pieces: Number(count) }) });
    }
  }
  return { lines: joined(rows), problems };
}

/** Merges the rows of a shipment; two equal rows or two collected amounts stay separate, for a person to check. */
function joined(rows: readonly Row[]): StatementLine[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.number, [...(groups.get(row.number) ?? []), row]);
  return [...groups.values()].flatMap((group) => {
    const paid = group.filter(({ amount }) => amount !== 0);
    const isDouble = paid.length > 1 || new Set(group.map(({ cells }) => cells)).size < group.length;
    const lines = isDouble
      ? group
      : group.slice(0, 1).map((first) => ({
          ...first,
          amount: paid[0]?.amount ?? 0,
          fee: group.reduce((sum, { fee }) => sum + fee, 0),
        }));
    const stated = group.find(({ pieces }) => pieces !== undefined)?.pieces;
    return lines.map(({ number, amount, fee, pieces = stated }) => ({
      number,
      amount: amount / 100,
      fee: fee / 100,
      ...(pieces !== undefined && { pieces }),
    }));
  });
}
