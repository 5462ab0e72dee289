import { Hono } from 'hono';
import { expect } from 'vitest';
import type { Json } from '../../app/lib/database.types.ts';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { carrierAccounts } from '../../server/carriers/carrier-accounts.ts';
import { carrierCallbacks, carrierEndpoints } from '../../server/carriers/carrier-endpoints.ts';
import { type Carriers, createCarriers } from '../../server/carriers/carriers.ts';
import { readEnvironment } from '../../server/environment.ts';
import type { EndpointEnv } from '../../server/http/endpoints.ts';
import { makeStore, orderOf, type Store } from '../database/store.ts';
import { startTestBackend, type TestBackend } from './backend.ts';
import { type BostaDelivery, type BostaStub, startBostaStub } from './bosta-stub.ts';
import { clientAt } from './client.ts';
import { signUpIn } from './customer.ts';
import { dyingClient } from './dying-process.ts';
import { keptLog } from './kept-log.ts';
import { type MylerzStub, startMylerzStub } from './mylerz-stub.ts';

interface Answer {
  status: number;
  body: unknown;
}

export interface CarrierStore {
  backend: TestBackend;
  bosta: BostaStub;
  mylerz: MylerzStub;
  carriers: Carriers;
  /** The same in another process, which dies as soon as this is true. */
  dyingCarriers(isDead: () => boolean): Carriers;
  store: Store;
  /** The whole log, as text. */
  logged(): string;
  /** Calls a carrier endpoint, as staff unless another token is given. */
  ask(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<Answer>;
  /** The token of a person with an account in the store. */
  token(role: 'user' | 'admin'): Promise<string>;
  /** Places a cash order with overrides, confirms it and packs it. Returns the ids of the order and the shipment. */
  packed(changes?: Record<string, unknown>): Promise<{ order: string; shipment: string; number: string }>;
  /** Books shipments at a carrier, as staff. Returns the refusal of each, or ''. */
  book(carrier: string, shipments: string[], districts?: Record<string, string>): Promise<string[]>;
  /** Bosta's delivery of a shipment. */
  deliveryOf(shipment: string): BostaDelivery;
  /** Sends Bosta's callback; returns the response status. */
  callBack(delivery: BostaDelivery, secret?: string): Promise<number>;
  /** Makes all pending carrier work due now. */
  later(): Promise<void>;
  shipment(id: string): Promise<Record<string, unknown>>;
  booking(id: string): Promise<Record<string, unknown>>;
  /** Closes it and checks that its ledgers balance. */
  close(): Promise<void>;
}

/** A backend with a store, carrier stubs on free ports, and the endpoints between them. */
export async function startCarrierStore(tenantId: string): Promise<CarrierStore> {
  const [backend, bosta, mylerz] = await Promise.all([
    startTestBackend({ auth: { mailerAutoconfirm: true } }),
    startBostaStub(),
    startMylerzStub(),
  ]);
  const admin = clientAt(backend.url, backend.secretKey);
  const { log, logged } = keptLog();
  const own = tenantId.toUpperCase();
  const environment = readEnvironment({
    BOSTA_API_URL: bosta.url,
    [`BOSTA_API_KEY_${own}`]: bosta.apiKey,
    [`BOSTA_WEBHOOK_SECRET_${own}`]: bosta.webhookSecret,
    MYLERZ_API_URL: mylerz.url,
    MYLERZ_USERNAME: mylerz.username,
    MYLERZ_PASSWORD: mylerz.password,
  });
  const accounts = carrierAccounts(environment, {
    tenantIds: () => [tenantId],
    callbackUrlOf: (code) => `https://shop.example/carriers/${code}/callback`,
    timeout: 2_000,
  });
  const carriers = createCarriers({ accounts, admin, log });
  const store = await makeStore(backend, tenantId);
  const connection = { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch };
  const endpoints = new Hono<EndpointEnv>()
    .route('/', carrierEndpoints({ carriers, admin, log, backend: connection }))
    .route('/', carrierCallbacks({ carriers, accounts, log }));
  const { owner } = backend;

  const person = (role: 'user' | 'admin') => signUpIn(backend, tenantId, role);
  // Rotated, because each has limited stock.
  const variants = ['Black', 'White'].flatMap((color) => [['M', color] as const, ['L', color] as const]);
  let placed = 0;
  const [shopper, staff] = await Promise.all([person('user'), person('admin')]);

  const shop: CarrierStore = {
    backend,
    bosta,
    mylerz,
    carriers,
    dyingCarriers: (isDead) => createCarriers({ accounts, admin: dyingClient(backend, isDead), log }),
    store,
    logged,
    async ask(method, path, body, token = staff.token) {
      const answer = await endpoints.request(path, {
        method,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const isJson = answer.headers.get('content-type') === 'application/json';
      return {
        status: answer.status,
        body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()),
      };
    },
    token: async (role) => (await person(role)).token,
    async packed(changes = {}) {
      const [size, color] = variants[placed++ % variants.length] ?? [];
      const lines = [{ product_id: store.hoodieId, quantity: 1, size, color }];
      const document = orderOf(store, { lines, ...changes }) as { [key: string]: Json };
      const answer = await shopper.client.rpc('place_order', { p_order: document }).throwOnError();
      const { id, number } = answer.data as { id: string; number: string };
      await staff.client.rpc('change_order_status', { p_order_id: id, p_status: 'confirmed' }).throwOnError();
      const packed = await staff.client.rpc('pack_order', { p_order_id: id }).throwOnError();
      return { order: id, shipment: packed.data.id, number };
    },
    async book(carrier, shipments, districts = {}) {
      const request = crypto.randomUUID();
      const { status, body } = await shop.ask('POST', '/carriers/book', {
        ...{ carrier, shipments: shipments, districts, request },
      });
      if (status !== 200) throw new Error(`Booking answered ${status}: ${JSON.stringify(body)}`);
      const answers = body as { shipment_id: string; refusal?: { code: string } }[];
      return shipments.map((id) => answers.find((one) => one.shipment_id === id)?.refusal?.code ?? '');
    },
    deliveryOf(shipment) {
      const own = bosta.deliveries.findLast((one) => one.uniqueBusinessReference.startsWith(shipment));
      if (!own) throw new Error('Bosta has no such delivery');
      return own;
    },
    async callBack(delivery, secret = bosta.webhookSecret) {
      return (await shop.ask('POST', '/carriers/bosta/callback', bosta.callbackOf(delivery), secret)).status;
    },
    async later() {
      await owner`update private.jobs set run_at = now() where kind = 'book_shipment'`;
      await owner`update carrier_bookings set looked_at = now() - interval '1 day', updated_at = now() - interval '1 day'`;
      await owner`update shipment_events set created_at = created_at - interval '1 day'`;
    },
    async shipment(id) {
      const [row] = await owner`
        select shipment.state::text, shipment.carrier, shipment.carrier_name, shipment.tracking_number, shipment.tracking_url,
          shipment.cash_due::float8, shipment.cash_collected::float8, shipment.attempts, orders.queues::text[], orders.status::text,
          orders.payment_status::text
        from shipments shipment join orders on orders.id = shipment.order_id where shipment.id = ${id}`;
      if (!row) throw new Error('No such shipment');
      return row;
    },
    async booking(id) {
      const [row] = await owner`
        select state::text, problem ->> 'code' as problem, round from carrier_bookings where shipment_id = ${id}`;
      return row ?? {};
    },
    async close() {
      expect(await checkLedger(backend.owner)).toEqual([]);
      await Promise.all([bosta.close(), mylerz.close()]);
      await backend.close();
    },
  };
  return shop;
}
