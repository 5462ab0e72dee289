import { useEffect, useState } from 'react';
import { type CarrierAccount, readCarriers } from './carrier-calls.ts';

/**
 * The carriers with which a store can register shipments; empty until loaded, or when the server does not respond.
 * @param tenantId the shipments' store; undefined where no shipment can be registered, or for those of several stores
 */
export function useCarriers(tenantId: string | undefined): readonly CarrierAccount[] {
  const [carriers, setCarriers] = useState<readonly CarrierAccount[]>([]);
  useEffect(() => {
    if (tenantId === undefined) return;
    let isGone = false;
    readCarriers(tenantId).then(
      (read) => isGone || setCarriers(read.filter(({ configured }) => configured)),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [tenantId]);
  return carriers;
}
