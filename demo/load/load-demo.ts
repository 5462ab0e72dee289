import { type DemoStore, readAccounts, readStore } from './demo-files.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { type Client, dataOf, type LoadContext, succeeded } from './load-context.ts';
import { filesOf, uploadFiles } from './load-files.ts';
import { loadOrders } from './load-orders.ts';
import { loadPeople } from './load-people.ts';
import { demoStores, markStore } from './mark-demo.ts';

export interface LoadOptions {
  /** Client with the secret key, for a backend that already has the stores. */
  readonly client: Client;
  /** Creates a new client with the publishable key; the demo's orders are placed as its people. */
  readonly connect: () => Client;
  readonly onProgress: (text: string) => void;
  /**
   * Whether to store pictures' addresses without an origin, as pages and backend share one. Default: true.
   */
  readonly relativeUrls?: boolean;
  /** The folder of the demo's data. */
  readonly folder?: string;
}

export interface Loaded {
  /** The stores filled by this call; empty if all were filled before. */
  readonly stores: readonly string[];
  readonly products: number;
  readonly files: number;
  readonly orders: number;
}

/** Stored in `settings.store` once a store has its demo, so that what staff delete doesn't come back. */
const DONE = 'demo';

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
const marksOf = (store: unknown): Record<string, unknown> =>
  store && typeof store === 'object' && !Array.isArray(store) ? { ...store } : {};

/**
 * Fills the demo stores: people, files, catalog, orders. Uses only supabase-js, so a hosted project is filled
 * the same way. Skips a store that was already filled, and finishes an interrupted one. Stores with an owner
 * of their own are never filled. All files are read and checked before anything is written.
 * @throws BadDemoFile for invalid data; Error naming the step that failed
 */
export async function loadDemo(options: LoadOptions): Promise<Loaded> {
  const { client, onProgress, folder } = options;
  const settings = dataOf('settings', await client.from('settings').select('tenant_id, store'));
  const unfilled = settings.filter(({ store }) => !marksOf(store)[DONE]);
  const nothing = { stores: [], products: 0, files: 0, orders: 0 };
  if (unfilled.length === 0) return nothing;
  if ((await demoStores(client)).own_owner) {
    onProgress('The demo is not loaded: these stores have an owner of their own.');
    return nothing;
  }
  const context: LoadContext = { relativeUrls: true, ...options, now: new Date() };
  const accounts = await readAccounts(folder);
  const stores = await Promise.all(
    unfilled
      .filter(({ tenant_id }) => accounts.some(({ tenants }) => tenants.includes(tenant_id)))
      .map(({ tenant_id }) => readStore(tenant_id, folder)),
  );
  const products = sum(stores.map((store) => store.products.length));
  const files = stores.flatMap(filesOf);
  onProgress(`Demo stores: ${products} products and ${files.length} pictures and films`);
  const fill = async (store: DemoStore): Promise<void> => {
    const people = await loadPeople(store.id, accounts, context);
    await loadCatalogue(store, people.staff, context);
    await loadOrders(store, people, context);
  };
  const tenth = Math.ceil(files.length / 10);
  const upload = uploadFiles(files, context, (count) => {
    if (count % tenth === 0 || count === files.length)
      onProgress(`Demo stores: ${count} of ${files.length} pictures and films`);
  });
  // Waits for all, so that nothing is still running when the caller sees a failure.
  const ended = await Promise.allSettled([upload, ...stores.map(fill)]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  for (const store of stores) {
    const { id } = store;
    await markStore(store, accounts, client);
    const marks = marksOf(unfilled.find(({ tenant_id }) => tenant_id === id)?.store);
    const change = client.from('settings').update({ store: { ...marks, [DONE]: true } });
    succeeded(`settings of ${id}`, await change.eq('tenant_id', id));
  }
  const orders = sum(stores.map((store) => store.orders.orders.length));
  return { stores: stores.map(({ id }) => id), products, files: files.length, orders };
}
