import { useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Reads the carrier proposed by the zones of all these orders; '' for none or several. @throws BackendError */
async function readProposedCarrier(orderIds: readonly string[]): Promise<string> {
  const supabase = await loadSupabase();
  const asked = { p_tenant_id: pageTenant(), p_order_ids: [...orderIds] };
  const proposed = dataOf(await supabase.rpc('proposed_carriers', asked)).map(({ carrier }) => carrier);
  const [first = ''] = proposed;
  return proposed.length === orderIds.length && proposed.every((carrier) => carrier === first) ? first : '';
}

/** The carrier proposed by the zones of these orders; '' until loaded, and for none or several. */
export function useProposedCarrier(orderIds: readonly string[]): string {
  const [carrier, setCarrier] = useState('');
  const ids = orderIds.join();
  useEffect(() => {
    let isGone = false;
    readProposedCarrier(ids.split(',')).then(
      (read) => isGone || setCarrier(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [ids]);
  return carrier;
}
