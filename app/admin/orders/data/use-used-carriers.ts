import { useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Reads the names of the carriers that shipments of these stores went with. @throws BackendError */
async function readUsedCarriers(tenantIds: readonly string[]): Promise<string[]> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('used_carriers', { p_tenant_ids: [...tenantIds] }));
}

/** The names of the carriers that shipments of these stores went with; empty until read. @param tenantIds null to read none */
export function useUsedCarriers(tenantIds: readonly string[] | null): readonly string[] {
  const [carriers, setCarriers] = useState<readonly string[]>([]);
  const ids = tenantIds?.join();
  useEffect(() => {
    if (!ids) return;
    let isGone = false;
    readUsedCarriers(ids.split(',')).then(
      (read) => isGone || setCarriers(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [ids]);
  return carriers;
}
