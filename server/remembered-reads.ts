import { LRUCache } from 'lru-cache';
import { isOfTenant } from './tenant-tag.ts';

interface Memory {
  value: Promise<unknown>;
  tags: readonly string[];
  readAt: number;
}

/** Reads that many pages share, such as a store's settings: made once at a time, forgotten when a tag changes. */
export class RememberedReads {
  private readonly memories: LRUCache<string, Memory>;
  private readonly maxAge: number;

  constructor({ max = 500, maxAge = 60_000 } = {}) {
    this.memories = new LRUCache({ max });
    this.maxAge = maxAge;
  }

  get<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T> {
    const known = this.memories.get(key);
    if (known && Date.now() - known.readAt < this.maxAge) return known.value as Promise<T>;
    const memory = { value: read(), tags, readAt: Date.now() };
    this.memories.set(key, memory);
    memory.value.catch(() => {
      if (this.memories.peek(key) === memory) this.memories.delete(key);
    });
    return memory.value;
  }

  invalidate(tags: ReadonlySet<string>): void {
    for (const [key, memory] of this.memories.entries()) {
      if (memory.tags.some((tag) => tags.has(tag))) this.memories.delete(key);
    }
  }

  /** Forgets whatever was read for a store. */
  forget(tenantId: string): void {
    for (const [key, memory] of this.memories.entries()) {
      if (memory.tags.some((tag) => isOfTenant(tag, tenantId))) this.memories.delete(key);
    }
  }
}
