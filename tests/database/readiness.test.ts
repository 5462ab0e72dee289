import type { Identity } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { brandTexts } from '../../app/admin/settings/brand/brand-form.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, makePerson, type Person, server } from './people.ts';
import { addBrand } from './store.ts';

storeForEachTest();

let owner: Person;
beforeEach(async () => {
  owner = await makePerson(db, store.tenantId, 'super_admin');
});

const list = (who: Identity = admin.identity) =>
  db.run(who, 'select * from store_readiness($1)', [store.tenantId]);
const itemOf = async (item: string) => (await list()).find((one) => one.item === item);
/** Items of a level that are not ready. */
const lacking = async (level: string) =>
  (await list())
    .filter((one) => one.level === level && !one.is_ready)
    .map(({ item }) => item)
    .sort();
const addZone = (name: string, place: string, rates: object[]) =>
  db.owner`insert into shipping_zones (tenant_id, name, places, rates)
    values (${store.tenantId}, ${name}, ${[place]}, ${JSON.stringify(rates)}::text::jsonb)`;
const setCashRules = (rules: object) =>
  db.owner`insert into staff_settings (tenant_id, cash_rules) values (${store.tenantId}, ${JSON.stringify(rules)}::text::jsonb)
    on conflict (tenant_id) do update set cash_rules = excluded.cash_rules`;

describe('what a store cannot sell without', () => {
  test('is determined by the database', async () => {
    // This store has an owner, products and a delivery fee.
    expect(await lacking('missing')).toEqual(['contact', 'legal_name', 'payment', 'policies']);
    await db.owner`
      update settings set
        contact = '{"contactEmail": "hello@shop.test", "contactPhone": "01012345678"}',
        invoicing = '{"legalName": "Shop LLC", "taxNumber": "123"}',
        payment = payment || '{"bankDetails": "IBAN 1"}',
        legal = '{"shippingReturns": "Within a day.", "terms": "Be kind."}'
      where tenant_id = ${store.tenantId}`;
    expect(await lacking('missing')).toEqual([]);
    await db.owner`update settings set contact = contact || '{"contactEmail": "hello@shop.example"}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`update products set is_active = false where tenant_id = ${store.tenantId}`;
    await db.owner`update auth.users set email = 'super@demo.example' where id = ${owner.id}`;
    // Of other tests.
    await db.owner`delete from user_roles where tenant_id is null`;
    expect(await lacking('missing')).toEqual(['contact', 'owner', 'products']);
  });

  test('is told to its staff and the server alone', async () => {
    expect(
      await attempt(db, shopper.identity, 'select * from store_readiness($1)', [store.tenantId]),
    ).toMatchObject({ detail: 'staff_only' });
    expect(await list(server)).toHaveLength((await list()).length);
  });
});

describe('the owner’s second step', () => {
  test('counts once it is confirmed', async () => {
    expect(await itemOf('second_step')).toMatchObject({ level: 'recommended', is_ready: false });
    await db.owner`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${owner.id}, 'Phone', 'totp', 'verified', now(), now())`;
    expect(await itemOf('second_step')).toMatchObject({ is_ready: true });
  });
});

describe('zones', () => {
  test('that state no amount for free delivery, lack express or leave governorates out are named', async () => {
    await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 1500}'
      where tenant_id = ${store.tenantId}`;
    expect(await itemOf('zones_cover')).toMatchObject({ is_ready: true });
    await addZone('Cairo and around', 'Cairo', [
      { method: 'standard', fee: 60, free_from: 1500 },
      { method: 'express', fee: 95 },
    ]);
    await addZone('The south', 'Aswan', [{ method: 'standard', fee: 80 }]);
    await addZone('Nowhere yet', 'Luxor', []);
    expect(await itemOf('zones_free')).toMatchObject({ is_ready: false, names: ['The south'] });
    expect(await itemOf('zones_express')).toMatchObject({ is_ready: false, names: ['The south'] });
    const { names } = (await itemOf('zones_cover')) ?? { names: [] };
    expect(names).toContain('Giza');
    expect(names).not.toContain('Luxor');
    expect(names).toHaveLength(24);
  });

  test('that cover every governorate contradict a fee for all that none of them charges', async () => {
    await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 30}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`insert into shipping_zones (tenant_id, name, places, rates)
      select ${store.tenantId}, 'Egypt', array_agg(place::text), '[{"method": "standard", "fee": 60}]'
      from unnest(enum_range(null::governorate)) place`;
    expect(await itemOf('flat_fee')).toMatchObject({ level: 'contradicts', is_ready: false });
    await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 60}'
      where tenant_id = ${store.tenantId}`;
    expect(await itemOf('flat_fee')).toMatchObject({ is_ready: true });
  });

  test('need no amount in a store that delivers nothing free of charge', async () => {
    await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": null}'
      where tenant_id = ${store.tenantId}`;
    await addZone('The south', 'Aswan', [{ method: 'standard', fee: 80 }]);
    expect(await itemOf('zones_free')).toMatchObject({ is_ready: true });
  });
});

describe('rules of cash on delivery', () => {
  test('are recommended, and contradict a store where no deposit can be paid', async () => {
    await db.owner`update settings
      set payment = payment || '{"cashOnDelivery": true, "onlinePayment": false, "bankTransfer": false}'
      where tenant_id = ${store.tenantId}`;
    await setCashRules({});
    expect(await itemOf('cash_rules')).toMatchObject({ is_ready: false });
    expect(await itemOf('cash_deposit')).toMatchObject({ is_ready: true });
    await setCashRules({ firstOrder: 'deposit', depositPercent: 20 });
    expect(await itemOf('cash_rules')).toMatchObject({ is_ready: true });
    expect(await itemOf('cash_deposit')).toMatchObject({ level: 'contradicts', is_ready: false });
  });
});

describe('what the demo wrote', () => {
  test('is found in the settings and among the products, until it is replaced', async () => {
    const [product] =
      await db.owner`select id from products where tenant_id = ${store.tenantId} and is_active limit 1`;
    await db.owner`update settings set payment = payment || '{"bankDetails": "IBAN 7"}', invoicing = '{"legalName": "Demo LLC"}'
      where tenant_id = ${store.tenantId}`;
    expect(await lacking('demo')).toEqual([]);
    await db.owner`insert into private.demo_stores (tenant_id, settings)
      values (${store.tenantId}, '{"bankDetails": "IBAN 7", "invoicing": {"legalName": "Demo LLC"}}')`;
    await db.owner`insert into private.demo_rows (tenant_id, kind, id) values (${store.tenantId}, 'product', ${product?.id})`;
    await db.owner`insert into store_domains (tenant_id, domain, is_main)
      values (${store.tenantId}, ${`${store.tenantId}.example`}, true)`;
    expect(await lacking('demo')).toEqual(['demo_bank', 'demo_domain', 'demo_invoicing', 'demo_products']);
    expect(await itemOf('demo_products')).toMatchObject({ amount: '1' });
  });
});

describe('a check of the server', () => {
  const record = (check: string, problem: string) =>
    db.run(server, 'select record_store_check($1, $2::text::store_check, $3)', [
      store.tenantId,
      check,
      problem,
    ]);

  test('is recommended until it was made, and missing when it failed', async () => {
    await db.owner`insert into store_domains (tenant_id, domain, is_main)
      values (${store.tenantId}, ${`${store.tenantId}.shop`}, true)`;
    expect(await itemOf('test_mail')).toMatchObject({ level: 'recommended', is_ready: false });
    await record('mail', '550 no such sender');
    await record('addresses', 'https://delta.shop');
    expect(await itemOf('test_mail')).toMatchObject({ level: 'missing', names: ['550 no such sender'] });
    expect(await itemOf('addresses')).toMatchObject({ level: 'missing', names: ['https://delta.shop'] });
    await record('mail', '');
    await record('addresses', '');
    expect(await itemOf('test_mail')).toMatchObject({ level: 'recommended', is_ready: true, names: [] });
    expect(await itemOf('addresses')).toMatchObject({ is_ready: true });
  });
});

describe('products', () => {
  test('without a picture or a translation are counted', async () => {
    await db.owner`update products set images = '["https://pictures.test/a.jpg"]', translations = '{}'
      where tenant_id = ${store.tenantId}`;
    expect(await itemOf('pictures')).toMatchObject({ is_ready: true, amount: '0' });
    const [{ count = 0 } = {}] = await db.owner<{ count: number }[]>`
      select count(*)::int from products where tenant_id = ${store.tenantId} and is_active`;
    const [{ content = 0 } = {}] = await db.owner<{ content: number }[]>`
      select private.untranslated_content(${store.tenantId})::int as content`;
    expect(await itemOf('translations')).toMatchObject({ is_ready: false, amount: String(count + content) });
    await db.owner`update products set images = '[]' where tenant_id = ${store.tenantId} and id = (
      select id from products where tenant_id = ${store.tenantId} and is_active limit 1)`;
    expect(await itemOf('pictures')).toMatchObject({ is_ready: false, amount: '1' });
  });

  test('are not all that needs a translation: so do the words of the brand, categories, questions and banners', async () => {
    const untranslated = async () => {
      const [{ count = 0 } = {}] = await db.owner<{ count: number }[]>`
        select private.untranslated_content(${store.tenantId})::int as count`;
      return count;
    };
    await db.owner`update categories set translations = '{"ar": {"name": "قسم"}}', description = ''
      where tenant_id = ${store.tenantId}`;
    const before = await untranslated();
    await db.owner`insert into faq_questions (tenant_id, question, answer) values (${store.tenantId}, 'When?', 'Soon.')`;
    await db.owner`insert into banners (tenant_id, title) values (${store.tenantId}, 'Sale')`;
    await addBrand(db, store.tenantId);
    await db.owner`update brands set translations = '{}' where tenant_id = ${store.tenantId}`;
    const [row = {}] = await db.owner`select * from brands where tenant_id = ${store.tenantId}`;
    const said = brandTexts.filter((name) => name !== 'name' && row[name]);
    expect(await untranslated()).toBe(before + 2 + said.length);
    expect(said.length).toBeGreaterThan(10);
  });

  test('need no translation in a store that is in English alone', async () => {
    await db.owner`update products set translations = '{}' where tenant_id = ${store.tenantId}`;
    await addBrand(db, store.tenantId);
    expect(await itemOf('translations')).toMatchObject({ is_ready: false });
    await db.owner`update brands set only_language = 'en' where tenant_id = ${store.tenantId}`;
    expect(await itemOf('translations')).toMatchObject({ is_ready: true });
  });
});
