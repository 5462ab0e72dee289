import { cairoDay } from '#app/i18n/format.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Amounts in pounds, rates in percent. */
type Figures = Filled<
  Database['public']['Functions']['month_figures']['Returns'][number],
  'corrects' | 'method'
>;

/** Money received and refunded; the price of orders is on their documents instead. */
type Money = Figures['money'][number] & {
  kind: Exclude<Enums<'payment_entry_kind'>, 'charged' | 'exchange_used' | 'exchange_given'>;
};

export type MonthFigures = Omit<Figures, 'money'> & { money: Money[] };

/** Reads the figures of a month, "2026-11", for the accountant. @throws BackendError */
export async function readMonthFigures(month: string): Promise<MonthFigures> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('month_figures', { p_tenant_id: pageTenant(), p_month: `${month}-01` })
      .single()
      .overrideTypes<MonthFigures, { merge: false }>(),
  );
}

/** Parses the month of a URL, "2026-11"; by default the last complete month. `today` is in store time. */
export function monthOf(value: string | null, today: string): string {
  if (value && /^20\d\d-(0[1-9]|1[0-2])$/.test(value) && value <= today.slice(0, 7)) return value;
  return monthsBefore(today, 1).at(-1) ?? today.slice(0, 7);
}

/** Returns the month of a day and `count` months before it, latest first. */
export function monthsBefore(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count + 1 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

type Names = Record<'invoice' | 'credit_note', string>;

const plain = (pounds: number) => pounds.toFixed(2);

/**
 * Returns the rows of a month's documents for a file, one for each rate of a document. Credit notes are
 * negative, so that columns sum up.
 */
export function documentRows({ documents }: Pick<MonthFigures, 'documents'>, names: Names): string[][] {
  return documents.flatMap(({ kind, code, issued_at, order_number, customer, corrects, by_rate }) =>
    by_rate.map(({ rate, net, tax, total }) => [
      code,
      names[kind],
      cairoDay(issued_at),
      order_number,
      customer,
      corrects ?? '',
      String(rate),
      ...[net, tax, total].map((pounds) => plain(kind === 'invoice' ? pounds : -pounds)),
    ]),
  );
}

/** Returns a month's VAT rows for a file: by rate invoiced, credited and left, each net, VAT and gross. */
export function vatRows({ vat }: Pick<MonthFigures, 'vat'>): string[][] {
  return vat.map(({ rate, invoiced, credited, left }) => [
    String(rate),
    ...[invoiced, credited, left].flatMap(({ net, tax, total }) => [net, tax, total].map(plain)),
  ]);
}
