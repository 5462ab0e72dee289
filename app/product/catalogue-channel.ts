import { RealtimeClient } from '@supabase/realtime-js';
import { type CatalogueChange, unknownChange } from './catalogue-change.ts';

interface ChannelOptions {
  /** Address of the backend, http or https. */
  backend: string;
  key: string;
  tenantId: string;
  /** Changes since then are replayed; milliseconds since 1970 on the server's clock. */
  since: number;
  onChange: (change: CatalogueChange) => void;
}

/** Seconds before each new try to connect, the last one from then on (spec section 9). */
const reconnectSeconds = [1, 2, 5, 10];

/** The most changes that are replayed; where there are as many, there may have been more. */
const mostReplayed = 25;

/**
 * Subscribes to a store's catalogue without the backend's whole client. Changes may have been missed while the
 * connection was lost, which counts as a change of everything. Returns what ends it.
 */
export function subscribeCatalogue({ backend, key, tenantId, since, onChange }: ChannelOptions): () => void {
  const client = new RealtimeClient(`${backend.replace(/^http/, 'ws')}/realtime/v1`, {
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
        // A later join asks for the same once more.
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
