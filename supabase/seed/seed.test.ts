import { createHash } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantEmail } from '../../app/auth/model.ts';
import { duoworks } from '../../app/brands/duoworks.ts';
import { firstLegalTexts } from '../../app/brands/first-texts.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { firstSettings } from '../../server/tenants.ts';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { demoAccounts } from './accounts.ts';
import { demoStores } from './catalogue/demo-stores.ts';
import { type SeedResult, seedDemo } from './seed.ts';
import { type Client, dataOf } from './seed-context.ts';

const TENANT = 'duoworks';

let backend: TestBackend;
let client: Client;
let first: SeedResult;
const said: string[] = [];

const connectWith = (key: string): Client =>
  createClient<Database>(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

const seed = (): Promise<SeedResult> =>
  seedDemo({ client, connect: () => connectWith(backend.publishableKey), log: (text) => said.push(text) });

async function rowCount(
  table: 'products' | 'categories' | 'orders' | 'banners' | 'discounts' | 'delivery_slots',
): Promise<number> {
  const { count } = await client
    .from(table)
    .select('*', { count: 'exact', head: true })
    .eq('tenant_id', TENANT);
  return count ?? -1;
}

/** One store is registered, so one is filled: the others would take the same way. */
beforeAll(async () => {
  backend = await startTestBackend();
  client = connectWith(backend.secretKey);
  await client.from('tenants').insert({ id: TENANT, name: 'Duoworks', position: 0 });
  await client.from('settings').insert(firstSettings(duoworks));
  first = await seed();
}, 180_000);

afterAll(() => backend?.close());

describe('seeding the demo', () => {
  it('fills a store that is registered and says how far it is', async () => {
    expect(first).toMatchObject({ stores: [TENANT], products: 30, orders: 12 });
    expect(await rowCount('products')).toBe(30);
    expect(await rowCount('categories')).toBe(6);
    expect(await rowCount('banners')).toBe(3);
    expect(await rowCount('discounts')).toBe(4);
    expect(await rowCount('delivery_slots')).toBe(5);
    expect(said.at(-1)).toBe(`Demo stores: ${first.pictures} of ${first.pictures} pictures`);
  });

  it('stores every picture a row names, all of them different, under addresses without an origin', async () => {
    const products = dataOf(
      'products',
      await client.from('products').select('images').eq('tenant_id', TENANT),
    );
    const categories = dataOf(
      'categories',
      await client.from('categories').select('image').eq('tenant_id', TENANT),
    );
    const banners = dataOf(
      'banners',
      await client.from('banners').select('image_url').eq('tenant_id', TENANT),
    );
    const addresses = [
      ...products.flatMap(({ images }) => images as string[]),
      ...categories.map(({ image }) => image ?? ''),
      ...banners.map(({ image_url }) => image_url),
    ];
    expect(addresses).toHaveLength(first.pictures);
    const prints = await Promise.all(
      addresses.map(async (address) => {
        expect(address).toMatch(/^\/storage\/v1\/object\/public\/(product-images|website-images|banners)\//);
        const response = await fetch(backend.url + address);
        expect(response.headers.get('content-type')).toBe('image/jpeg');
        return createHash('sha1')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex');
      }),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('M21 stores the films of products, as videos, in parts where they are asked for', async () => {
    const products = dataOf(
      'products',
      await client.from('products').select('videos').eq('tenant_id', TENANT),
    );
    const addresses = products.flatMap(({ videos }) => videos as string[]);
    expect(addresses).toHaveLength(3);
    for (const address of addresses) {
      const part = await fetch(backend.url + address, { headers: { range: 'bytes=0-3' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-type')).toBe('video/webm');
      expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    }
  });

  it('places a dozen orders of the shopper in every status the store’s payments allow', async () => {
    const orders = dataOf(
      'orders',
      await client.from('orders').select('status, number, created_at, order_events(created_at, to_status)'),
    );
    expect(orders).toHaveLength(12);
    // Without cash on delivery an order starts by waiting for its payment, never as pending.
    expect([...new Set(orders.map(({ status }) => status))].sort()).toEqual([
      'awaiting_payment',
      'cancelled',
      'confirmed',
      'delivered',
      'in_production',
      'return_requested',
      'returned',
      'shipped',
    ]);
    for (const { created_at, order_events } of orders) {
      for (const event of order_events)
        expect(Date.parse(event.created_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    }
  });

  it('keeps the books: stock is the sum of its movements', async () => {
    const products = dataOf(
      'products',
      await client.from('products').select('stock, stock_movements(delta)').eq('tenant_id', TENANT),
    );
    for (const { stock, stock_movements } of products) {
      expect(stock_movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(stock);
    }
    expect(products.filter(({ stock }) => stock === 0)).toHaveLength(1);
  });

  it('M41 makes accounts that can sign in under their plus-addressed e-mail, with their roles', async () => {
    for (const account of demoAccounts.filter(({ tenants }) => tenants.includes(TENANT))) {
      const person = connectWith(backend.publishableKey);
      const { data, error } = await person.auth.signInWithPassword({
        email: tenantEmail(account.email, TENANT),
        password: account.password,
      });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({
        name: account.name,
        original_email: account.email,
        tenant_id: TENANT,
      });
      const role = await person.rpc('get_highest_role', { user_id: data.user?.id ?? '' });
      expect(role.data).toBe({ 'super admin': 'super_admin', staff: 'admin', shopper: 'user' }[account.role]);
    }
  });

  it('gives the store questions of its own, beside the legal texts it starts with', async () => {
    const { data } = await client.from('settings').select('faq, legal').eq('tenant_id', TENANT).single();
    const words = demoStores.find(({ id }) => id === TENANT)?.words;
    expect(data?.faq).toEqual(words?.faq);
    expect(data?.legal).toEqual(firstLegalTexts(duoworks));
  });

  it('leaves a filled store alone, whatever staff removed from it', async () => {
    const [one] = dataOf(
      'banners',
      await client.from('banners').select('id').eq('tenant_id', TENANT).limit(1),
    );
    await client
      .from('banners')
      .delete()
      .eq('id', one?.id ?? '');
    expect(await seed()).toEqual({ stores: [], products: 0, pictures: 0, orders: 0 });
    expect(await rowCount('banners')).toBe(2);
  });

  it('finishes what an interrupted start left, and makes nothing twice', async () => {
    await client.from('settings').update({ store: {} }).eq('tenant_id', TENANT);
    const { data } = await client.storage.from('banners').list(`banner-images/${TENANT}`);
    await client.storage.from('banners').remove([`banner-images/${TENANT}/${data?.[0]?.name}`]);
    expect(await seed()).toMatchObject({ stores: [TENANT], pictures: 1 });
    expect(await rowCount('products')).toBe(30);
    expect(await rowCount('orders')).toBe(12);
    expect(await rowCount('banners')).toBe(3);
  });
});
