import { useEffect, useState } from 'react';
import { readAddresses } from '#app/addresses/addresses-data.ts';
import { pageSession } from '#app/auth/session.ts';
import { choosePlace, type Place, readChosenPlace } from './chosen-place.ts';
import type { DeliveredGoods, DeliveryOption } from './delivery-options.ts';

export interface Delivery {
  /** Null while none is known. */
  place: Place | null;
  /** Delivery methods, empty if the store does not deliver there; null until known. */
  options: DeliveryOption[] | null;
  failed: boolean;
  /** Whether the place was chosen on this page, so that its effects are announced. */
  announced: boolean;
  choose: (place: Place) => void;
}

/** A signed-in shopper's default place: their first address. */
async function savedPlace(): Promise<Place | null> {
  const { user } = await pageSession.currentSession();
  if (!user) return null;
  const [address] = await readAddresses(user.id);
  return address ? { governorate: address.governorate, city: address.city } : null;
}

async function fetchOptions(
  { governorate, city }: Place,
  { subtotal, grams }: DeliveredGoods,
): Promise<DeliveryOption[]> {
  const goods = { subtotal: String(subtotal), grams: String(grams) };
  const query = new URLSearchParams({ governorate, city, ...goods });
  const answer = await fetch(`/delivery?${query}`);
  if (!answer.ok) throw new Error(`Delivery answered ${answer.status}`);
  return answer.json();
}

/** The shopper's place and its delivery methods. Nothing is requested until the goods are known. */
export function useDelivery(goods: DeliveredGoods | null): Delivery {
  const { subtotal, grams } = goods ?? { subtotal: null, grams: null };
  const [place, setPlace] = useState(readChosenPlace);
  const [known, setKnown] = useState<Pick<Delivery, 'options' | 'failed'>>({ options: null, failed: false });
  const [announced, setAnnounced] = useState(false);

  useEffect(() => {
    // On failure the shopper chooses a place.
    if (!readChosenPlace())
      savedPlace().then(
        (saved) => setPlace((now) => now ?? saved),
        () => {},
      );
  }, []);

  useEffect(() => {
    if (!place || subtotal === null) return;
    let current = true;
    fetchOptions(place, { subtotal, grams }).then(
      (options) => current && setKnown({ options, failed: false }),
      () => current && setKnown({ options: null, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [place, subtotal, grams]);

  return {
    place,
    ...known,
    announced,
    choose(chosen) {
      setAnnounced(true);
      choosePlace(chosen);
      setKnown({ options: null, failed: false });
      setPlace(chosen);
    },
  };
}
