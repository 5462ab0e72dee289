import { useCallback, useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A delivery slot that can be ordered. */
export interface OpenSlot {
  id: string;
  /** ISO date. */
  day: string;
  /** HH:MM:SS in the store's time zone. */
  from: string;
  to: string;
  /** Remaining places; null for unlimited. */
  places: number | null;
  /** Closing time, ISO 8601. */
  closesAt: string;
}

/**
 * Reads a place's delivery slots in the next two weeks; without a place, those offered everywhere.
 * @param daysFrom working days before which the order does not arrive; null if none are promised
 */
async function readOpenSlots(
  governorate: string,
  city: string,
  daysFrom: number | null,
): Promise<OpenSlot[]> {
  const supabase = await loadSupabase();
  const slots = await supabase.rpc('available_slots', {
    p_tenant_id: pageTenant(),
    p_governorate: governorate,
    p_city: city,
    ...(daysFrom !== null && { p_days_from: daysFrom }),
  });
  return dataOf(slots).map((slot) => ({
    id: slot.slot_id,
    day: slot.day,
    from: slot.from_time,
    to: slot.to_time,
    places: slot.places_left,
    closesAt: slot.closes_at,
  }));
}

/**
 * The delivery slots that are offered at a place, null until they are read, and a function to read them again.
 * @param daysFrom as in {@link readOpenSlots}; undefined until it is known
 */
export function useOpenSlots(
  governorate: string,
  city: string,
  daysFrom: number | null | undefined,
): [OpenSlot[] | null, () => void] {
  const [slots, setSlots] = useState<OpenSlot[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (daysFrom === undefined) return;
    let outdated = false;
    readOpenSlots(governorate, city, daysFrom).then(
      (read) => !outdated && setSlots(read),
      () => !outdated && setSlots([]),
    );
    return () => {
      outdated = true;
    };
  }, [governorate, city, daysFrom, attempt]);
  return [slots, useCallback(() => setAttempt((times) => times + 1), [])];
}
