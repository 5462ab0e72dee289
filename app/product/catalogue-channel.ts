import { RealtimeClient } from '@supabase/realtime-js';
import { type CatalogueChange, unknownChange } from './catalogue-change.ts';

interface ChannelOptions {
  /** Backend URL, http or https. */
  url: string;
  key: string;
  tenantId: string;
  /** Replay changes since this time; epoch milliseconds on the server's clock. */
  since: number;
  onChange: (change: CatalogueChange) => void;
}

/** Reconnect delays in seconds; the last one repeats (docs/product.md, Connections). */
const reconnectSeconds = [1, 2, 5, 10];

/** Maximum number of replayed changes; when reached, some may be missing. */
const mostReplayed = 25;

/**
 * Subscribes to a store's catalogue with the realtime client alone. A reconnect reports `unknownChange`, as changes may
 * have been missed. @returns a function that unsubscribes
 */
export function subscribeCatalogue({ url, key, tenantId, since, onChange }: ChannelOptions): () => void {
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: async () => key,
    heartbeatIntervalMs: 30_000,
    timeout: 10_000,
    reconnectAfterMs: (tries: number) => (reconnectSeconds[tries - 1] ?? 10) * 1000,
  });
  let replayed = 0;
  let joined = false;
  client
    .channel(`catalogue:${tenantId}`, {
      config: { private: true, broadcast: { replay: { since, limit: mostReplayed } } },
    })
    .on<CatalogueChange>('broadcast', { event: 'change' }, ({ payload, meta }) => {
      if (meta?.replayed) {
        // A rejoin replays the same changes again.
        replayed += 1;
        if (replayed > mostReplayed) return;
      }
      onChange(replayed === mostReplayed && meta?.replayed ? unknownChange : payload);
    })
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return;
      if (joined) onChange(unknownChange);
      joined = true;
    });
  return () => {
    void client.removeAllChannels().then(() => client.disconnect());
  };
}
