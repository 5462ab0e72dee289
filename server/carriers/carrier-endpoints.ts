import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import { requireCapability, requireSession, type SessionBackend } from '../backend/session.ts';
import { createEndpoints, type Endpoints, jsonBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { CarrierRefusal, CarrierSilence } from './carrier.ts';
import { type CarrierAccounts, isCarrierCode, knownCarriers } from './carrier-accounts.ts';
import type { Carriers } from './carriers.ts';
import { mergedPdf } from './merged-pdf.ts';
import { bookPickup } from './pickups.ts';

const largest = 64 * 1024;

const carrierCode = z.string().refine(isCarrierCode);
const ids = z.array(z.uuid()).min(1).max(200);
const bookSchema = z.object({
  carrier: carrierCode,
  shipments: ids,
  /** The carrier's district, for shipments whose address lacks it. */
  districts: z.record(z.uuid(), z.string()).default({}),
  request: z.uuid(),
});
const labelsSchema = z.object({ shipments: ids });
const pickupSchema = z.object({ store: z.string(), carrier: carrierCode, day: z.iso.date() });

interface EndpointOptions {
  carriers: Carriers;
  admin: SupabaseClient<Database>;
  backend: SessionBackend;
  log: Logger;
}

interface CallbackOptions extends Pick<EndpointOptions, 'carriers' | 'log'> {
  accounts: CarrierAccounts;
}

const UNREACHABLE = { message: 'The courier does not answer.', details: 'carrier_unreachable' };

/**
 * Carrier endpoints for staff, each with a bearer access token:
 * - `GET /carriers?store=`: carriers with an API, and those the store has an account with
 * - `POST /carriers/book`: {carrier, shipments, districts, request} → per shipment {order_id, shipment_id,
 * refusal}
 * - `POST /carriers/labels`: {shipments} → one PDF
 * - `GET /carriers/days?store=&carrier=`: days for pick-ups
 * - `POST /carriers/pickups`: {store, carrier, day}
 * Answers 502 when a carrier does not answer.
 */
export function carrierEndpoints({ carriers, admin, backend, log }: EndpointOptions): Endpoints {
  const session = requireSession(backend);
  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, ...UNREACHABLE },
    translate(error) {
      if (error instanceof CarrierSilence) return new HttpError(502, UNREACHABLE.message, UNREACHABLE);
      if (!(error instanceof CarrierRefusal)) return error;
      const { code, ...parameters } = error.problem;
      return new HttpError(409, code, { details: code, hint: JSON.stringify(parameters) });
    },
  });

  endpoints.get('/carriers', session, async (c) => {
    const store = c.req.query('store') ?? '';
    await requireCapability(c.var.session, store, 'orders.pack');
    return c.json({ carriers: carriers.offered(store) });
  });

  endpoints.get('/carriers/days', session, async (c) => {
    const store = c.req.query('store') ?? '';
    await requireCapability(c.var.session, store, 'orders.pack');
    const code = c.req.query('carrier');
    if (!code || !isCarrierCode(code)) throw new HttpError(400, 'This request cannot be read.');
    const { pickups } = carriers.requireCarrier(store, code);
    return c.json({ days: pickups ? await pickups.days() : [] });
  });

  endpoints.post('/carriers/book', session, jsonBody(bookSchema, { largest }), async (c) => {
    const { person } = c.var.session;
    const { carrier, shipments, districts, request } = c.var.body;
    const first = await person
      .from('shipments')
      .select('tenant_id')
      .in('id', shipments)
      .limit(1)
      .maybeSingle();
    if (!first.data) throw new HttpError(404, 'There is no such parcel.', { details: 'unknown_shipment' });
    carriers.requireCarrier(first.data.tenant_id, carrier);
    const asked = await person
      .rpc('book_shipments', {
        p_shipment_ids: shipments,
        p_carrier: carrier,
        p_carrier_name: knownCarriers[carrier].name,
        p_districts: districts,
        p_request_id: request,
      })
      .throwOnError();
    const taken = asked.data.flatMap(({ shipment_id, refusal }) => (refusal ? [] : (shipment_id ?? [])));
    await carriers.book(taken);
    const stored = await person
      .from('carrier_bookings')
      .select('shipment_id, problem')
      .in('shipment_id', taken)
      .throwOnError();
    const problems = new Map(stored.data.map(({ shipment_id, problem }) => [shipment_id, problem]));
    return c.json(
      asked.data.map((one) => {
        const problem = problems.get(one.shipment_id ?? '');
        return problem ? { ...one, refusal: problem } : one;
      }),
    );
  });

  endpoints.post('/carriers/labels', session, jsonBody(labelsSchema, { largest }), async (c) => {
    const { shipments } = c.var.body;
    const { data } = await c.var.session.person
      .from('carrier_bookings')
      .select('shipment_id, tenant_id, carrier, shipments(tracking_number)')
      .eq('state', 'booked')
      .in('shipment_id', shipments)
      .throwOnError();
    if (data.length === 0)
      throw new HttpError(404, 'No courier has a label of this.', { details: 'unknown_shipment' });
    // In the order of the request.
    const booked = data.toSorted(
      (one, other) => shipments.indexOf(one.shipment_id) - shipments.indexOf(other.shipment_id),
    );
    const files: Uint8Array[] = [];
    for (const own of Map.groupBy(booked, (one) => `${one.carrier} ${one.tenant_id}`).values()) {
      const [{ carrier, tenant_id } = { carrier: '', tenant_id: '' }] = own;
      if (!isCarrierCode(carrier)) continue;
      const numbers = own.flatMap(({ shipments: shipment }) => shipment?.tracking_number ?? []);
      files.push(...(await carriers.requireCarrier(tenant_id, carrier).labels(numbers)));
    }
    const pdf = await mergedPdf(files);
    return c.body(Uint8Array.from(pdf), 200, {
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': 'attachment; filename="labels.pdf"',
      'cache-control': 'private, no-store',
    });
  });

  endpoints.post('/carriers/pickups', session, jsonBody(pickupSchema, { largest }), async (c) => {
    const { store, carrier: code, day } = c.var.body;
    await requireCapability(c.var.session, store, 'orders.pack');
    const carrier = carriers.requireCarrier(store, code);
    return c.json(await bookPickup({ admin, carrier, store, code, day }));
  });

  return refuseOtherMethods(endpoints);
}

/**
 * `POST /carriers/{carrier}/callback`, with our secret as bearer token. Answers 401 for a wrong secret, and
 * 503 if the news could not be recorded, so that the carrier repeats it.
 */
export function carrierCallbacks({ carriers, accounts, log }: CallbackOptions): Endpoints {
  const callbacks = createEndpoints(log, { unexpected: { status: 503, ...UNREACHABLE } });
  const path = '/carriers/:carrier{[a-z]+}/callback';
  callbacks.post(path, jsonBody(z.unknown(), { largest }), async (c) => {
    const code = c.req.param('carrier');
    if (!isCarrierCode(code)) throw new HttpError(404, 'There is no such courier.');
    const calls = accounts.tenantIds.flatMap((id) => accounts.carrierOf(id, code)?.callbacks ?? []);
    const genuine = calls.find((one) => one.isGenuine(c.req.header('authorization')));
    if (!genuine) {
      log.warn({ carrier: code }, "a callback lacks the carrier's secret");
      throw new HttpError(401, 'The secret is wrong.');
    }
    const trackingNumber = genuine.trackingNumberOf(c.var.body);
    if (!trackingNumber) throw new HttpError(400, 'Name the parcel.');
    const known = await carriers.handleCallback(code, trackingNumber);
    if (!known) log.info({ carrier: code }, 'a callback names no shipment of the stores');
    return c.json({ known });
  });
  return refuseOtherMethods(callbacks);
}
