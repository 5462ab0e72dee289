import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Database } from '../../app/lib/database.types.ts';
import {
  type BrandRow,
  brandOfRow,
  brandTextColumns,
  mailSignature,
  rowOfBrand,
} from '../../app/store/brand-row.ts';
import { rowWithFacts } from '../../app/store/fact-texts.ts';
import { factsIn } from '../../app/store/facts.ts';
import { type FactRows, factTextsOf, readFactRows } from '../../app/store/read-facts.ts';
import { type Letterhead, registerBrands } from './brand-registry.ts';

type Admin = SupabaseClient<Database>;

/** Keeps the process's brands up to date with the database. */
export interface StoredBrands {
  /** Resolves once `brandById` and its siblings show all changes announced so far. @throws when they cannot be read */
  upToDate(): Promise<void>;
  /** Reads the brands again if a store with these changed tags may have another one. */
  invalidate(tags: ReadonlySet<string>): void;
  /** Reads the brands again. */
  invalidateAll(): void;
}

/** Milliseconds after which the brands are read again even without an announced change. */
const MAX_AGE = 60_000;

/** Adds the rows of these presets to stores without a brand: at the first start, or the first one of this version. */
export async function fillBrands(admin: Admin, brands: readonly Brand[]): Promise<void> {
  const filled = await admin.from('brands').select('tenant_id').throwOnError();
  const known = new Set(filled.data.map(({ tenant_id }) => tenant_id));
  const missing = brands.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  const domains = missing.map(({ id, domain }) => ({ tenant_id: id, domain, is_main: true }));
  // Before the brands, so that an interrupted start adds them the next time.
  await admin
    .from('store_domains')
    .upsert(domains, { onConflict: 'domain', ignoreDuplicates: true })
    .throwOnError();
  await admin
    .from('brands')
    .upsert(missing.map(rowOfBrand), { onConflict: 'tenant_id', ignoreDuplicates: true })
    .throwOnError();
}

/** Whether a brand's texts name facts of its store, in any language. */
export const namesFacts = (row: BrandRow): boolean =>
  factsIn(JSON.stringify([row.translations, ...brandTextColumns.map((column) => row[column])])).length > 0;

/** Reads the stores, with the rows of their facts if their brand's texts name some. */
async function readStores(admin: Admin) {
  const stores = await admin
    .from('tenants')
    .select('id, seller, brands(*), store_domains(domain), settings(state)')
    .order('position')
    .order('id')
    .order('is_main', { referencedTable: 'store_domains', ascending: false })
    .order('created_at', { referencedTable: 'store_domains' })
    .throwOnError();
  return Promise.all(
    stores.data.map(async (store) => ({
      ...store,
      facts: store.brands && namesFacts(store.brands) ? await readFactRows(admin, store.id) : null,
    })),
  );
}

/**
 * The brand of a row, whose texts say the facts that they name as they are now.
 * @param facts null if the texts name none
 */
export function brandWithFacts(
  row: BrandRow,
  domain: string,
  preset: Brand | undefined,
  facts: FactRows | null,
): Brand {
  const brand = brandOfRow(row, domain, preset);
  if (!facts) return brand;
  return brandOfRow(rowWithFacts(row, brandTextColumns, factTextsOf(brand, facts)), domain, preset);
}

/** Registers stored brands. A store without a domain is reached at its local name. */
function registerStores(stores: Awaited<ReturnType<typeof readStores>>): void {
  const brands = stores.flatMap(({ id, brands: row, store_domains: [main], facts }): Brand[] => {
    const preset = presets.find((one) => one.id === id);
    if (!row) return preset ? [preset] : [];
    return [brandWithFacts(row, main?.domain ?? `${id}.localhost`, preset, facts)];
  });
  const storeOfDomain = stores.flatMap(({ id, store_domains: domains }) =>
    domains.map(({ domain }) => [domain, id] as const),
  );
  const stateOf = new Map(stores.map(({ id, settings }) => [id, settings?.state ?? 'closed'] as const));
  const letterheads = stores.flatMap(({ id, seller, brands: row }): [string, Letterhead][] => {
    if (!row) return [];
    const { mail_sender: sender, mail_reply_to: replyTo } = row;
    const signature = { en: mailSignature(row, 'en'), ar: mailSignature(row, 'ar') };
    return [[id, { sender, replyTo, signature, seller }]];
  });
  registerBrands(brands, {
    storeOfDomain: new Map(storeOfDomain),
    stateOf,
    letterheads: new Map(letterheads),
  });
}

/** Reads the brands, and again after each change that is passed on to it. */
export async function storedBrands(
  admin: Admin,
  { log, now = Date.now }: { log: Pick<Logger, 'warn'>; now?: () => number },
): Promise<StoredBrands> {
  let announced = 0;
  let shown = 0;
  let readAt = now();
  let reading: Promise<void> | undefined;
  let last = '';

  const read = async () => {
    const before = announced;
    const stores = await readStores(admin);
    const answer = JSON.stringify(stores);
    if (answer !== last) registerStores(stores);
    last = answer;
    shown = before;
    readAt = now();
  };
  await read();
  const upToDate = async () => {
    const wanted = announced;
    // A running read may have started before the change.
    while (shown < wanted || now() - readAt > MAX_AGE) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    }
  };
  const invalidateAll = () => {
    announced += 1;
    // Mails and hosts are answered without waiting for a page.
    upToDate().catch((error: unknown) => log.warn({ err: error }, 'the brands could not be read again'));
  };
  return {
    upToDate,
    invalidateAll,
    invalidate(tags) {
      if ([...tags].some((tag) => /\/(?:settings|zones)$/.test(tag))) invalidateAll();
    },
  };
}
