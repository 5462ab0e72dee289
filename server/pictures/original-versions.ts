import { LRUCache } from 'lru-cache';

const most = 100_000;

/** Current version of each original, and when it was last checked. */
export class OriginalVersions {
  private readonly versions = new LRUCache<string, { version: string; checkedAt: number }>({ max: most });
  private readonly trustedFor: number;
  private readonly now: () => number;

  /** @param trustedFor milliseconds before a version is checked again */
  constructor(trustedFor: number, now: () => number) {
    this.trustedFor = trustedFor;
    this.now = now;
  }

  /** Adds a version found on disk, which is served at once and checked soon. */
  recall(original: string, version: string): void {
    this.versions.set(original, { version, checkedAt: Number.NEGATIVE_INFINITY });
  }

  note(original: string, version: string): void {
    this.versions.set(original, { version, checkedAt: this.now() });
  }

  forget(original: string): void {
    this.versions.delete(original);
  }

  versionOf(original: string): string | undefined {
    return this.versions.get(original)?.version;
  }

  /** Whether a check is due; true once per interval. */
  shouldCheck(original: string): boolean {
    const entry = this.versions.get(original);
    if (!entry || this.now() - entry.checkedAt < this.trustedFor) return false;
    this.note(original, entry.version);
    return true;
  }
}
