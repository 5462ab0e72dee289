import { tenantEmail } from '../../app/auth/account-contacts.ts';
import { type DemoAccount, type DemoStore, readAccounts, readStore } from './demo-files.ts';
import { type Client, dataOf, orderKey, stableId, succeeded } from './load-context.ts';
import { filesOf } from './load-files.ts';

/**
 * The stores whose rows are marked as the demo's, even after it was removed; and whether there is an owner
 * other than the demo's.
 */
export async function demoStores(client: Client): Promise<{ marked: string[]; own_owner: boolean }> {
  const { marked, own_owner } = dataOf('stores with the demo', await client.rpc('demo_stores'));
  return { marked: marked ?? [], own_owner: own_owner ?? false };
}

/** Marks a store's demo accounts in the database, before they get any rights. */
export async function markAccounts(
  tenantId: string,
  accounts: readonly DemoAccount[],
  client: Client,
): Promise<void> {
  const p_demo = { accounts: accountsOf(tenantId, accounts) };
  succeeded(`accounts of ${tenantId}`, await client.rpc('mark_demo', { p_tenant_id: tenantId, p_demo }));
}

/** Marks a filled store's demo rows in the database, so that the demo can be removed. */
export async function markStore(
  store: DemoStore,
  accounts: readonly DemoAccount[],
  client: Client,
): Promise<void> {
  const { id, products, orders } = store;
  const { categories, attributes = [], banners, discounts, search_words = [], settings } = store.store;
  const ids = (kind: string, names: readonly string[]) => names.map((name) => stableId(kind, id, name));
  const p_demo = {
    accounts: accountsOf(id, accounts),
    orders: orders.orders.map((_, place) => orderKey(id, place)),
    products: products.map(({ name }) => name),
    ids: {
      category: ids(
        'category',
        categories.map(({ name }) => name),
      ),
      attribute: ids(
        'attribute',
        attributes.map(({ name }) => name),
      ),
      banner: ids(
        'banner',
        banners.map(({ title }) => title),
      ),
      discount: ids(
        'discount',
        discounts.map(({ code }) => code),
      ),
      search_word: ids(
        'search-word',
        search_words.map(({ word }) => word),
      ),
    },
    settings: {
      bankDetails: settings.bank_details ?? null,
      invoicing: settings.invoicing ?? null,
      translations: settings.translations?.ar ?? {},
    },
    files: filesOf(store).map(({ bucket, path }) => `${bucket}/${path}`),
  };
  succeeded(`demo of ${id}`, await client.rpc('mark_demo', { p_tenant_id: id, p_demo }));
}

/** Marks the demo's rows of stores that were filled by a version that didn't. */
export async function markOlderStores(client: Client, folder?: string): Promise<void> {
  const { marked } = await demoStores(client);
  const settings = dataOf('settings', await client.from('settings').select('tenant_id, filled:store->demo'));
  const unmarked = settings.filter(({ tenant_id, filled }) => filled === true && !marked.includes(tenant_id));
  if (unmarked.length === 0) return;
  const accounts = await readAccounts(folder);
  for (const { tenant_id } of unmarked) await markStore(await readStore(tenant_id, folder), accounts, client);
}

/** The accounts that may be in the database: an owner's with or without a store's mark. */
const accountsOf = (tenantId: string, accounts: readonly DemoAccount[]) =>
  accounts
    .filter(({ tenants }) => tenants.includes(tenantId))
    .flatMap(({ role, email, passwordHash: password_hash }) => [
      { email: tenantEmail(email, tenantId), password_hash },
      ...(role === 'super admin' ? [{ email, password_hash }] : []),
    ]);
