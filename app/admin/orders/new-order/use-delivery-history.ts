import { useEffect, useState } from 'react';
import { type DeliveryHistory, readDeliveryHistory } from '../data/delivery-history.ts';

/** The delivery records of a customer and of a phone number; null until loaded, or on failure. */
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
