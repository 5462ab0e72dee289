import { LRUCache } from 'lru-cache';
import { isOfTenant, tenantOf, tenantTag } from '../tenant-tag.ts';
import { Page, type Rendered } from './page.ts';

export interface PageCacheOptions {
  /** Bound on the sum of the pages' sizes. */
  maxBytes: number;
  /** Milliseconds after which a page is refreshed behind the back of the next request. */
  freshFor: number;
  /** Called when a background refresh fails. */
  onRefreshError?: (error: unknown, key: string) => void;
  /** Told of each page that is asked for: there and right, there and made anew behind the answer, or not there. */
  onAsked?: ((result: 'hit' | 'stale' | 'miss') => void) | undefined;
  now?: () => number;
}

/** Milliseconds that a page in use lives at least before a change makes it anew. */
const SHORTEST_LIFE = 500;
/** How many background refreshes run at once, so that requests that wait for a render are not delayed. */
const MOST_REFRESHES = 4;
/** Milliseconds after which a page that could not be made anew is tried again; twice as long after each failure. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 30_000;
/** Stands for every tag of a store. */
const ANYTHING = '*';

interface Entry {
  page: Page;
  storedAt: number;
  /** Something it was made of has changed since. */
  stale: boolean;
  render: () => Promise<Rendered>;
  /** Asked for since it was stored: only such pages are made anew when something changes. */
  wanted: boolean;
  /** Tries in a row to make it anew that failed, and when the next one may begin. */
  failures: number;
  retryAt: number;
}

/**
 * Finished pages by key. One render a key at a time; a page past its time, or touched by a change, is still served
 * while one render replaces it, so a busy shop never waits for its own changes and a backend that is down is not seen.
 */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly flights = new Map<string, Promise<Page>>();
  /** Pages that are made anew in a moment. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** Pages that are made anew when it is their turn. */
  private readonly queue = new Set<string>();
  private refreshing = 0;
  /** When each tag last changed, for renders that had begun to read before. */
  private readonly changedAt = new Map<string, number>();
  private sequence = 0;
  private readonly options: PageCacheOptions;
  private readonly now: () => number;

  constructor(options: PageCacheOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.entries = new LRUCache({
      maxSize: options.maxBytes,
      // The key is kept a second time by the render, which knows the address.
      sizeCalculation: (entry, key) => entry.page.size + 2 * key.length,
      dispose: (entry, key) => this.forgetTags(key, entry.page.tags),
    });
  }

  /**
   * The page of a key, rendered at most once at a time. A page past its time is served while one render replaces it, and
   * so is a changed one that is in use; a changed one that nobody had asked for again, or one that says itself until when
   * it is right, is rendered first. Where that fails, the last good page is served, and tried again later.
   */
  get(key: string, render: () => Promise<Rendered>): Page | Promise<Page> {
    const entry = this.entries.get(key);
    this.options.onAsked?.(entry ? (entry.stale ? 'stale' : 'hit') : 'miss');
    if (!entry) return this.load(key, render);
    const { page, stale, storedAt } = entry;
    const now = this.now();
    const mayTry = now >= entry.retryAt;
    if (mayTry && (page.freshUntil <= now || (stale && !entry.wanted)))
      return this.load(key, entry.render).catch(() => page);
    entry.wanted = true;
    if (stale) this.refreshSoon(key, entry);
    else if (mayTry && now - storedAt > this.options.freshFor) this.refresh(key);
    return page;
  }

  /** Says that something changed. Pages in use that were made of it are made anew at once, others when next asked for. */
  invalidate(tags: Iterable<string>): void {
    this.sequence += 1;
    for (const tag of tags) {
      this.changedAt.set(tag, this.sequence);
      for (const key of this.keysByTag.get(tag) ?? []) this.outdate(key);
    }
    if (this.flights.size === 0) this.changedAt.clear();
  }

  /** Says that anything in a store may have changed. */
  invalidateTenant(tenantId: string): void {
    const known = [...this.keysByTag.keys()].filter((tag) => isOfTenant(tag, tenantId));
    this.invalidate([tenantTag(tenantId, ANYTHING), ...known]);
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.entries.calculatedSize };
  }

  private outdate(key: string): void {
    const entry = this.entries.peek(key);
    if (!entry) return;
    entry.stale = true;
    if (entry.wanted) this.refreshSoon(key, entry);
  }

  /** A shop that changes all the time makes a page anew at most once in a while, not once a change. */
  private refreshSoon(key: string, entry: Entry): void {
    if (this.timers.has(key) || this.flights.has(key) || this.queue.has(key)) return;
    const from = Math.max(entry.storedAt + SHORTEST_LIFE, entry.retryAt);
    const wait = Math.max(0, Math.min(from - this.now(), LONGEST_RETRY));
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
    if (key === undefined || this.refreshing >= MOST_REFRESHES) return;
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

  private load(key: string, render: () => Promise<Rendered>): Promise<Page> {
    const flight = this.flights.get(key);
    if (flight) return flight;
    const begun = this.sequence;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.queue.delete(key);
    const loading = render().then(
      (rendered) => {
        this.flights.delete(key);
        return this.store(key, new Page(rendered), render, begun);
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

  private store(key: string, page: Page, render: () => Promise<Rendered>, begun: number): Page {
    const previous = this.entries.peek(key);
    if (page.status !== 200) {
      if (page.status < 500) this.entries.delete(key);
      else if (previous) this.retryLater(key);
      return page.status >= 500 && previous ? previous.page : page;
    }
    const stale = [...page.tags].some((tag) => this.lastChange(tag) > begun);
    const entry: Entry = {
      ...{ page, storedAt: this.now(), stale, render, wanted: false },
      ...{ failures: 0, retryAt: Number.NEGATIVE_INFINITY },
    };
    this.entries.set(key, entry);
    // A page larger than the whole cache is not stored.
    if (this.entries.peek(key) !== entry) return page;
    for (const tag of page.tags) this.keysOf(tag).add(key);
    if (stale) this.refreshSoon(key, entry);
    return page;
  }

  /** A page that could not be made anew stays, and a changed one that is in use is tried again, less and less often. */
  private retryLater(key: string): void {
    const entry = this.entries.peek(key);
    if (!entry) return;
    const pause = Math.min(FIRST_RETRY * 2 ** entry.failures, LONGEST_RETRY);
    entry.failures += 1;
    entry.retryAt = this.now() + pause;
    if (entry.stale && entry.wanted) this.refreshSoon(key, entry);
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

  private forgetTags(key: string, tags: ReadonlySet<string>): void {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}
