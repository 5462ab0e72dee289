import type { Supabase } from '#app/lib/supabase-client.ts';

interface Listener {
  /** The order changed, or may have changed while the connection was lost. */
  onChange: () => void;
  onConnection: (connected: boolean) => void;
}

/**
 * Subscribes to an order's private channel, which the database opens to its shopper and to staff. The client rejoins by
 * itself after a lost connection. @returns unsubscribes.
 */
export async function subscribeOrder(
  supabase: Supabase,
  orderId: string,
  { onChange, onConnection }: Listener,
): Promise<() => void> {
  await supabase.realtime.setAuth();
  const channel = supabase
    .channel(`order:${orderId}`, { config: { private: true } })
    .on('broadcast', { event: '*' }, onChange)
    .subscribe((status) => {
      if (status === 'CLOSED') return;
      onConnection(status === 'SUBSCRIBED');
      if (status === 'SUBSCRIBED') onChange();
    });
  return () => void supabase.removeChannel(channel);
}
