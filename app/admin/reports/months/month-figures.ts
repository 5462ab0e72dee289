import { z } from 'zod';
import { cairoDay } from '#app/i18n/format.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** In pounds. */
const amount = z.number();

const figures = z.object({
  documents: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['invoice', 'credit_note']),
      issued_at: z.string(),
      order_number: z.string(),
      customer: z.string(),
      corrects: z.string().nullable(),
      net: amount,
      tax: amount,
      total: amount,
    }),
  ),
  vat: z.array(
    z.object({
      /** In percent. */
      rate: z.number(),
      invoiced: amount,
      invoiced_tax: amount,
      credited: amount,
      credited_tax: amount,
      tax: amount,
    }),
  ),
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

/** Rows of a file of a month's documents; what credit notes take off is negative, so that columns sum up. */
export function documentRows({ documents }: Pick<MonthFigures, 'documents'>, names: Names): string[][] {
  return documents.map(({ kind, code, issued_at, order_number, customer, corrects, net, tax, total }) => {
    const signed = (pounds: number) => (kind === 'invoice' ? pounds : -pounds).toFixed(2);
    return [
      code,
      names[kind],
      cairoDay(issued_at),
      order_number,
      customer,
      corrects ?? '',
      signed(net),
      signed(tax),
      signed(total),
    ];
  });
}
