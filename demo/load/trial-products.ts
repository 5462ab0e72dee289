import { z } from 'zod';
import { type DemoProduct, type DemoStore, readStore } from './demo-files.ts';
import { categoryId, importProducts, loadCategories } from './load-catalogue.ts';
import { type Client, dataOf, type LoadContext, succeeded } from './load-context.ts';
import { addressOf, categoryFile, productFile, uploadFiles } from './load-files.ts';

/** How many of the demo's products a new store tries out. */
const trialCount = 12;

const picturesSchema = z.array(z.string()).catch([]);

type Context = Pick<LoadContext, 'client' | 'relativeUrls'>;

/** The products that a store tries out: the first of each category in turn. */
export function trialProducts({ products }: Pick<DemoStore, 'products'>): DemoProduct[] {
  const byCategory = [...Map.groupBy(products, ({ category }) => category).values()];
  const longest = Math.max(0, ...byCategory.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => byCategory.flatMap((own) => own[place] ?? []))
    .flat()
    .slice(0, trialCount);
}

/**
 * Adds twelve of the demo's products with their categories and pictures, as somebody of the store's staff.
 * @param staff their client: what they may not do is refused
 * @returns how many products the store tries out now
 */
export async function addTrialProducts(
  tenantId: string,
  staff: Client,
  { relativeUrls, folder }: { relativeUrls: boolean; folder?: string },
): Promise<number> {
  const store = await readStore(tenantId, folder);
  const context: Context = { client: staff, relativeUrls };
  // Attributes of the demo stay away: a store has its own.
  const products = trialProducts(store).map(({ attributes: _, ...product }) => product);
  const names = new Set(products.map(({ category }) => category));
  const categories = store.store.categories.filter(({ name }) => names.has(name));
  await loadCategories(store, categories, context);
  const files = [
    ...categories.map(({ picture }) => categoryFile(store, picture)),
    ...products.flatMap(({ pictures, videos = [] }) =>
      [...pictures.map(({ file }) => file), ...videos].map((file) => productFile(store, file)),
    ),
  ];
  await uploadFiles(files, context, () => {});
  await importProducts({ ...store, products }, staff, context);
  return (await readTrialProducts(store, context)).length;
}

/**
 * Takes the demo's products away, and their categories that have none left. Pictures go when the office cleans up
 * unused files.
 * @returns how many products went
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

/** How many of the demo's products a store has. */
export async function countTrialProducts(
  tenantId: string,
  staff: Client,
  { relativeUrls, folder }: { relativeUrls: boolean; folder?: string },
): Promise<number> {
  return (await readTrialProducts(await readStore(tenantId, folder), { client: staff, relativeUrls })).length;
}

/** The ids of products whose pictures are the demo's, whatever staff have changed of them since. */
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
