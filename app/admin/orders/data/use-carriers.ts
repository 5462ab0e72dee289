import { useEffect, useState } from 'react';
import { type CarrierAccount, readCarriers } from './carrier-calls.ts';

/**
 * The carriers with which the store can register shipments; empty until loaded, or when the server does not
 * respond.
 * @param asks false where no shipment can be registered
 */
export function useCarriers(asks = true): readonly CarrierAccount[] {
  const [carriers, setCarriers] = useState<readonly CarrierAccount[]>([]);
  useEffect(() => {
    if (!asks) return;
    let isGone = false;
    readCarriers().then(
      (read) => isGone || setCarriers(read.filter(({ configured }) => configured)),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [asks]);
  return carriers;
}
