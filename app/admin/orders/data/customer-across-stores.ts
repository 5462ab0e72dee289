import { useEffect, useState } from 'react';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/**
 * Reads a customer's accounts in other stores where the person may see customers across stores; `spent` is in pounds.
 * Requires that right in the page's store. @throws BackendError
 */
export async function readCustomerAcrossStores(customerId: string) {
  const supabase = await loadSupabase();
  const customer = { p_tenant_id: pageTenant(), p_user_id: customerId };
  return dataOf(await supabase.rpc('customer_across_stores', customer));
}

export type CustomerElsewhere = Awaited<ReturnType<typeof readCustomerAcrossStores>>[number];

/**
 * Number of shipments that a customer did not accept in other stores; 0 until it is read, when it cannot be, and for
 * people who may not see customers across stores.
 */
export function useRefusedElsewhere(customerId: string | null): number {
  const { user } = useSession();
  const asks = customerId !== null && may(user, 'customers.see_across');
  const [found, setFound] = useState<{ customerId: string; refused: number } | null>(null);
  useEffect(() => {
    if (!asks) return;
    let isCurrent = true;
    readCustomerAcrossStores(customerId).then(
      (rows) =>
        isCurrent && setFound({ customerId, refused: rows.reduce((sum, { refused }) => sum + refused, 0) }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [customerId, asks]);
  return asks && found?.customerId === customerId ? found.refused : 0;
}
