import { pageBackend, pageTenant } from '#app/lib/page-tenant.ts';
import { type CatalogueChange, unknownChange } from './catalogue-change.ts';

interface SubscribeOptions {
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
 * Subscribes to a store's catalog using only the realtime client, which is downloaded first. A reconnect reports
 * `unknownChange`, as changes may have been missed. @returns a function that unsubscribes
 */
export async function subscribeCatalogue(options: SubscribeOptions): Promise<() => void> {
  const { url, key, tenantId, since, onChange } = options;
  const { RealtimeClient } = await import('@supabase/realtime-js');
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

type Listener = (change: CatalogueChange) => void;

const listeners = new Set<Listener>();
let end: (() => void) | undefined;
/** Incremented per subscription, so that code that loads too late does not subscribe. */
let generation = 0;
let wasHidden = false;

const notify: Listener = (change) => {
  for (const listener of listeners) listener(change);
};

const whenIdle = (work: () => void): void =>
  void ('requestIdleCallback' in window
    ? requestIdleCallback(work, { timeout: 2000 })
    : setTimeout(work, 500));

function update(): void {
  const shouldConnect = listeners.size > 0 && document.visibilityState === 'visible';
  if (shouldConnect === (end !== undefined)) return;
  generation += 1;
  if (!shouldConnect) {
    end?.();
    end = undefined;
    return;
  }
  const current = generation;
  end = () => {};
  whenIdle(async () => {
    const unsubscribe = await subscribeCatalogue({
      ...pageBackend(),
      tenantId: pageTenant(),
      // Allows for clock differences between the server and the database.
      since: Number(document.documentElement.dataset.renderedAt) - 2000,
      onChange: notify,
    }).catch(() => null);
    if (!unsubscribe) return;
    if (current === generation) end = unsubscribe;
    else unsubscribe();
  });
}

function onVisibility(): void {
  const visible = document.visibilityState === 'visible';
  if (visible && wasHidden) notify(unknownChange);
  wasHidden = !visible;
  update();
}

/**
 * Calls `listener` on every catalog change while the tab is visible, and when it becomes visible again. All listeners
 * share one connection, opened when the page is idle. @returns a function that unsubscribes
 */
export function onCatalogueChange(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility);
    // Waits for the next page, which may subscribe right away.
    setTimeout(update, 1000);
  };
}

/** Debounces `work` with a random delay up to a second, so that not all open pages request at once. */
export function debounceRandomly(work: () => void): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        work();
      },
      300 + Math.random() * 700,
    );
  };
  call.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return call;
}
