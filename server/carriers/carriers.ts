import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database, Json } from '../../app/lib/database.types.ts';
import { HttpError } from '../http/http-error.ts';
import { type JobHandlers, runAllDueJobs } from '../jobs/jobs.ts';
import {
  type Carrier,
  type CarrierProblem,
  CarrierRefusal,
  CarrierSilence,
  type NewShipment,
  problemOf,
  type ReadShipment,
} from './carrier.ts';
import {
  type CarrierAccounts,
  type CarrierCode,
  carrierCodes,
  isCarrierCode,
  knownCarriers,
} from './carrier-accounts.ts';

type TaskRow = Database['public']['Functions']['carrier_tasks']['Returns'][number];
/** Columns that can be null, which the generated types of functions do not say. */
type NullableColumn = 'grams' | 'tracking_number' | 'district' | 'collected';
type Task = {
  [Column in keyof Omit<TaskRow, 'address'>]: Column extends NullableColumn
    ? TaskRow[Column] | null
    : TaskRow[Column];
} & Pick<NewShipment, 'address'>;

/** What an order's address may lack. */
const noAddress: NewShipment['address'] = {
  ...{ full_name: '', phone: '', governorate: '', city: '', street: '' },
  ...{ building: '', floor: '', apartment: '', landmark: '' },
};

/** Shipments processed at the same time. */
const CONCURRENCY = 4;
const HOUR = 3600;
/** Seconds without news before a shipment is polled, for carriers with and without callbacks. */
const POLL_AFTER = { callbacks: 6 * HOUR, none: HOUR / 2 };
const AREAS_LAST = 24 * HOUR * 1000;

interface CarriersOptions {
  accounts: CarrierAccounts;
  admin: SupabaseClient<Database>;
  log: Logger;
}

export type Carriers = ReturnType<typeof createCarriers>;

/**
 * Calls carriers' APIs and records the results. The database decides what to request; each step is idempotent
 * and may run in any process.
 */
export function createCarriers({ accounts, admin, log }: CarriersOptions) {
  const { carrierOf } = accounts;
  const configured = (code: CarrierCode) =>
    accounts.tenantIds.flatMap((tenantId) => carrierOf(tenantId, code) ?? []);

  /** Carriers with an API, and those the store has an account with. */
  function offered(tenantId: string) {
    return carrierCodes.map((code) => {
      const carrier = carrierOf(tenantId, code);
      const { name, needs } = knownCarriers[code];
      return {
        ...{ code, name, needs, configured: carrier !== undefined },
        ...{ calls_back: Boolean(carrier?.callbacks), has_pickups: Boolean(carrier?.pickups) },
      };
    });
  }

  /** @throws HttpError if the store has no account */
  function requireCarrier(tenantId: string, code: CarrierCode): Carrier {
    const carrier = carrierOf(tenantId, code);
    if (carrier) return carrier;
    throw new HttpError(409, 'This store has no account with this courier.', {
      details: 'carrier_not_configured',
    });
  }

  /** Books everything that is due, or only these shipments. */
  async function book(shipmentIds?: readonly string[]): Promise<void> {
    if (shipmentIds?.length !== 0)
      await runAllDueJobs({ admin, log, handlers: bookings, concurrency: CONCURRENCY, keys: shipmentIds });
  }

  const bookings: JobHandlers = {
    book_shipment: {
      async prepare(jobs) {
        await refreshAreas({ missing: true });
        const { data } = await admin
          .rpc('carrier_tasks', { p_job_ids: jobs.map(({ id }) => id) })
          .throwOnError();
        const tasks = new Map(data.map((row) => [row.shipment_id, row]));
        return new Map(
          jobs.flatMap((job) => {
            const row = tasks.get(job.key);
            return row
              ? [[job.id, () => workOn({ ...row, address: { ...noAddress, ...row.address } })] as const]
              : [];
          }),
        );
      },
    },
  };

  async function workOn(task: Task): Promise<void> {
    const carrier = isCarrierCode(task.carrier) ? carrierOf(task.tenant_id, task.carrier) : undefined;
    try {
      if (!carrier) return await failed(task, { code: 'carrier_not_configured' });
      await (task.todo === 'cancel' ? callOff(carrier, task) : make(carrier, task));
    } catch (error) {
      if (error instanceof CarrierRefusal) return await failed(task, error.problem);
      if (error instanceof CarrierSilence) {
        log.warn({ carrier: task.carrier, why: error.message }, 'a carrier does not respond');
        await done(task, 'again', { problem: { code: 'carrier_unreachable' } });
      }
      throw error;
    }
  }

  async function make(carrier: Carrier, task: Task): Promise<void> {
    let made = task.todo === 'look' ? await carrier.find(task) : null;
    if (!made) {
      if (!task.district && !(await areasReadAt(task.carrier))) throw new CarrierSilence('no districts');
      const problem = problemOf(task, carrier);
      if (problem) return failed(task, problem);
      made = await carrier.create(task).catch(async (error: unknown) => {
        // A carrier also rejects a shipment it already has.
        const known = error instanceof CarrierRefusal ? await carrier.find(task) : null;
        if (known) return known;
        throw error;
      });
    }
    const { trackingNumber, trackingUrl, carrierReference } = made;
    await done(task, 'booked', {
      ...{ tracking_number: trackingNumber, tracking_url: trackingUrl, carrier_reference: carrierReference },
      collects: carrier.swaps && task.collected !== null,
    });
  }

  async function callOff(carrier: Carrier, task: Task): Promise<void> {
    const number = task.tracking_number ?? (await carrier.find(task))?.trackingNumber;
    if (number)
      await carrier.cancel(number).catch((error: unknown) => {
        if (!(error instanceof CarrierRefusal)) throw error;
        log.warn({ carrier: task.carrier, ...error.problem }, 'a carrier does not cancel a shipment');
        throw new CarrierRefusal({ code: 'carrier_not_cancelled' });
      });
    await done(task, 'cancelled', {});
  }

  const failed = (task: Task, problem: CarrierProblem) => done(task, 'failed', { problem });

  async function done(task: Task, outcome: string, answer: Json): Promise<void> {
    const { error } = await admin.rpc('carrier_booking_done', {
      p_shipment_id: task.shipment_id,
      p_outcome: outcome,
      p_answer: answer,
    });
    if (error) throw new Error(`A carrier's response could not be recorded: ${error.code}`);
  }

  /**
   * Handles a callback: reads the shipment it names from the carrier and records its state. Returns whether
   * the shipment exists.
   * @throws CarrierSilence when the carrier does not answer, Error when the state could not be recorded
   */
  async function handleCallback(code: CarrierCode, trackingNumber: string): Promise<boolean> {
    const { data, error } = await admin
      .from('shipments')
      .select('id, tenant_id')
      .match({ carrier: code, tracking_number: trackingNumber })
      .neq('state', 'cancelled');
    if (error) throw new Error(`A shipment could not be read: ${error.code}`);
    for (const { id, tenant_id } of data) {
      const [read] = (await carrierOf(tenant_id, code)?.read([trackingNumber])) ?? [];
      if (read) await bookRead({ id, tenant_id, code }, read);
    }
    return data.length > 0;
  }

  async function bookRead(
    { id, tenant_id, code }: { id: string; tenant_id: string; code: CarrierCode },
    read: ReadShipment,
  ): Promise<void> {
    if (read.reference !== undefined && !read.reference.startsWith(id)) {
      log.warn({ carrier: code, shipment: id }, 'a carrier has another shipment with this number');
      return;
    }
    if (read.state === 'none') return;
    const last = await admin
      .from('shipment_events')
      .select('carrier_state')
      .eq('shipment_id', id)
      .neq('carrier_state', '')
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    if (last.error) throw new Error(`A shipment's history could not be read: ${last.error.code}`);
    // The same state may come with another time when it is read again.
    if (last.data?.carrier_state === read.word) return;
    const { data, error } = await admin.rpc('record_shipment_event', {
      p_tenant_id: tenant_id,
      p_carrier: code,
      p_tracking_number: read.trackingNumber,
      ...(read.state === 'unknown' ? {} : { p_state: read.state }),
      p_carrier_state: read.word,
      p_happened_at: read.happenedAt,
      p_note: read.note,
      ...(read.cash === undefined ? {} : { p_cash: read.cash / 100 }),
    });
    if (error) throw new Error(`A carrier's state could not be recorded: ${error.code}`);
    if (data === 'waiting') log.warn({ carrier: code, word: read.word }, "a carrier's state awaits a person");
  }

  /** Polls shipments that have gone quiet. */
  async function track(): Promise<void> {
    const pollAfter = carrierCodes.flatMap((code) => {
      const own = configured(code);
      if (own.length === 0) return [];
      return [
        [code, own.every(({ callbacks }) => callbacks) ? POLL_AFTER.callbacks : POLL_AFTER.none] as const,
      ];
    });
    if (pollAfter.length === 0) return;
    const { data, error } = await admin.rpc('shipments_to_track', { p_every: Object.fromEntries(pollAfter) });
    if (error) throw new Error(`Shipments to poll could not be read: ${error.code}`);
    for (const [account, shipments] of Map.groupBy(data, (one) => `${one.carrier} ${one.tenant_id}`)) {
      await trackOf(shipments).catch((failure: unknown) => {
        log.warn(
          { account, why: failure instanceof Error ? failure.message : '' },
          'shipments could not be polled',
        );
      });
    }
  }

  async function trackOf(
    shipments: Database['public']['Functions']['shipments_to_track']['Returns'],
  ): Promise<void> {
    const [first] = shipments;
    if (!first || !isCarrierCode(first.carrier)) return;
    const code = first.carrier;
    const numbers = shipments.map(({ tracking_number }) => tracking_number);
    const read = (await carrierOf(first.tenant_id, code)?.read(numbers)) ?? [];
    for (const one of read) {
      const own = shipments.find(({ tracking_number }) => tracking_number === one.trackingNumber);
      if (own) await bookRead({ id: own.shipment_id, tenant_id: own.tenant_id, code }, one);
    }
  }

  /** Refreshes districts read more than a day ago, or only those of carriers that have none yet. */
  async function refreshAreas({ missing = false } = {}): Promise<void> {
    for (const code of carrierCodes) {
      const [carrier] = configured(code);
      if (!carrier) continue;
      const readAt = await areasReadAt(code);
      if (readAt && (missing || readAt > Date.now() - AREAS_LAST)) continue;
      try {
        const { data, error } = await admin.rpc('store_carrier_areas', {
          p_carrier: code,
          p_areas: (await carrier.areas()).map((area) => ({ ...area })),
        });
        if (error) throw new Error(error.code);
        log.info({ carrier: code, districts: data }, "a carrier's districts were read");
      } catch (error) {
        log.warn(
          { carrier: code, why: error instanceof Error ? error.message : '' },
          'districts could not be read',
        );
      }
    }
  }

  /** When a carrier's districts were last read, in epoch milliseconds; undefined if there are none. */
  async function areasReadAt(code: string): Promise<number | undefined> {
    const { data, error } = await admin
      .from('carrier_areas')
      .select('refreshed_at')
      .eq('carrier', code)
      .order('refreshed_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    if (error) throw new Error(`A carrier's districts could not be read: ${error.code}`);
    return data ? Date.parse(data.refreshed_at) : undefined;
  }

  return { offered, requireCarrier, bookings, book, handleCallback, track, refreshAreas };
}
