import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../app/lib/database.types.ts';
import { atLeast, type Figure, told } from './figures.ts';
import type { RunningStore } from './running-store.ts';

const tenantId = 'inkthread';
const clients = 16;
const ordersEach = 60;
const password = 'bench-password-1';

type Client = SupabaseClient<Database>;

const address = {
  full_name: 'Bench Buyer',
  phone: '01001234567',
  governorate: 'Cairo',
  city: 'Maadi',
  street: 'Road 9',
};

/** Orders placed through the backend by several shoppers at once, each with a session of their own. */
export async function orderFigures(store: RunningStore): Promise<Figure[]> {
  const url = `http://127.0.0.1:${store.port}`;
  const admin = createClient<Database>(url, store.keys.secretKey, { auth: { persistSession: false } });
  const products = await makeProducts(admin);
  const shoppers = await Promise.all(
    Array.from({ length: clients }, (_, index) => makeShopper(store, admin, index)),
  );
  await Promise.all(shoppers.map((shopper, index) => placeMany(shopper, products, index, 5)));

  const started = performance.now();
  const placed = await Promise.all(
    shoppers.map((shopper, index) => placeMany(shopper, products, index, ordersEach)),
  );
  const seconds = (performance.now() - started) / 1_000;
  const count = placed.flat().length;
  const distinct = new Set(placed.flat()).size;
  if (distinct !== clients * ordersEach)
    throw new Error(`${distinct} orders from ${clients * ordersEach} calls`);
  return [
    atLeast('orders placed through the backend, 16 clients', [count / seconds], 400, '/s'),
    told('orders placed in the run', [count]),
  ];
}

async function makeProducts(admin: Client): Promise<string[]> {
  const rows = Array.from({ length: 64 }, (_, index) => ({
    tenant_id: tenantId,
    name: `Bench product ${index}`,
    price: 100 + index,
    stock: 1_000_000,
  }));
  const { data, error } = await admin.from('products').insert(rows).select('id');
  if (error) throw new Error(error.message);
  return data.map((row) => row.id);
}

async function makeShopper(store: RunningStore, admin: Client, index: number): Promise<Client> {
  const email = `bench-${index}+${tenantId}@example.com`;
  const made = await admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (made.error) throw made.error;
  const client = createClient<Database>(`http://127.0.0.1:${store.port}`, store.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  const profile = { p_user_id: made.data.user.id, p_tenant_id: tenantId, p_email: email, p_name: 'Bench' };
  const { error } = await client.rpc('create_profile_with_tenant', profile);
  if (error) throw new Error(error.message);
  return client;
}

async function placeMany(
  client: Client,
  products: string[],
  shopper: number,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const lines = [0, 1].map((line) => ({
      product_id: products[(shopper * 7 + i * 3 + line) % products.length] ?? '',
      quantity: 1,
    }));
    const order: { [key: string]: Json } = {
      ...{ tenant_id: tenantId, lines, address, payment_method: 'cash_on_delivery' },
      idempotency_key: crypto.randomUUID(),
    };
    const { data, error } = await client.rpc('place_order', { p_order: order });
    if (error) throw new Error(error.message);
    ids.push((data as { id: string }).id);
  }
  return ids;
}
