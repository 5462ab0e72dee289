import { z } from 'zod';
import { cairoDay } from '#app/i18n/format.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** In pounds. */
const amount = z.number();

/** Amounts without VAT, the VAT, and both. */
const sums = { net: amount, tax: amount, total: amount };
const taxed = z.object(sums);
/** In percent. */
const rate = z.number();

const figures = z.object({
  documents: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['invoice', 'credit_note']),
      issued_at: z.string(),
      order_number: z.string(),
      customer: z.string(),
      corrects: z.string().nullable(),
      ...sums,
      by_rate: z.array(z.object({ rate, ...sums })),
    }),
  ),
  /** What was invoiced by rate, what was credited of it, and what is left of both. */
  vat: z.array(z.object({ rate, invoiced: taxed, credited: taxed, left: taxed })),
  money: z.array(
    z.object({
      kind: z.enum(['received', 'cash_collected', 'settled', 'credit_used', 'given_back']),
      method: z.enum(['cash_on_delivery', 'bank_transfer', 'online']).nullable(),
      entries: z.number(),
      amount,
    }),
  ),
  couriers: z.array(z.object({ courier: z.string(), amount })),
});

export type MonthFigures = z.output<typeof figures>;

/** Reads what an accountant asks of a month, "2026-11". @throws BackendError */
export async function readMonthFigures(month: string): Promise<MonthFigures> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('month_figures', {
    p_tenant_id: pageTenant(),
    p_month: `${month}-01`,
  });
  return figures.parse(dataOf(answer));
}

/** The month named in a URL, "2026-11", or else the last one that is over. `today` is in store time. */
export function monthOf(value: string | null, today: string): string {
  if (value && /^20\d\d-(0[1-9]|1[0-2])$/.test(value) && value <= today.slice(0, 7)) return value;
  return monthsBefore(today, 1).at(-1) ?? today.slice(0, 7);
}

/** A day's month and so many before it, latest first. */
export function monthsBefore(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count + 1 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

type Names = Record<'invoice' | 'credit_note', string>;

const plain = (pounds: number) => pounds.toFixed(2);

/**
 * Rows of a file of a month's documents, one for each rate of a document; what credit notes take off is negative, so that
 * columns sum up.
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

/** Rows of a file of a month's VAT: by rate what was invoiced, what was credited and what is left, each net, VAT and gross. */
export function vatRows({ vat }: Pick<MonthFigures, 'vat'>): string[][] {
  return vat.map(({ rate, invoiced, credited, left }) => [
    String(rate),
    ...[invoiced, credited, left].flatMap(({ net, tax, total }) => [net, tax, total].map(plain)),
  ]);
}
