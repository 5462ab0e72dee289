import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { dayAfter } from '../shop-time.ts';
import { type SlotForm, type StoredSlot, slotColumns } from './slot-form.ts';

const columns = 'id, day_of_week, from_time, to_time, capacity, cut_off_hours, is_active, version';

/** A slot and the orders it has on its day of the week that is looked at. */
export type SlotInWeek = StoredSlot & { booked: number };

/** The store's slots by day and time, with the orders of the week that begins on a Sunday. @throws BackendError */
export async function readSlots(sunday: string): Promise<SlotInWeek[]> {
  const supabase = await loadSupabase();
  const [slots, bookings] = await Promise.all([
    supabase
      .from('delivery_slots')
      .select(columns)
      .eq('tenant_id', pageTenant())
      .order('day_of_week')
      .order('from_time')
      .order('id'),
    supabase.rpc('slot_bookings', {
      p_tenant_id: pageTenant(),
      p_from: sunday,
      p_to: dayAfter(sunday, 6),
    }),
  ]);
  const booked = new Map(dataOf(bookings).map((one) => [`${one.slot_id} ${one.day}`, one.booked]));
  return dataOf(slots).map((slot) => ({
    ...slot,
    booked: booked.get(`${slot.id} ${dayAfter(sunday, slot.day_of_week)}`) ?? 0,
  }));
}

/** Adds a slot on some days. @throws BackendError */
export async function addSlots(form: SlotForm, days: SlotForm['days']): Promise<void> {
  const supabase = await loadSupabase();
  const rows = days.map((day) => ({ ...slotColumns(form, day), tenant_id: pageTenant() }));
  dataOf(await supabase.from('delivery_slots').insert(rows));
}

/** Saves a slot over the version that was opened. False when somebody has changed it since. @throws BackendError */
export async function saveSlot({ id, version }: StoredSlot, form: SlotForm): Promise<boolean> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('delivery_slots')
    .update(slotColumns(form, form.days[0] ?? '0'))
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .eq('version', version)
    .select('id');
  return dataOf(answer).length === 1;
}

/** Lets shoppers choose a slot, or no longer. @throws BackendError */
export async function switchSlot(id: string, active: boolean): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase
      .from('delivery_slots')
      .update({ is_active: active })
      .eq('tenant_id', pageTenant())
      .eq('id', id),
  );
}

/** Deletes a slot that no order was taken for. @throws BackendError */
export async function deleteSlot(id: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('delivery_slots').delete().eq('tenant_id', pageTenant()).eq('id', id));
}

/** Puts a deleted slot back as it was. @throws BackendError */
export async function restoreSlot({ version: _, booked: __, ...slot }: SlotInWeek): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('delivery_slots').insert({ ...slot, tenant_id: pageTenant() }));
}
