import type { Supabase } from '#app/lib/supabase-browser.ts';

interface Listener {
  /** The order changed, or may have while nobody heard. */
  onChange: () => void;
  onConnection: (connected: boolean) => void;
}

/**
 * Hears what happens to an order on its private channel, which the database opens to its shopper and to staff alone.
 * The client joins again by itself after a lost connection. Answers with what ends it.
 */
export async function hearOrder(
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
