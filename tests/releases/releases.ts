import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account, Observed } from './observe-store.ts';

/** A release with a stored store, made by `scripts/release/dump.ts`. */
export interface Release extends Observed {
  version: string;
  /** A backup of the store. */
  backup: string;
  accounts: Record<'staff' | 'shopper', Account>;
}

/** The releases that can be updated, oldest first. */
export const releases: readonly Release[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort(new Intl.Collator('en', { numeric: true }).compare)
  .map((version) => {
    const folder = join(import.meta.dirname, version);
    return {
      version,
      backup: join(folder, 'store.tar.gz'),
      ...JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8')),
    };
  });
