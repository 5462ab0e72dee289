import { useEffect, useState } from 'react';
import { type CarrierAccount, readCarriers } from './carrier-calls.ts';

/**
 * The carriers that shipments of the store can be registered with; none until they are read, or when the server does not say.
 * @param asks false where nothing can be registered
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
