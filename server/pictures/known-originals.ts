import { LRUCache } from 'lru-cache';

const most = 100_000;

/** Which version of each original the made pictures come from, and when that was last looked at. */
export class KnownOriginals {
  private readonly versions = new LRUCache<string, { version: string; checkedAt: number }>({ max: most });
  private readonly trustedFor: number;
  private readonly now: () => number;

  /** @param trustedFor milliseconds that a version counts as the newest without being looked at */
  constructor(trustedFor: number, now: () => number) {
    this.trustedFor = trustedFor;
    this.now = now;
  }

  /** What an earlier process made pictures from: good enough to show, and to be looked at soon. */
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

  /** Whether a check is due; true once for each interval. */
  shouldCheck(original: string): boolean {
    const known = this.versions.get(original);
    if (!known || this.now() - known.checkedAt < this.trustedFor) return false;
    this.note(original, known.version);
    return true;
  }
}
