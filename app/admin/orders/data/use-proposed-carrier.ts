import { useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Reads the carrier proposed by the zones of all these orders; '' for none or several. @throws BackendError */
async function readProposedCarrier(orderIds: readonly string[], tenantId: string): Promise<string> {
  const supabase = await loadSupabase();
  const asked = { p_tenant_id: tenantId, p_order_ids: [...orderIds] };
  const proposed = dataOf(await supabase.rpc('proposed_carriers', asked)).map(({ carrier }) => carrier);
  const [first = ''] = proposed;
  return proposed.length === orderIds.length && proposed.every((carrier) => carrier === first) ? first : '';
}

/**
 * The carrier proposed by the zones of these orders; '' until loaded, and for none or several.
 * @param tenantId the orders' store; undefined for those of several
 */
export function useProposedCarrier(orderIds: readonly string[], tenantId: string | undefined): string {
  const [carrier, setCarrier] = useState('');
  const ids = orderIds.join();
  useEffect(() => {
    let isGone = false;
    if (tenantId === undefined) return;
    readProposedCarrier(ids.split(','), tenantId).then(
      (read) => isGone || setCarrier(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [ids, tenantId]);
  return carrier;
}
