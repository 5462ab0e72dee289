import { useEffect, useState } from 'react';
import { type CarrierAccount, readCarriers } from './carrier-calls.ts';

/** The couriers that parcels of the store can be registered with; none until they are read, or when the server does not say. */
export function useCarriers(): readonly CarrierAccount[] {
  const [carriers, setCarriers] = useState<readonly CarrierAccount[]>([]);
  useEffect(() => {
    let isGone = false;
    readCarriers().then(
      (read) => isGone || setCarriers(read.filter(({ configured }) => configured)),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return carriers;
}
