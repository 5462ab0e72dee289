import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { hearOrders } from '../live/staff-topics.ts';

/** Long enough that a burst of orders is read once, short enough that nobody waits for it. */
const gather = 200;

/**
 * Reads the page again when one of the store's orders comes or moves, and after a lost connection. `about` limits it
 * to one order. Returns the orders that came in since the page was opened, the latest last.
 */
export function useLiveOrders(about?: string): { id: string; number: string; total: number }[] {
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<{ id: string; number: string; total: number }[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = hearOrders((event, { id, number, total }) => {
      if (event === 'lost' || (event !== 'joined' && about && id !== about)) return;
      if (event === 'insert') {
        setFresh((before) => [
          ...before,
          { id: String(id), number: String(number), total: Number(total) || 0 },
        ]);
      }
      clearTimeout(timer);
      timer = setTimeout(() => void revalidate(), gather);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [about, revalidate]);
  return fresh;
}
