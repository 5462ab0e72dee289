import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Tables } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

type Functions = Database['public']['Functions'];

/** A store's money of a day at one place; amounts in pounds. */
export type DayMoney = Filled<Functions['day_money']['Returns'][number], 'held' | 'counted'>;

/** What was counted at a place; amounts in pounds. */
export type Count = Pick<DayMoney, 'place' | 'name' | 'method' | 'expected'> & {
  amount: number;
  note: string;
};

/** What one person booked on a day; amounts in pounds. */
export type DayAct = Functions['day_acts']['Returns'][number] & {
  kind: 'received' | 'cash_collected' | 'settled' | 'given_back' | 'compensated';
};

/** A closed day, and who closed it. */
export type DayClose = Pick<
  Tables<'day_closes'>,
  'day' | 'closed_at' | 'note' | 'statement_differences' | 'payment_differences' | 'closer'
>;

/** Maximum number of closed days to choose from. */
const mostCloses = 60;

/** Reads the money of a day by store and place. @throws BackendError */
export async function readDayMoney(tenantIds: readonly string[], day: string): Promise<DayMoney[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('day_money', { p_tenant_ids: [...tenantIds], p_day: day })
      .overrideTypes<DayMoney[], { merge: false }>(),
  );
}

/** Reads who booked the money of a day. @throws BackendError */
export async function readDayActs(day: string): Promise<DayAct[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('day_acts', { p_tenant_ids: [pageTenant()], p_day: day })
      .overrideTypes<DayAct[], { merge: false }>(),
  );
}

/** Reads the store's closed days, latest first. @throws BackendError */
export async function readDayCloses(): Promise<DayClose[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('day_closes')
      .select('day, closed_at, note, statement_differences, payment_differences, closer')
      .eq('tenant_id', pageTenant())
      .eq('is_opening', false)
      .order('day', { ascending: false })
      .limit(mostCloses),
  );
}

/** Closes the store's day with what was counted. @throws BackendError */
export async function closeDay(day: string, counts: readonly Count[], note: string): Promise<void> {
  const supabase = await loadSupabase();
  const closing = { p_tenant_id: pageTenant(), p_day: day, p_counted: [...counts], p_note: note };
  await sendOnce(`close_day ${day}`, async (requestId) =>
    dataOf(await supabase.rpc('close_day', { ...closing, p_request_id: requestId })),
  );
}
