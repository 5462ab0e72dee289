import { z } from 'zod';
import { type DemoProduct, type DemoStore, hasDemo, readStore } from './demo-files.ts';
import { categoryId, importProducts, loadCategories } from './load-catalogue.ts';
import { type Client, dataOf, type LoadContext, succeeded } from './load-context.ts';
import { addressOf, filesOf, productFile, type StoredFile, uploadFiles } from './load-files.ts';

/** How many of the demo's products a new store gets to try. */
const trialCount = 12;

const picturesSchema = z.array(z.string()).catch([]);

type Context = Pick<LoadContext, 'client' | 'relativeUrls'>;

/** The trial products of a store: the first of each category in turn. */
export function trialProducts({ products }: Pick<DemoStore, 'products'>): DemoProduct[] {
  const byCategory = [...Map.groupBy(products, ({ category }) => category).values()];
  const longest = Math.max(0, ...byCategory.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => byCategory.flatMap((own) => own[place] ?? []))
    .flat()
    .slice(0, trialCount);
}

/**
 * Adds twelve of the demo's products with their categories and pictures, as a member of the store's staff.
 * @param staff their client, with their rights
 * @returns how many trial products the store has now
 */
export async function addTrialProducts(
  tenantId: string,
  staff: Client,
  { relativeUrls, folder }: { relativeUrls: boolean; folder?: string },
): Promise<number> {
  const store = await readStore(tenantId, folder);
  const context: Context = { client: staff, relativeUrls };
  // Without the demo's attributes: a store defines its own.
  const products = trialProducts(store).map(({ attributes: _, ...product }) => product);
  await loadCategories(store, categoriesOf(store, trialProducts(store)), context);
  await uploadFiles(trialFiles(store), context, () => {});
  await importProducts({ ...store, products }, staff, context);
  return (await readTrialProducts(store, context)).length;
}

/**
 * Marks the trial products as the demo's in the database, so that removing the demo removes them too.
 * @param client with the secret key
 */
export async function markTrialProducts(tenantId: string, client: Client, folder?: string): Promise<void> {
  const store = await readStore(tenantId, folder);
  const products = trialProducts(store);
  const p_demo = {
    accounts: [],
    orders: [],
    products: products.map(({ name }) => name),
    ids: { category: categoriesOf(store, products).map(({ name }) => categoryId(tenantId, name)) },
    // The settings contain nothing of the demo's.
    settings: { bankDetails: null, invoicing: null, translations: {} },
    files: trialFiles(store).map(({ bucket, path }) => `${bucket}/${path}`),
  };
  succeeded(`demo of ${tenantId}`, await client.rpc('mark_demo', { p_tenant_id: tenantId, p_demo }));
}

/** The pictures and videos of the trial products, and of their categories. */
function trialFiles(store: DemoStore): StoredFile[] {
  const products = trialProducts(store);
  return filesOf({
    ...store,
    products,
    store: { ...store.store, categories: categoriesOf(store, products), banners: [] },
  });
}

function categoriesOf({ store }: DemoStore, products: readonly DemoProduct[]) {
  const names = new Set(products.map(({ category }) => category));
  return store.categories.filter(({ name }) => names.has(name));
}

/**
 * Removes the trial products, and their categories if empty. The back office's cleanup of unused files
 * removes the pictures.
 * @returns how many products were removed
 */
export async function removeTrialProducts(
  tenantId: string,
  staff: Client,
  { relativeUrls, folder }: { relativeUrls: boolean; folder?: string },
): Promise<number> {
  const store = await readStore(tenantId, folder);
  const ids = await readTrialProducts(store, { client: staff, relativeUrls });
  const step = `products of ${tenantId}`;
  if (ids.length > 0) {
    const change = { p_tenant_id: tenantId, p_ids: ids, p_change: { kind: 'delete' } };
    succeeded(step, await staff.rpc('change_products', change));
  }
  const used = dataOf(
    step,
    await staff.from('products').select('category_id').eq('tenant_id', tenantId).is('deleted_at', null),
  );
  const left = new Set(used.map(({ category_id }) => category_id));
  const empty = store.store.categories
    .map(({ name }) => categoryId(tenantId, name))
    .filter((id) => !left.has(id));
  const emptied = await staff.from('categories').delete().eq('tenant_id', tenantId).in('id', empty);
  succeeded(`categories of ${tenantId}`, emptied);
  return ids.length;
}

/** How many of the demo's products a store has; null for a store that the demo has none for. */
export async function countTrialProducts(
  tenantId: string,
  staff: Client,
  { relativeUrls, folder }: { relativeUrls: boolean; folder?: string },
): Promise<number | null> {
  if (!hasDemo(tenantId, folder)) return null;
  return (await readTrialProducts(await readStore(tenantId, folder), { client: staff, relativeUrls })).length;
}

/** The ids of products whose pictures are the demo's, whatever staff have changed since. */
async function readTrialProducts(store: DemoStore, context: Context): Promise<string[]> {
  const pictures = new Set(
    store.products.flatMap((product) =>
      product.pictures.map(({ file }) => addressOf(productFile(store, file), context)),
    ),
  );
  const answer = await context.client
    .from('products')
    .select('id, images')
    .eq('tenant_id', store.id)
    .is('deleted_at', null);
  return dataOf(`products of ${store.id}`, answer)
    .filter(({ images }) => {
      const shown = picturesSchema.parse(images);
      return shown.length > 0 && shown.every((image) => pictures.has(image));
    })
    .map(({ id }) => id);
}
