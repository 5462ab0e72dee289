import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, TablesInsert } from '../../app/lib/database.types.ts';
import { optionList } from '../../app/product/parse-values.ts';
import type { DemoAccount } from '../../demo/load/demo-files.ts';
import { clientAt } from '../support/client.ts';
import type { StoreProcess } from '../support/store-process.ts';

function keysOf({ dataDir }: StoreProcess): { secretKey: string; publishableKey: string } {
  return JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8'));
}

/** The publishable key in every page of the store. */
export const publishableKeyOf = (store: StoreProcess): string => keysOf(store).publishableKey;

/** The store's backend with its secret key, with the server's rights. */
export function adminOf(store: StoreProcess): SupabaseClient<Database> {
  return clientAt(`http://127.0.0.1:${store.port}`, keysOf(store).secretKey);
}

/** A unique name, ending in a word of letters: search would parse digits with an e between them as a number. */
export function ownName(name: string): string {
  const letters = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return `${name} ${letters.join('')}`;
}

/** A mobile number unique to the test. */
export const ownPhone = (): string => `010${[...randomBytes(8)].map((byte) => String(byte % 10)).join('')}`;

type Lists = Partial<Record<'size' | 'color', string | null>>;

/**
 * The options in the lists (docs/product.md, Products), and a variant for each combination, with the stock distributed
 * evenly.
 */
function gridOf(lists: Lists, stock: number) {
  const options = (['size', 'color'] as const).flatMap((kind) => {
    const values = optionList(lists[kind] ?? '');
    const name = { size: 'Size', color: 'Color' }[kind];
    return values.length > 0 ? [{ name, kind, values }] : [];
  });
  const combinations = options.reduce<string[][]>(
    (all, { values }) => all.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  );
  const [share, rest] = [Math.floor(stock / combinations.length), stock % combinations.length];
  const variants = combinations.map((chosen, at) => ({
    options: chosen,
    stock: share + (at < rest ? 1 : 0),
  }));
  return { p_options: options, p_variants: variants };
}

/** Gives a product the sizes and colors in the lists, and a total stock. */
export async function stockOptions(
  store: StoreProcess,
  id: string,
  lists: Lists,
  stock: number,
): Promise<void> {
  const admin = adminOf(store);
  const { data } = await admin.from('products').select('version').eq('id', id).single().throwOnError();
  await admin
    .rpc('save_product_variants', { p_product_id: id, p_version: data.version, ...gridOf(lists, stock) })
    .throwOnError();
}

/** Adds a product of the test's own to a store; its stock is distributed over all sizes and colors. */
export async function stockProduct(store: StoreProcess, product: TablesInsert<'products'>) {
  const { size, color, ...row } = product;
  const values = size || color ? { ...row, stock: 0 } : row;
  const { data, error } = await adminOf(store).from('products').insert(values).select('id, name').single();
  if (error) throw new Error(error.message);
  if (size || color) await stockOptions(store, data.id, { size, color }, product.stock ?? 0);
  return data;
}

/**
 * Gives a store banners hidden from shoppers, with one of its pictures.
 * @param position of the first one; the others follow
 */
export async function stockBanners(
  store: StoreProcess,
  tenantId: string,
  titles: readonly string[],
  position = 2_000,
): Promise<void> {
  const banners = () => adminOf(store).from('banners');
  const own = banners().select('image_url').eq('tenant_id', tenantId).neq('image_url', '');
  const { data } = await own.limit(1).single().throwOnError();
  await banners()
    .insert(
      titles.map((title, i) => ({
        tenant_id: tenantId,
        title,
        image_url: data.image_url,
        is_active: false,
        position: position + i,
      })),
    )
    .throwOnError();
}

/** A product's stock in the database. */
export async function stockOf(store: StoreProcess, id: string): Promise<number> {
  const { data, error } = await adminOf(store).from('products').select('stock').eq('id', id).single();
  if (error) throw new Error(error.message);
  return data.stock;
}

export interface Account {
  /** As typed by the person. */
  email: string;
  password: string;
}

/** The password of every account that tests create, with its bcrypt hash: the store need not hash it each time. */
const PASSWORD = 'kept-in-the-drawer-of-the-tests';
const PASSWORD_HASH = '$2a$10$su/FlDitwnCXLezK9aGit.trJnw45kYp.iME6BWXwbpUAOJ3roGJu';

/** Creates a person's account in a store, without the sign-up page. */
export async function openAccount(
  store: StoreProcess,
  tenantId: string,
  name: string,
): Promise<Account & { id: string }> {
  const admin = adminOf(store);
  const local = `person-${randomBytes(4).toString('hex')}`;
  const email = `${local}@example.com`;
  const made = await admin.auth.admin.createUser({
    email: `${local}+${tenantId}@example.com`,
    password_hash: PASSWORD_HASH,
    email_confirm: true,
    user_metadata: { name, original_email: email, tenant_id: tenantId },
  });
  if (made.error) throw made.error;
  const { id } = made.data.user;
  const { error } = await admin.from('profiles').upsert({ id, tenant_id: tenantId, email, name });
  if (error) throw new Error(error.message);
  return { id, email, password: PASSWORD };
}

/** Creates a member of staff or a shopper of a store. */
export async function hire(
  store: StoreProcess,
  tenantId: string,
  role: 'admin' | 'super_admin' | 'user',
): Promise<Account & { id: string }> {
  const account = await openAccount(store, tenantId, 'Staff of the test');
  const rights = { user_id: account.id, tenant_id: tenantId, role };
  const { error } = await adminOf(store)
    .from('user_roles')
    .upsert(rights, { onConflict: 'user_id,tenant_id' });
  if (error) throw new Error(error.message);
  return account;
}

const demoAccounts: DemoAccount[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../demo/accounts.json'), 'utf8'),
);

/** A demo account of a store. */
export function demoAccount(tenantId: string, role: DemoAccount['role']): Account {
  const account = demoAccounts.find((one) => one.role === role && one.tenants.includes(tenantId));
  if (!account) throw new Error(`${tenantId} has no demo ${role}`);
  return account;
}

/** A store's demo shopper, who has ordered before. */
export const demoShopper = (tenantId: string): Account => demoAccount(tenantId, 'shopper');

/** Pages of a store's demo data: a product in stock, its category, and an order of the demo shopper. */
export async function demoPages(store: StoreProcess, tenantId: string) {
  const admin = adminOf(store);
  const [products, orders] = await Promise.all([
    admin
      .from('products')
      .select('id, category_id')
      .eq('tenant_id', tenantId)
      .gt('stock', 9)
      .eq('featured', true)
      .order('name')
      .limit(1)
      .single(),
    admin
      .from('orders')
      .select('id, profiles!inner(email)')
      .eq('tenant_id', tenantId)
      .eq('profiles.email', demoShopper(tenantId).email)
      .limit(1)
      .single(),
  ]);
  if (products.error) throw new Error(products.error.message);
  if (orders.error) throw new Error(orders.error.message);
  return {
    product: `/product/${products.data.id}`,
    category: `/category/${products.data.category_id}`,
    order: orders.data.id,
  };
}

/** The page of a demo product with a video. */
export async function filmedProduct(store: StoreProcess, tenantId: string): Promise<string> {
  const { data, error } = await adminOf(store)
    .from('products')
    .select('id')
    .eq('tenant_id', tenantId)
    .neq('videos', '[]')
    .order('name')
    .limit(1)
    .single();
  if (error) throw new Error(error.message);
  return `/product/${data.id}`;
}
