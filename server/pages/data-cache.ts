import { LRUCache } from 'lru-cache';
import { isOfTenant } from './tenant-tag.ts';

interface Entry {
  value: Promise<unknown>;
  tags: readonly string[];
}

/**
 * Cache of reads shared by many pages, such as a store's settings, by store, language and read. Holds up to
 * 500 entries for at most a minute. Concurrent reads run once. A changed tag drops its entries.
 */
export class DataCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor({ max = 500, maxAge = 60_000 } = {}) {
    this.entries = new LRUCache({ max, ttl: maxAge });
  }

  get<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T> {
    const cached = this.entries.get(key);
    if (cached) return cached.value as Promise<T>;
    const entry = { value: read(), tags };
    this.entries.set(key, entry);
    entry.value.catch(() => {
      if (this.entries.peek(key) === entry) this.entries.delete(key);
    });
    return entry.value;
  }

  invalidate(tags: ReadonlySet<string>): void {
    for (const [key, entry] of this.entries.entries()) {
      if (entry.tags.some((tag) => tags.has(tag))) this.entries.delete(key);
    }
  }

  /** Drops all entries of a store. */
  invalidateTenant(tenantId: string): void {
    for (const [key, entry] of this.entries.entries()) {
      if (entry.tags.some((tag) => isOfTenant(tag, tenantId))) this.entries.delete(key);
    }
  }
}
