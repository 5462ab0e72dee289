import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A delivery slot on a day that still accepts orders; times as HH:MM. */
export type AdminOpenSlot = { id: string; day: string; from: string; to: string };

/** Reads the delivery slots that still accept orders to a place, soonest first. @throws BackendError */
export async function readOpenSlots(governorate: string, city: string): Promise<AdminOpenSlot[]> {
  const supabase = await loadSupabase();
  const place = { p_governorate: governorate, p_city: city };
  const slots = dataOf(await supabase.rpc('available_slots', { p_tenant_id: pageTenant(), ...place }));
  return slots.map(({ slot_id, day, from_time, to_time }) => ({
    id: slot_id,
    day,
    from: from_time.slice(0, 5),
    to: to_time.slice(0, 5),
  }));
}
