import { toPiastres } from '#app/lib/money.ts';
import { cleanAscii } from '#app/lib/typed-text.ts';

/** One transaction of a provider's report. `amount` is in piastres; `reference` is our payment id, if the report names it. */
export type ReportLine = {
  id: string;
  kind: 'paid' | 'refunded';
  amount: number;
  currency: string;
  reference?: string;
};

/** What a report's file says, and the rows of it that cannot be read, numbered as spreadsheets do. */
export type ReportFile = { lines: ReportLine[]; unreadable: number[] };

/** Why a file is no report: columns that it lacks. */
export class NoReport extends Error {}

/** How providers head their columns, in the order in which they are looked for. */
const heads = {
  reference: [/merchant order|merchant reference|special reference|payment[ _]?id \(metadata\)/],
  id: [
    /^(transaction|trx|charge|payment intent)? ?id$/,
    /transaction (id|number)|payment intent/,
    /رقم (العملية|المعاملة)/,
  ],
  currency: [/currency/, /العملة/],
  status: [/^status|success/, /الحالة/],
  kind: [/^(type|operation|reporting category)|transaction type/, /النوع|نوع/],
  amount: [/amount (captured|cents)/, /^(gross|amount|total)/, /المبلغ|القيمة/],
} as const;
type Head = keyof typeof heads;

const paid = /^(pay|payment|charge|capture|captured|sale|purchase|transaction|)$/;
const refunded = /refund/;
const succeeded = /^(success|successful|succeeded|paid|captured|approved|true|yes|settled|)$/;

/** The columns of a row of headings; null where it has no transactions or no amounts. */
function columnsOf(cells: readonly string[]): Partial<Record<Head, number>> | null {
  const names = cells.map((cell) => cleanAscii(cell).toLowerCase().replaceAll(/[_-]/g, ' ').trim());
  const columns: Partial<Record<Head, number>> = {};
  for (const head of Object.keys(heads) as Head[]) {
    for (const pattern of heads[head]) {
      const taken = Object.values(columns);
      const found = names.findIndex((name, index) => !taken.includes(index) && pattern.test(name));
      if (found >= 0 && columns[head] === undefined) columns[head] = found;
    }
  }
  return columns.id === undefined || columns.amount === undefined ? null : columns;
}

/** Piastres of an amount such as "1,250.50"; null of what is none. */
function piastresOf(text: string, inCents: boolean): number | null {
  const amount = cleanAscii(text)
    .replace(/[\s,٬]/g, '')
    .replace(/^-/, '');
  if (inCents) return /^\d{1,11}$/.test(amount) ? Number(amount) : null;
  return /^\d{1,9}(\.\d{1,2}0*)?$/.test(amount) ? toPiastres(Number(amount)) : null;
}

/**
 * Reads a provider's report of payments from a CSV file. Rows that did not succeed are left out; a refund is one whose type says so or
 * whose amount is below zero.
 * @throws NoReport when a column of transactions or of amounts is missing
 */
export async function readReportFile(content: string): Promise<ReportFile> {
  const { parse } = await import('papaparse');
  const { data } = parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: false });
  const start = data.slice(0, 20).findIndex((cells) => columnsOf(cells) !== null);
  const columns = columnsOf(data[start] ?? []);
  if (!columns) throw new NoReport();
  const inCents = /cents/i.test(data[start]?.[columns.amount ?? -1] ?? '');
  const file: ReportFile = { lines: [], unreadable: [] };
  for (const [index, cells] of data.entries()) {
    const at = (head: Head) => cleanAscii(cells[columns[head] ?? -1] ?? '').trim();
    const id = at('id');
    if (index <= start || id === '' || !succeeded.test(at('status').toLowerCase())) continue;
    const type = at('kind').toLowerCase();
    const isRefund = refunded.test(type) || at('amount').startsWith('-');
    if (!isRefund && !paid.test(type)) continue;
    const amount = piastresOf(at('amount'), inCents);
    // Our reference of an attempt is a UUID; Paymob's has an ending.
    const reference = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(at('reference').toLowerCase())?.[0];
    if (amount === null || id.length > 200) file.unreadable.push(index + 1);
    else
      file.lines.push({
        id,
        kind: isRefund ? 'refunded' : 'paid',
        amount,
        currency: at('currency').toUpperCase().slice(0, 10),
        ...(reference ? { reference } : {}),
      });
  }
  return file;
}
