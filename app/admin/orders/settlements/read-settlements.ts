import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Maximum number of shipments per settlement, and of previous settlements shown. */
const mostShipments = 500;
const mostEarlier = 20;

/** Reads the delivered shipments whose cash carriers still hold, oldest first. @throws BackendError */
export async function readCashShipments() {
  const supabase = await loadSupabase();
  const shipments = dataOf(
    await supabase
      .from('shipments')
      .select(
        'id, number, carrier, carrier_name, delivered_at, orders (id, number, customer_name), staff_facts:shipment_staff_facts!inner (carrier_owes, fee)',
      )
      .eq('tenant_id', pageTenant())
      .gt('staff_facts.carrier_owes', 0)
      .order('delivered_at')
      .order('id')
      .limit(mostShipments),
  );
  return shipments.map(({ staff_facts, ...shipment }) => ({ ...shipment, ...staff_facts }));
}

/** Reads the latest settlements. @throws BackendError */
export async function readSettlements() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('settlements')
      .select('id, carrier_name, reference, amount, fee, created_at')
      .eq('tenant_id', pageTenant())
      .order('created_at', { ascending: false })
      .limit(mostEarlier),
  );
}

export type EarlierSettlement = Awaited<ReturnType<typeof readSettlements>>[number];
