import { pageBackend, pageTenant } from '#app/lib/page-tenant.ts';
import { type CatalogueChange, unknownChange } from './catalogue-change.ts';

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
    const channel = await import('./catalogue-channel.ts').catch(() => null);
    if (!channel || current !== generation) return;
    end = channel.subscribeCatalogue({
      ...pageBackend(),
      tenantId: pageTenant(),
      // Allows for clock differences between the server and the database.
      since: Number(document.documentElement.dataset.renderedAt) - 2000,
      onChange: notify,
    });
  });
}

function onVisibility(): void {
  const visible = document.visibilityState === 'visible';
  if (visible && wasHidden) notify(unknownChange);
  wasHidden = !visible;
  update();
}

/**
 * Calls `listener` on every catalogue change while the tab is visible, and when it becomes visible again. One
 * connection, opened when the page is idle, is shared by all listeners. @returns a function that unsubscribes
 */
export function onCatalogueChange(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility);
    // Waits for the next page, which may subscribe at once.
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
