import { pageTenant } from '#app/lib/page-tenant.ts';
import { type CatalogueChange, unknownChange } from './catalogue-change.ts';

type Listener = (change: CatalogueChange) => void;

const listeners = new Set<Listener>();
let end: (() => void) | undefined;
/** Counts subscriptions begun and ended: one whose code arrives after its end is not begun. */
let turn = 0;
let wasHidden = false;

const notify: Listener = (change) => {
  for (const listener of listeners) listener(change);
};

const whenIdle = (work: () => void): void =>
  void ('requestIdleCallback' in window
    ? requestIdleCallback(work, { timeout: 2000 })
    : setTimeout(work, 500));

function update(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted === (end !== undefined)) return;
  turn += 1;
  if (!wanted) {
    end?.();
    end = undefined;
    return;
  }
  const begun = turn;
  end = () => {};
  whenIdle(async () => {
    const channel = await import('./catalogue-channel.ts').catch(() => null);
    if (!channel || begun !== turn) return;
    const { backendUrl, backendKey, renderedAt } = document.documentElement.dataset;
    end = channel.subscribeCatalogue({
      backend: backendUrl || location.origin,
      key: backendKey ?? '',
      tenantId: pageTenant(),
      // The clocks of the store and of its database may differ a little.
      since: Number(renderedAt) - 2000,
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
 * Calls back for every change in the store's catalogue while the tab is visible, and when it becomes visible again. The
 * connection is opened when the page is idle and shared by all who listen. Returns what ends it.
 */
export function onCatalogueChange(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility);
    // The next page may listen in a moment.
    setTimeout(update, 1000);
  };
}

/** Collects what is called in quick succession into one call, within a second: all open pages do not ask at once. */
export function soon(work: () => void): { (): void; cancel(): void } {
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
