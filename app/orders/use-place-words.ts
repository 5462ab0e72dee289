import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';

/** The words for the floor and the apartment of an address. */
export function usePlaceWords() {
  const t = useWords(orderWords);
  return {
    floor: (floor: string) => t('floor', { floor }),
    apartment: (apartment: string) => t('apartment', { apartment }),
  };
}
