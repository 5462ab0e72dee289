import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { dayAfter } from '../ui/shop-time.ts';
import { freeDays, type SlotForm, type StoredSlot, slotColumns } from './slot-form.ts';

const columns = 'id, day_of_week, from_time, to_time, capacity, cut_off_hours, zone_id, is_active, version';

/** A slot and its bookings in the displayed week. */
export type SlotInWeek = StoredSlot & { booked: number };

/**
 * Reads the store's slots by day and time, with the bookings of the week starting on `sunday`.
 * @throws BackendError
 */
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

/** Thrown when every requested day already has this slot. */
export class SlotsExist extends Error {}

/** Adds a slot on the days of the form that lack it. @throws SlotsExist, BackendError */
export async function addSlots(form: SlotForm, slots: readonly StoredSlot[]): Promise<null> {
  const days = freeDays(form, slots);
  if (days.length === 0) throw new SlotsExist();
  const supabase = await loadSupabase();
  await sendOnce('add slots', async (id) => {
    // Ids derive from the request's and end in the day, so that a repeated request adds nothing.
    const rows = days.map((day) => ({
      ...slotColumns(form, day),
      tenant_id: pageTenant(),
      id: `${id.slice(0, -1)}${day}`,
    }));
    dataOf(await supabase.from('delivery_slots').upsert(rows));
  });
  return null;
}
