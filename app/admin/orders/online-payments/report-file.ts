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

/** A transaction in a provider's report. `amount` is in piastres; `reference` is our payment id, if the report names it. */
export type ReportLine = {
  id: string;
  kind: 'paid' | 'refunded';
  amount: number;
  currency: string;
  reference?: string;
};

/** The transactions of a report, and its unreadable rows. */
export type ReportFile = { lines: ReportLine[]; problems: RowProblem[] };

const holdWords = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

const rules = {
  reference: {
    sure: [/merchant order|merchant reference|special reference|payment ?id \(metadata\)|^merchantorderid$/],
    holds: holdWords,
  },
  id: {
    sure: [
      /^(transaction|trx|charge|payment intent)? ?id$|^transactionid$/,
      /transaction (id|number)|payment intent/,
      /رقم (العملية|المعاملة)/,
    ],
    maybe: /transaction|charge|reference|\bid\b|number|رقم|عملية/,
    not: /merchant|date|status|type|تاريخ|حالة|نوع/,
    holds: holdNumbers,
  },
  currency: { sure: [/currency/, /العملة/], not: /converted|settlement/, holds: holdWords },
  status: { sure: [/^status|success/, /الحالة/], holds: holdWords },
  kind: { sure: [/^(type|operation|reporting category)|transaction type/, /النوع|نوع/], holds: holdWords },
  amount: {
    sure: [/amount (captured|cents)/, /^(gross|amount|total)\b/, /المبلغ|القيمة/],
    maybe: /amount|gross|total|value|مبلغ|قيمة/,
    not: /fee|net|tax|refunded|currency|رسوم|صافي|ضريبة/,
    holds: holdAmounts,
  },
} satisfies Record<string, ColumnRule>;

type Kind = keyof typeof rules;

/** What a report's column can mean. */
export const reportColumns = Object.keys(rules) as readonly Kind[];

const paid = /^(pay|payment|charge|capture|captured|sale|purchase|transaction|)$/;
const refunded = /refund/;
const succeeded = /^(success|successful|succeeded|paid|captured|approved|true|yes|settled|)$/;

function matchTable(headed: HeadedTable): FileMatch {
  const mapping: Record<string, string> = {};
  const sure: Partial<Record<Kind, boolean>> = {};
  for (const kind of reportColumns) {
    const free = headed.columns.filter(({ key }) => mapping[key] === undefined);
    const { found, sure: isSure } = findColumns(free, rules[kind]);
    sure[kind] = isSure || found.length === 0;
    if (found[0]) mapping[found[0].key] = kind;
  }
  const isReport = isReportMapping(headed.columns, mapping);
  return { ...headed, mapping, certain: isReport && Object.values(sure).every(Boolean) };
}

/** Matches a report's columns by their headings and cells. Undefined when the file has no table. */
export const matchReport = (table: TableFile) => bestMatch(table, matchTable);

/** Returns whether a mapping has one transaction and one amount column, and at most one of other kinds. */
export function isReportMapping(columns: readonly Column[], mapping: ColumnMapping): boolean {
  const [[id, ...ids], [amount, ...amounts]] = [
    columnsOf(columns, mapping, 'id'),
    columnsOf(columns, mapping, 'amount'),
  ];
  const isSingle = reportColumns.every((kind) => columnsOf(columns, mapping, kind).length < 2);
  if (!id || !amount || ids.length + amounts.length > 0 || !isSingle) return false;
  return holdNumbers(id.cells) && holdAmounts(amount.cells);
}

/**
 * Reads the payments of a report with matched columns. Skips failed transactions and totals; a refund has the
 * type of one or a negative amount.
 */
export function readReportLines(table: TableFile, match: HeadedTable, mapping: ColumnMapping): ReportFile {
  const column = (kind: Kind) => columnsOf(match.columns, mapping, kind)[0];
  const amounts = column('amount');
  const inCents = amounts !== undefined && isHeaded(amounts, /cents|piast/);
  const decimal = decimalSignIn(table, amounts ? [amounts] : []) ?? chosenDecimal(mapping);
  const file: ReportFile = { lines: [], problems: [] };
  for (let at = 0; at < match.rowCount; at += 1) {
    const row = match.row + at + 1;
    const cell = (kind: Kind) => cleanAscii(column(kind)?.cells[at] ?? '');
    const id = cell('id');
    if (id === '' || namesTotal(id) || !succeeded.test(cell('status').toLowerCase())) continue;
    const read = piastresIn(cell('amount'), decimal);
    const type = cell('kind').toLowerCase();
    const isRefund = refunded.test(type) || ('piastres' in read && read.piastres < 0);
    if (!isRefund && !paid.test(type)) continue;
    // Our payment id is a UUID; Paymob appends a suffix to it.
    const reference = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(cell('reference').toLowerCase())?.[0];
    if (isShortened(id)) file.problems.push({ row, problem: 'spoilt', text: id });
    else if ('problem' in read) file.problems.push({ row, problem: read.problem, text: cell('amount') });
    else if (inCents && read.piastres % 100 !== 0)
      file.problems.push({ row, problem: 'none', text: cell('amount') });
    else if (id.length > 200) file.problems.push({ row, problem: 'none', text: id });
    else
      file.lines.push({
        id,
        kind: isRefund ? 'refunded' : 'paid',
        amount: Math.abs(inCents ? read.piastres / 100 : read.piastres),
        currency: cell('currency').toUpperCase().slice(0, 10),
        ...(reference ? { reference } : {}),
      });
  }
  return file;
}
