import { useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

type Composites = Database['public']['CompositeTypes'];

/** Number of shipments that were accepted, and that were returned to sender. */
export type DeliveryRecord = Filled<Composites['delivery_counts']>;

/** Delivery records of a customer and of a phone number; null where unknown. */
export type DeliveryHistory = {
  [Whose in keyof Composites['delivery_history']]: DeliveryRecord | null;
};

/** Reads the delivery records of a customer and of a phone number. @throws BackendError */
export async function readDeliveryHistory(customerId: string | null, phone = ''): Promise<DeliveryHistory> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('delivery_record', {
    p_tenant_id: pageTenant(),
    ...(customerId && { p_user_id: customerId }),
    p_phone: phone,
  });
  return dataOf(answer) as DeliveryHistory;
}

/** What became of the shipments of a customer, and of those to a phone number; null until it is read, or when it cannot be. */
export function useDeliveryHistory(customerId: string | null, phone: string): DeliveryHistory | null {
  const [history, setHistory] = useState<DeliveryHistory | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const found =
      customerId || phone ? readDeliveryHistory(customerId, phone).catch(() => null) : Promise.resolve(null);
    void found.then((read) => isCurrent && setHistory(read));
    return () => {
      isCurrent = false;
    };
  }, [customerId, phone]);
  return history;
}
