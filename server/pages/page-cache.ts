import { LRUCache } from 'lru-cache';
import { Page, type Rendered } from './page.ts';
import { isOfTenant, tenantOf, tenantTag } from './tenant-tag.ts';

export interface PageCacheOptions {
  /** Limit on the total size of the pages. */
  maxBytes: number;
  /** Age in milliseconds after which a page is refreshed in the background. */
  freshFor: number;
  /** Called when a refresh or a compression in the background fails. */
  onRefreshError?: (error: unknown, key: string) => void;
  /** Called for each lookup: a fresh hit, a stale page that is refreshed in the background, or a miss. */
  onLookup?: ((result: 'hit' | 'stale' | 'miss') => void) | undefined;
  now?: () => number;
}

/** Minimum time between two renders of a page in use, in milliseconds. */
const MIN_REFRESH_INTERVAL = 500;
/** Concurrent background refreshes, limited so that requests waiting for a render are not delayed. */
const MAX_REFRESHES = 4;
/** Age in milliseconds from which a requested page is recompressed, one page at a time. */
const SETTLED = 10_000;
/** Delay of the first retry after a failed refresh, in milliseconds; doubles up to the maximum. */
const FIRST_RETRY = 1_000;
const MAX_RETRY = 30_000;
/** Statuses of stored pages: besides pages themselves, redirects from their former addresses. */
const STORED_STATUSES: readonly number[] = [200, 301];
/** Matches every tag of a store. */
const ANYTHING = '*';

/** Waits for the client's turn, then renders. */
export type Turn = (render: () => Promise<Rendered>) => Promise<Rendered>;
const immediately: Turn = (render) => render();

interface Entry {
  page: Page;
  storedAt: number;
  /** A tag of the page has changed since the render. */
  stale: boolean;
  render: () => Promise<Rendered>;
  /** Requested since it was stored: a change refreshes only such pages. */
  requested: boolean;
  /** Number of failed refreshes in a row, and time of the next attempt. */
  failures: number;
  retryAt: number;
}

/**
 * Cache of rendered pages. Renders run once per key. An expired or changed page is served stale while one render
 * replaces it, so that neither changes nor a failing backend delay requests.
 */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly flights = new Map<string, Promise<Page>>();
  /** Pages with a scheduled refresh. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** Pages waiting for a refresh slot. */
  private readonly queue = new Set<string>();
  private refreshing = 0;
  private recompressing = false;
  /** Change sequence of each tag, to detect changes during a render. */
  private readonly changedAt = new Map<string, number>();
  private sequence = 0;
  private readonly options: PageCacheOptions;
  private readonly now: () => number;

  constructor(options: PageCacheOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.entries = new LRUCache({
      maxSize: options.maxBytes,
      // The render closure holds the key too, hence twice.
      sizeCalculation: (entry, key) => entry.page.size + 2 * key.length,
      dispose: (entry, key) => this.removeTags(key, entry.page.tags),
    });
  }

  /**
   * Returns the page of a key. Serves an expired page, or a changed one in use, while one render replaces it.
   * A changed page that is not in use, or one past its own expiry, is rendered first; if that fails, the last
   * good page is served and retried later.
   * @param current whether the page must show all changes announced so far, which a changed page in use does
   * not
   * @param turn makes a client wait before its page is rendered; background refreshes do not wait
   */
  get(
    key: string,
    render: () => Promise<Rendered>,
    { current = false, turn = immediately }: { current?: boolean; turn?: Turn } = {},
  ): Page | Promise<Page> {
    const entry = this.entries.get(key);
    this.options.onLookup?.(entry ? (entry.stale ? 'stale' : 'hit') : 'miss');
    if (!entry) return current ? this.loadCurrent(key, render, turn) : this.load(key, render, turn);
    const { page, stale, storedAt } = entry;
    const now = this.now();
    const mayTry = now >= entry.retryAt;
    if (mayTry && current && stale) return this.loadCurrent(key, entry.render, turn).catch(() => page);
    if (mayTry && (page.freshUntil <= now || (stale && !entry.requested)))
      return this.load(key, entry.render, turn).catch(() => page);
    entry.requested = true;
    if (stale) this.refreshSoon(key, entry);
    else if (mayTry && now - storedAt > this.options.freshFor) this.refresh(key);
    else if (now - storedAt > SETTLED) this.recompress(key, page);
    return page;
  }

  /** Marks pages with these tags as changed. Pages in use are refreshed at once, others on the next request. */
  invalidate(tags: Iterable<string>): void {
    this.sequence += 1;
    for (const tag of tags) {
      this.changedAt.set(tag, this.sequence);
      for (const key of this.keysByTag.get(tag) ?? []) this.outdate(key);
    }
    if (this.flights.size === 0) this.changedAt.clear();
  }

  /** Marks all pages of a store as changed. */
  invalidateTenant(tenantId: string): void {
    const tenantTags = [...this.keysByTag.keys()].filter((tag) => isOfTenant(tag, tenantId));
    this.invalidate([tenantTag(tenantId, ANYTHING), ...tenantTags]);
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.entries.calculatedSize };
  }

  private outdate(key: string): void {
    const entry = this.entries.peek(key);
    if (!entry) return;
    entry.stale = true;
    if (entry.requested) this.refreshSoon(key, entry);
  }

  /** Limits a frequently changing page to one refresh per interval. */
  private refreshSoon(key: string, entry: Entry): void {
    if (this.timers.has(key) || this.flights.has(key) || this.queue.has(key)) return;
    const from = Math.max(entry.storedAt + MIN_REFRESH_INTERVAL, entry.retryAt);
    const wait = Math.max(0, Math.min(from - this.now(), MAX_RETRY));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      if (this.entries.peek(key) === entry) this.refresh(key);
    }, wait);
    this.timers.set(key, timer.unref());
  }

  private refresh(key: string): void {
    if (this.flights.has(key)) return;
    this.queue.add(key);
    this.refreshNext();
  }

  private refreshNext(): void {
    const [key] = this.queue;
    if (key === undefined || this.refreshing >= MAX_REFRESHES) return;
    this.queue.delete(key);
    const entry = this.entries.peek(key);
    if (!entry) {
      this.refreshNext();
      return;
    }
    this.refreshing += 1;
    this.load(key, entry.render)
      .catch((error) => this.options.onRefreshError?.(error, key))
      .finally(() => {
        this.refreshing -= 1;
        this.refreshNext();
      });
  }

  private recompress(key: string, page: Page): void {
    if (this.recompressing) return;
    this.recompressing = true;
    page
      .recompress()
      .catch((error) => this.options.onRefreshError?.(error, key))
      .finally(() => {
        this.recompressing = false;
      });
  }

  private load(key: string, render: () => Promise<Rendered>, turn = immediately): Promise<Page> {
    const flight = this.flights.get(key);
    if (flight) return flight;
    const startedAt = this.sequence;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.queue.delete(key);
    const loading = turn(render)
      .then((rendered) => Page.of(rendered))
      .then(
        (page) => {
          this.flights.delete(key);
          return this.store(key, page, render, startedAt);
        },
        (error: unknown) => {
          this.flights.delete(key);
          this.retryLater(key);
          throw error;
        },
      );
    this.flights.set(key, loading);
    return loading;
  }

  /** Renders a page with all changes so far: renders again if a running render started before one of them. */
  private async loadCurrent(key: string, render: () => Promise<Rendered>, turn: Turn): Promise<Page> {
    const isUnderWay = this.flights.has(key);
    const page = await this.load(key, render, turn);
    return isUnderWay && this.entries.peek(key)?.stale ? this.load(key, render, turn) : page;
  }

  private store(key: string, page: Page, render: () => Promise<Rendered>, startedAt: number): Page {
    const previous = this.entries.peek(key);
    if (!STORED_STATUSES.includes(page.status)) {
      if (page.status < 500) this.entries.delete(key);
      else if (previous) this.retryLater(key);
      return page.status >= 500 && previous ? previous.page : page;
    }
    const stale = [...page.tags].some((tag) => this.lastChange(tag) > startedAt);
    const entry: Entry = {
      page,
      storedAt: this.now(),
      stale,
      render,
      requested: false,
      failures: 0,
      retryAt: Number.NEGATIVE_INFINITY,
    };
    this.entries.set(key, entry);
    // A page larger than the whole cache is not stored.
    if (this.entries.peek(key) !== entry) return page;
    for (const tag of page.tags) this.keysOf(tag).add(key);
    if (stale) this.refreshSoon(key, entry);
    return page;
  }

  /** After a failed refresh the page stays; a changed page in use is retried with backoff. */
  private retryLater(key: string): void {
    const entry = this.entries.peek(key);
    if (!entry) return;
    const pause = Math.min(FIRST_RETRY * 2 ** entry.failures, MAX_RETRY);
    entry.failures += 1;
    entry.retryAt = this.now() + pause;
    if (entry.stale && entry.requested) this.refreshSoon(key, entry);
  }

  private lastChange(tag: string): number {
    const ofStore = this.changedAt.get(tenantTag(tenantOf(tag), ANYTHING)) ?? 0;
    return Math.max(ofStore, this.changedAt.get(tag) ?? 0);
  }

  private keysOf(tag: string): Set<string> {
    const keys = this.keysByTag.get(tag) ?? new Set<string>();
    this.keysByTag.set(tag, keys);
    return keys;
  }

  private removeTags(key: string, tags: ReadonlySet<string>): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}
