import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { isStaffOf } from '../backend/is-staff.ts';
import { type Session, sessionOf } from '../backend/session.ts';
import { readTarget } from '../http/answer-requests.ts';
import { HttpError } from '../http/http-error.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { CarrierRefusal, CarrierSilence } from './carrier.ts';
import { type CarrierAccounts, isCarrierCode, knownCarriers } from './carrier-accounts.ts';
import type { Carriers } from './carriers.ts';
import { mergedPdf } from './merged-pdf.ts';
import { bookPickup } from './pickups.ts';

const address = /^\/carriers(?:\/([a-z]+)(?:\/(callback))?)?$/;
const LARGEST_BODY = 64 * 1024;

const carrierCode = z.string().refine(isCarrierCode);
const ids = z.array(z.uuid()).min(1).max(200);
const bookSchema = z.object({
  carrier: carrierCode,
  shipments: ids,
  /** The courier's district of parcels whose address does not say it. */
  districts: z.record(z.uuid(), z.string()).default({}),
  request: z.uuid(),
});
const labelsSchema = z.object({ shipments: ids });
const pickupSchema = z.object({ store: z.string(), carrier: carrierCode, day: z.iso.date() });
const answersSchema = z.array(
  z.looseObject({ shipment_id: z.string(), refusal: z.looseObject({}).optional() }),
);

interface EndpointOptions {
  carriers: Carriers;
  accounts: CarrierAccounts;
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  log: Logger;
}

type Person = SupabaseClient<Database>;

/**
 * Handles what staff ask couriers for, each with a bearer access token: `GET /carriers?store=` (the couriers with an API, and which
 * the store has an account with), `POST /carriers/book` ({carrier, shipments, districts, request} → per parcel {order_id, shipment_id,
 * refusal}), `POST /carriers/labels` ({shipments} → one PDF), `GET /carriers/days?store=&carrier=` (days of pick-ups) and
 * `POST /carriers/pickups` ({store, carrier, day}); and `POST /carriers/{carrier}/callback`, which couriers call with our secret as
 * bearer token. Responds 401 without a session or with a wrong secret; 403, 404 or 409 with message, details and hint for refusals; 502
 * when a courier does not answer; 503 for a callback that could not be booked, which couriers repeat.
 */
export function carrierEndpoints({ carriers, accounts, admin, backend, log }: EndpointOptions) {
  async function callback(code: string, request: IncomingMessage): Promise<object> {
    const body = asJson(await bodyOf(request));
    if (!isCarrierCode(code)) throw new HttpError(404, 'There is no such courier.');
    const calls = accounts.tenantIds.flatMap((id) => accounts.carrierOf(id, code)?.callbacks ?? []);
    const genuine = calls.find((one) => one.isGenuine(request.headers.authorization));
    if (!genuine) {
      log.warn({ carrier: code }, 'a callback does not bring the secret of a courier');
      throw new HttpError(401, 'The secret is wrong.');
    }
    const trackingNumber = genuine.trackingNumberOf(body);
    if (!trackingNumber) throw new HttpError(400, 'Name the parcel.');
    const known = await carriers.told(code, trackingNumber);
    if (!known) log.info({ carrier: code }, 'a callback is about no parcel of the stores');
    return { known };
  }

  async function book(person: Person, body: unknown): Promise<object> {
    const { carrier, shipments, districts, request } = parsed(bookSchema, body);
    const first = await person
      .from('shipments')
      .select('tenant_id')
      .in('id', shipments)
      .limit(1)
      .maybeSingle();
    if (!first.data) throw new HttpError(404, 'There is no such parcel.', refusal('unknown_shipment'));
    carriers.requireCarrier(first.data.tenant_id, carrier);
    const asked = await person.rpc('book_parcels', {
      p_shipment_ids: shipments,
      p_carrier: carrier,
      p_carrier_name: knownCarriers[carrier].name,
      p_districts: districts,
      p_request_id: request,
    });
    if (asked.error) throw refused(asked.error);
    const answers = answersSchema.parse(asked.data);
    const taken = answers.filter((one) => !one.refusal).map(({ shipment_id }) => shipment_id);
    await carriers.book(taken);
    const stored = await person
      .from('carrier_bookings')
      .select('shipment_id, problem')
      .in('shipment_id', taken);
    if (stored.error) throw refused(stored.error);
    const problems = new Map(stored.data.map(({ shipment_id, problem }) => [shipment_id, problem]));
    return answers.map((one) => {
      const problem = problems.get(one.shipment_id);
      return problem ? { ...one, refusal: problem } : one;
    });
  }

  async function labels(person: Person, body: unknown): Promise<Uint8Array> {
    const { shipments } = parsed(labelsSchema, body);
    const { data, error } = await person
      .from('carrier_bookings')
      .select('shipment_id, tenant_id, carrier, shipments(tracking_number)')
      .eq('state', 'booked')
      .in('shipment_id', shipments);
    if (error) throw refused(error);
    if (data.length === 0)
      throw new HttpError(404, 'No courier has a label of this.', refusal('unknown_shipment'));
    // In the order in which they were asked for.
    const parcels = data.toSorted(
      (one, other) => shipments.indexOf(one.shipment_id) - shipments.indexOf(other.shipment_id),
    );
    const files: Uint8Array[] = [];
    for (const own of Map.groupBy(parcels, (one) => `${one.carrier} ${one.tenant_id}`).values()) {
      const [{ carrier, tenant_id } = { carrier: '', tenant_id: '' }] = own;
      if (!isCarrierCode(carrier)) continue;
      const numbers = own.flatMap(({ shipments: parcel }) => parcel?.tracking_number ?? []);
      files.push(...(await carriers.requireCarrier(tenant_id, carrier).labels(numbers)));
    }
    return mergedPdf(files);
  }

  async function requireStaff(session: Session, store: string): Promise<void> {
    if (!(await isStaffOf(session, new Set([store]))))
      throw new HttpError(403, 'Only this store’s staff can do that.', refusal('staff_only'));
  }

  async function answer(action: string, request: IncomingMessage, query: URLSearchParams) {
    const session = await sessionOf(backend, request);
    if (request.method === 'POST') {
      const body = asJson(await bodyOf(request));
      if (action === 'book') return book(session.person, body);
      if (action === 'labels') return labels(session.person, body);
      if (action !== 'pickups') throw new HttpError(404, 'There is nothing at this address.');
      const { store, carrier, day } = parsed(pickupSchema, body);
      await requireStaff(session, store);
      return bookPickup({
        admin,
        carrier: carriers.requireCarrier(store, carrier),
        store,
        code: carrier,
        day,
      });
    }
    const store = query.get('store') ?? '';
    await requireStaff(session, store);
    if (action === '') return { carriers: carriers.offered(store) };
    if (action !== 'days') throw new HttpError(404, 'There is nothing at this address.');
    const { pickups } = carriers.requireCarrier(store, parsed(carrierCode, query.get('carrier')));
    return { days: pickups ? await pickups.days() : [] };
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const { pathname, searchParams } = readTarget(request.url ?? '');
    const [whole, action = '', isCallback] = address.exec(pathname) ?? [];
    if (whole === undefined) return false;
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    const expected = isCallback || !['', 'days'].includes(action) ? 'POST' : 'GET';
    if (request.method !== expected) {
      send(405, { message: `Only ${expected}.` });
      return true;
    }
    return (isCallback ? callback(action, request) : answer(action, request, searchParams)).then(
      (body) => {
        if (!(body instanceof Uint8Array)) return void send(200, body);
        response
          .writeHead(200, {
            'content-type': 'application/pdf',
            'content-length': body.length,
            'content-disposition': 'attachment; filename="labels.pdf"',
            'cache-control': 'private, no-store',
          })
          .end(body);
      },
      (error: unknown) => {
        if (error instanceof HttpError)
          return void send(error.status, { message: error.message, ...error.refusal });
        if (error instanceof CarrierRefusal) {
          const { code, ...parameters } = error.problem;
          return void send(409, { message: code, details: code, hint: JSON.stringify(parameters) });
        }
        if (!(error instanceof CarrierSilence) || isCallback)
          log.error({ err: error, action: isCallback ? 'callback' : action }, 'a courier’s request failed');
        const silence = { message: 'The courier does not answer.', ...refusal('carrier_unreachable') };
        send(isCallback ? 503 : error instanceof CarrierSilence ? 502 : 500, silence);
      },
    );
  };
}

const refusal = (details: string) => ({ details, hint: null });

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (!read.success) throw new HttpError(400, 'This request cannot be read.');
  return read.data;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request, LARGEST_BODY);
  if (!body) throw new HttpError(413, 'This is too much.');
  return body;
}

function refused(error: { code: string; message: string; details: string; hint: string | null }): Error {
  const { details, hint } = error;
  if (error.code === 'P0001') return new HttpError(409, error.message, { details, hint });
  if (error.code === '42501') return new HttpError(403, error.message, { details, hint });
  return new Error(`The database refused what couriers are asked: ${error.code}`);
}
