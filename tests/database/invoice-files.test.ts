import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandFileReader } from '../../server/brands/brand-file-reader.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { invoiceEndpoint } from '../../server/invoices/invoice-endpoint.ts';
import { invoiceFiles } from '../../server/invoices/invoice-files.ts';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { address, orderOf } from './store.ts';

const log = pino({ enabled: false });
let shop: PayingStore;
let endpoint: Endpoints;
let shopper: Customer;
let staff: Customer;
let invoiceId: string;
let orderId: string;

beforeAll(async () => {
  shop = await startPayingStore('inkthread');
  [shopper, staff] = await Promise.all([shop.person(), shop.person('admin')]);
  const { url, publishableKey } = shop.backend;
  endpoint = invoiceEndpoint({
    backend: { internalUrl: url, publishableKey, fetch },
    files: invoiceFiles({ readBrandFile: brandFileReader(shop.admin, 'public'), log }),
    log,
  });
  const placed = await shopper.client.rpc('place_order', {
    p_order: { ...orderOf(shop.store), note: '' } as never,
  });
  orderId = (placed.data as { id: string }).id;
  for (const p_status of ['confirmed', 'in_production', 'shipped'] as const)
    await staff.client.rpc('change_order_status', { p_order_id: orderId, p_status });
  const { data } = await shopper.client.from('invoices').select('id').single();
  invoiceId = data?.id ?? '';
});
afterAll(() => shop.close());

const ask = async (path: string, who?: Customer, method = 'GET') =>
  endpoint.request(path, {
    method,
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
  });

test("an invoice's file is only for its customer and the store's staff, and never cached", async () => {
  for (const who of [shopper, staff])
    for (const query of ['', '?language=ar']) {
      const answer = await ask(`/invoices/${invoiceId}.pdf${query}`, who);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="INV-\d{4}-000001.pdf"$/,
      );
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    }
});

test('nobody else learns whether it exists', async () => {
  const path = `/invoices/${invoiceId}.pdf`;
  const other = await shop.person();
  const [foreign, missing, unsigned, forged, posted, odd] = await Promise.all([
    ask(path, other),
    ask(`/invoices/${crypto.randomUUID()}.pdf`, other),
    ask(path),
    ask(path, { ...other, token: 'x.y.z' }),
    ask(path, shopper, 'POST'),
    ask('/invoices/1.pdf', shopper),
  ]);
  expect([foreign.status, missing.status, unsigned.status, forged.status, posted.status, odd.status]).toEqual(
    [...[404, 404, 401, 401, 405, 404]],
  );
  expect(await foreign.text()).toBe(await missing.text());
});

/** The words of a file. */
async function wordsOf(answer: Response): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()) }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

test("has the customer's address in full only for them and for staff with the right", async () => {
  const bookkeeper = await shop.person();
  await shop.backend.owner`
    insert into staff_grants (user_id, tenant_id, role_id)
    select ${bookkeeper.id}, ${shop.store.tenantId}, id from private.staff_roles where key = 'bookkeeper'`;
  const path = `/invoices/${invoiceId}.pdf`;
  for (const who of [shopper, staff]) expect(await wordsOf(await ask(path, who))).toContain(address.street);
  const words = await wordsOf(await ask(path, bookkeeper));
  expect(words).toContain(address.city);
  expect(words).not.toContain(address.street);
});

test('the documents of several orders are one file to print, for people who may read them', async () => {
  const path = `/invoices/of-orders.pdf?ids=${orderId},00000000-0000-4000-8000-000000000000`;
  const answer = await ask(path, staff);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="invoices.pdf"');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  expect((await ask(path, await shop.person())).status).toBe(404);
  expect((await ask(path)).status).toBe(401);
  expect((await ask(path, staff, 'POST')).status).toBe(405);
});
