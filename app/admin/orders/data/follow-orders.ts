import { coalesce } from '../../live/coalesce.ts';
import type { hearOrders } from '../../live/staff-topics.ts';

/** An order that came in; `total` is pounds. */
export type FreshOrder = { id: string; number: string; total: number };

type Following = {
  hear: typeof hearOrders;
  /** Reads again what is shown. */
  refresh: () => void;
  onNew: (order: FreshOrder) => void;
  /** The one order that is shown; all of them without. */
  about?: string | undefined;
  /** What is shown was read before something that was heard already. */
  behind: boolean;
  /** Bursts are read at most this often, in ms. */
  pace: number;
};

/**
 * Refreshes when one of the store's orders comes or moves and when a connection is there again. While it is lost
 * nothing could be read, and what is shown stays. Returns what ends it.
 */
export function followOrders({ hear, refresh, onNew, about, behind, pace }: Following): () => void {
  const soon = coalesce(pace);
  if (behind) soon.ask(refresh);
  const stop = hear((event, { id, number, total }) => {
    if (event === 'lost' || (event !== 'joined' && about && id !== about)) return;
    if (event === 'insert') onNew({ id: String(id), number: String(number), total: Number(total) || 0 });
    soon.ask(refresh);
  });
  return () => {
    soon.end();
    stop();
  };
}
