import { type DemoStore, demoStores } from './catalogue/demo-stores.ts';
import { seedFilms } from './films.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { type Client, dataOf, inStep, type SeedContext, succeeded } from './seed-context.ts';
import { seedOrders } from './seed-orders.ts';
import { seedPeople } from './seed-people.ts';
import { seedPictures } from './seed-pictures.ts';

export interface SeedOptions {
  /** Client with the secret key, of a backend that knows the stores already. */
  readonly client: Client;
  /** Makes a fresh client with the publishable key; the demo's orders are placed as its people would. */
  readonly connect: () => Client;
  readonly log: (text: string) => void;
  /** Store the addresses of pictures without an origin, as pages and backend share one. Default: true. */
  readonly relativeUrls?: boolean;
}

export interface SeedResult {
  /** The stores that were filled; empty when all of them had been. */
  readonly stores: readonly string[];
  readonly products: number;
  readonly pictures: number;
  readonly orders: number;
}

/** What `settings.store` says once a store has its demo, so that what staff delete does not come back. */
const DONE = 'demo';

async function unfilledStores(client: Client): Promise<DemoStore[]> {
  const settings = dataOf('settings', await client.from('settings').select('tenant_id, store'));
  const filled = new Set(
    settings.flatMap(({ tenant_id, store }) =>
      store && typeof store === 'object' && !Array.isArray(store) && store[DONE] ? [tenant_id] : [],
    ),
  );
  const known = new Set(settings.map(({ tenant_id }) => tenant_id));
  return demoStores.filter(({ id }) => known.has(id) && !filled.has(id));
}

async function markFilled(store: DemoStore, client: Client): Promise<void> {
  const row = dataOf(
    'settings',
    await client.from('settings').select('store').eq('tenant_id', store.id).single(),
  );
  const before = row.store && typeof row.store === 'object' && !Array.isArray(row.store) ? row.store : {};
  succeeded(
    'settings',
    await client
      .from('settings')
      .update({ store: { ...before, [DONE]: true } })
      .eq('tenant_id', store.id),
  );
}

/**
 * Fills the demo stores: people, catalogue, pictures, orders. Works through supabase-js alone, so a hosted project is
 * filled the same way. A store that has been filled is left alone; one that was interrupted is finished.
 * @throws Error that names the step that failed.
 */
export async function seedDemo(options: SeedOptions): Promise<SeedResult> {
  const stores = await unfilledStores(options.client);
  if (stores.length === 0) return { stores: [], products: 0, pictures: 0, orders: 0 };
  const context: SeedContext = { relativeUrls: true, ...options, now: new Date() };
  const products = stores.reduce(
    (sum, { shelves }) => sum + shelves.reduce((n, shelf) => n + shelf.products.length, 0),
    0,
  );
  context.log(`Demo stores: ${products} products, their pictures and a dozen orders each`);
  const orders: number[] = [];
  let pictures = 0;
  const fill = async (store: DemoStore): Promise<void> => {
    const people = seedPeople(store, context);
    await inStep<unknown>([people, seedCatalogue(store, context), seedFilms(store, context)]);
    orders.push(await seedOrders(store, await people, context));
  };
  const draw = async (): Promise<void> => {
    pictures = await seedPictures(stores, context);
  };
  // Drawing takes longest and needs nothing from the database: it starts at once.
  await inStep([draw(), ...stores.map(fill)]);
  for (const store of stores) await markFilled(store, options.client);
  return {
    stores: stores.map(({ id }) => id),
    products,
    pictures,
    orders: orders.reduce((sum, n) => sum + n, 0),
  };
}
