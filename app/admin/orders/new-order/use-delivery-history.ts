import { useEffect, useState } from 'react';
import { type DeliveryHistory, readDeliveryHistory } from '../data/delivery-history.ts';

/** What became of the shipments of a customer, and of those to a phone number; null until it is read, or when it cannot be. */
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
