import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from 'embedded-supabase/database';
import { readOrderPage } from '../app/admin/orders/data/read-admin-orders.ts';
import { orderFilter } from '../app/admin/orders/model/order-filter.ts';
import { orderQueues } from '../app/admin/orders/model/queues.ts';
import type { Database } from '../app/lib/database.types.ts';
import { asOwner } from './as-owner.ts';
import { atMost, type Figure, quantile } from './figures.ts';
import type { RunningStore } from './running-store.ts';

/** Filled by the measurements of lists only. */
export const tenantId = 'meeplehouse';
const orders = 100_000;
const requests = 60;

/** A page of the order list per queue, with 100,000 orders that have shipments, returns and refunds. */
export async function staffListFigures(store: RunningStore): Promise<Figure[]> {
  await fillOrdersOf(store);
  const staff = await signedInStaff(store);
  const figures: Figure[] = [];
  for (const queue of [undefined, ...orderQueues]) {
    const filter = orderFilter(new URLSearchParams(queue && { queue }));
    const durations: number[] = [];
    let count = 0;
    for (let turn = -10; turn < requests; turn += 1) {
      const startedAt = performance.now();
      ({ count } = await readOrderPage(staff, [tenantId], filter));
      if (turn >= 0) durations.push(performance.now() - startedAt);
    }
    const name = `${queue ?? 'all'}: ${count} of ${orders} orders, a page of 50, p95`;
    figures.push(atMost(name, [quantile(durations, 0.95)], 100, 'ms'));
  }
  return figures;
}

/** The queues that depend only on the order, and their orders' status. */
const waiting = [
  ['to_confirm', 'pending'],
  ['to_print', 'in_production'],
  ['to_pack', 'in_production'],
  ['to_hand_over', 'in_production'],
  ['on_the_way', 'shipped'],
  ['attempt_failed', 'shipped'],
  ['returned_to_sender', 'returned_to_sender'],
  ['returns', 'return_requested'],
  ['to_give_back', 'returned'],
] as const;

/**
 * Fills the tables anew as their owner, without triggers, the stores in turn: one order in twenty waits for staff in
 * one of the queues, and one in ten for a carrier's cash.
 */
export async function fillOrdersOf(
  store: Pick<RunningStore, 'dataDir'>,
  tenantIds: readonly string[] = [tenantId],
): Promise<void> {
  await asOwner(store, async (owner) => {
    await owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`truncate public.orders cascade`;
      await fillOrders(sql, tenantIds);
      await fillShipments(sql);
    });
    await owner`vacuum analyze`;
  });
}

async function fillOrders(sql: Sql, tenantIds: readonly string[]): Promise<void> {
  const [queues, statuses] = [waiting.map(([queue]) => queue), waiting.map(([, status]) => status)];
  await sql`
    insert into public.orders (tenant_id, number, status, stage, queues, payment_method, payment_status, subtotal, total,
      charged, received, at_carrier, customer_name, customer_email, destination, created_at)
    select (${tenantIds}::text[])[made.number % ${tenantIds.length}::integer + 1], 'BE-' || made.number, made.status::public.order_status,
      case made.status when 'pending' then 'pending' else 'in_production' end::public.order_stage,
      array_remove(array[made.queue, case when made.holds_cash then 'cash_outstanding' end], null)::public.order_queue[],
      'cash_on_delivery', case when made.holds_cash then 'with_carrier' else 'paid' end::public.payment_status,
      200, 200, 200, 200, case when made.holds_cash then 200 else 0 end, 'Customer ' || made.number,
      'customer-' || made.number || '@example.com',
      private.masked_address(jsonb_build_object('full_name', 'Customer ' || made.number,
        'phone', '010' || lpad(made.number::text, 8, '0'), 'governorate', 'Cairo', 'city', 'Maadi')),
      now() - made.number * interval '5 minutes'
    from (
      select number, number % 20 <> 0 and number % 10 = 1 as holds_cash,
        case when number % 20 = 0 then (${queues}::text[])[number / 20 % ${waiting.length}::integer + 1] end as queue,
        case when number % 20 = 0 then (${statuses}::text[])[number / 20 % ${waiting.length}::integer + 1] else 'delivered' end as status
      from generate_series(1, ${orders}::integer) number
    ) made`;
  await sql`
    insert into public.order_addresses (order_id, tenant_id, address)
    select orders.id, orders.tenant_id, orders.destination || jsonb_build_object(
      'phone', '010' || lpad(substr(orders.number, 4), 8, '0'), 'street', 'Road 9')
    from public.orders where orders.number like 'BE-%'`;
  // Triggers don't run here.
  await sql`
    insert into public.order_staff_facts (order_id, tenant_id, search_text)
    select orders.id, orders.tenant_id, private.order_search_text(orders) from public.orders where orders.number like 'BE-%'`;
  await sql`
    insert into public.order_lines (tenant_id, order_id, position, name, unit_price, quantity)
    select orders.tenant_id, orders.id, line, 'Bench line ' || line, 100, 1
    from public.orders cross join generate_series(0, 1) line where orders.number like 'BE-%'`;
  await sql`
    insert into public.payment_entries (tenant_id, order_id, kind, amount)
    select orders.tenant_id, orders.id, kind, 200
    from public.orders cross join unnest('{charged,received}'::public.payment_entry_kind[]) kind where orders.number like 'BE-%'`;
}

/** A shipment of each packed order, with its return request and refund due. */
async function fillShipments(sql: Sql): Promise<void> {
  await sql`
    insert into public.shipments (tenant_id, order_id, number, state, carrier_name, tracking_number, cash_due, cash_collected,
      delivered_at)
    select orders.tenant_id, orders.id, 1, made.state, 'Nile Riders', 'BT-' || orders.number, 200,
      case when made.state = 'delivered' then 200 end, case when made.state = 'delivered' then orders.created_at end
    from public.orders cross join lateral (select case
      when 'to_hand_over' = any (orders.queues) then 'packed'
      when 'on_the_way' = any (orders.queues) then 'handed_over'
      when 'attempt_failed' = any (orders.queues) then 'attempt_failed'
      when 'returned_to_sender' = any (orders.queues) then 'returned_to_sender' else 'delivered' end::public.shipment_state as state) made
    where orders.number like 'BE-%' and not orders.queues && '{to_confirm,to_print,to_pack}'`;
  await sql`
    update public.shipment_staff_facts facts set settled = facts.carrier_owes, carrier_owes = 0, settled_at = now()
    from public.shipments shipment join public.orders on orders.id = shipment.order_id
    where shipment.id = facts.shipment_id and facts.carrier_owes > 0 and orders.number like 'BE-%' and orders.at_carrier = 0`;
  await sql`
    insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
    select shipment.tenant_id, shipment.id, line.id, 1
    from public.shipments shipment join public.order_lines line using (order_id) where shipment.tracking_number like 'BT-%'`;
  await sql`
    insert into public.returns (tenant_id, order_id, number, state, reason, requested_by)
    select orders.tenant_id, orders.id, 1, case when 'returns' = any (orders.queues) then 'requested' else 'received' end::public.return_state,
      'Torn', 'shopper'
    from public.orders where orders.number like 'BE-%' and orders.queues && '{returns,to_give_back}'`;
  await sql`
    insert into public.refunds (tenant_id, order_id, number, amount)
    select orders.tenant_id, orders.id, 1, 200 from public.orders
    where orders.number like 'BE-%' and 'to_give_back' = any (orders.queues)`;
}

/** A client of a new admin of these stores. */
export async function signedInStaff(
  { port, keys, admin }: RunningStore,
  tenantIds: readonly string[] = [tenantId],
): Promise<SupabaseClient<Database>> {
  const account = { email: `bench-staff-of-${tenantIds.length}@example.com`, password: 'bench-password-1' };
  const { data, error } = await admin.auth.admin.createUser({ ...account, email_confirm: true });
  if (error) throw error;
  const roles = tenantIds.map((id) => ({ user_id: data.user.id, tenant_id: id, role: 'admin' as const }));
  await admin.from('user_roles').upsert(roles, { onConflict: 'user_id,tenant_id' }).throwOnError();
  const staff = createClient<Database>(`http://127.0.0.1:${port}`, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const signedIn = await staff.auth.signInWithPassword(account);
  if (signedIn.error) throw signedIn.error;
  return staff;
}
