import { LRUCache } from 'lru-cache';
import { isOfTenant } from '../tenant-tag.ts';
import { Page, type Rendered } from './page.ts';

export interface PageCacheOptions {
  /** Bound on the sum of the pages' sizes. */
  maxBytes: number;
  /** Milliseconds after which a page is refreshed behind the back of the next request. */
  freshFor: number;
  /** Runs a refresh that nobody waits for; failures have been told to `onRefreshError`. */
  onRefreshError?: (error: unknown, key: string) => void;
  now?: () => number;
}

/** Milliseconds that a page in use lives at least before a change makes it anew. */
const SHORTEST_LIFE = 500;

interface Entry {
  page: Page;
  storedAt: number;
  stale: boolean;
  render: () => Promise<Rendered>;
  /** Asked for since it was stored: only such pages are made anew when something changes. */
  wanted: boolean;
}

/**
 * Finished pages by key. One render a key at a time; a page past its time, or touched by a change, is still served
 * while one render replaces it, so a busy shop never waits for its own changes and a backend that is down is not seen.
 */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly flights = new Map<string, Promise<Page>>();
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
      sizeCalculation: (entry) => entry.page.size,
      dispose: (entry, key) => this.forgetTags(key, entry.page.tags),
    });
  }

  /**
   * The page of a key, rendered at most once at a time. A page past its time is served while one render replaces it, and
   * so is a changed one that is in use; a changed one that nobody had asked for again is rendered first. Where
   * that fails, the last good page is served.
   */
  get(key: string, render: () => Promise<Rendered>): Page | Promise<Page> {
    const entry = this.entries.get(key);
    if (!entry) return this.load(key, render);
    if (entry.stale && !entry.wanted) return this.load(key, entry.render).catch(() => entry.page);
    entry.wanted = true;
    if (this.now() - entry.storedAt > this.options.freshFor) this.refresh(key, entry.render);
    return entry.page;
  }

  /** Says that something changed. Pages in use that were made of it are made anew at once, others when next asked for. */
  invalidate(tags: Iterable<string>): void {
    this.sequence += 1;
    for (const tag of tags) {
      this.changedAt.set(tag, this.sequence);
      for (const key of this.keysByTag.get(tag) ?? []) this.outdate(key);
    }
    if (this.changedAt.size > 50_000) this.changedAt.clear();
  }

  /** Says that anything in a store may have changed. */
  invalidateTenant(tenantId: string): void {
    this.invalidate([...this.keysByTag.keys()].filter((tag) => isOfTenant(tag, tenantId)));
  }

  /** Says that anything may have changed, such as after a lost connection to the change feed. */
  invalidateAll(): void {
    this.invalidate([...this.keysByTag.keys()]);
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.entries.calculatedSize };
  }

  private outdate(key: string): void {
    const entry = this.entries.peek(key);
    if (!entry || entry.stale) return;
    entry.stale = true;
    if (entry.wanted) this.refreshSoon(key, entry);
  }

  /** A shop that changes all the time makes a page anew at most once in a while, not once a change. */
  private refreshSoon(key: string, entry: Entry): void {
    const wait = entry.storedAt + SHORTEST_LIFE - this.now();
    setTimeout(() => this.refresh(key, entry.render), Math.max(0, Math.min(wait, SHORTEST_LIFE))).unref();
  }

  private refresh(key: string, render: () => Promise<Rendered>): void {
    if (this.flights.has(key)) return;
    this.load(key, render).catch((error) => this.options.onRefreshError?.(error, key));
  }

  private load(key: string, render: () => Promise<Rendered>): Promise<Page> {
    const flight = this.flights.get(key);
    if (flight) return flight;
    const begun = this.sequence;
    const loading = render()
      .then((rendered) => this.store(key, new Page(rendered), render, begun))
      .finally(() => this.flights.delete(key));
    this.flights.set(key, loading);
    return loading;
  }

  private store(key: string, page: Page, render: () => Promise<Rendered>, begun: number): Page {
    const previous = this.entries.peek(key);
    if (page.status !== 200) {
      if (page.status < 500 || !previous) this.entries.delete(key);
      return page.status >= 500 && previous ? previous.page : page;
    }
    const outdated = [...page.tags].some((tag) => (this.changedAt.get(tag) ?? 0) > begun);
    const entry = { page, storedAt: this.now(), stale: outdated, render, wanted: false };
    this.entries.set(key, entry);
    for (const tag of page.tags) this.keysOf(tag).add(key);
    if (outdated) this.refreshSoon(key, entry);
    return page;
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
