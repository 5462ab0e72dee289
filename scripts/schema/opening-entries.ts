import { OPENING_NOTE } from '../../app/admin/orders/model/balance.ts';

/*
 * Opens the ledgers of a store from before they existed (24 to 27 November 2026). Each entry follows from the
 * order's own columns and history, as an opening balance does. What nobody recorded stays unknown: carrier,
 * tracking number, way of a refund.
 *
 * The old rows are in `old_public` and `old_private`; columns of the store's own types are text there.
 */

/** Why a store cannot be converted, as sentences: a query finds each reason. */
export const REFUSALS = [
  {
    why: 'a payment came in another currency than pounds, of which the ledger cannot say what it was worth. Give it back with the version that took it, and delete nothing',
    query: `select orders.number from old_public.payments paid join old_public.orders on orders.id = paid.order_id
      where paid.currency <> 'EGP'`,
  },
];

interface Step {
  table: string;
  sql: string;
  /** A column or table that has to exist for the step to apply. */
  where?: string;
}

const ENDED = `('cancelled', 'returned')`;
const SENT = `('shipped', 'delivered', 'return_requested', 'returned')`;
const ARRIVED = `('delivered', 'return_requested', 'returned')`;

/** Before rows are copied: derives one row per order from its history and payment. */
export const PREPARING: Step[] = [
  {
    table: 'old_public.orders',
    // A free order has nothing to refund.
    sql: `update old_public.orders set payment_status = 'paid' where total = 0 and payment_status in ('refund_due', 'refunded')`,
  },
  {
    table: 'old_public.story',
    sql: `
      create table old_public.story as
      select orders.id,
        coalesce(story.sold_at, orders.created_at) as sold_at,
        coalesce(story.sent_at, orders.updated_at) as sent_at,
        coalesce(orders.delivered_at, story.arrived_at, orders.updated_at) as arrived_at,
        coalesce(story.ended_at, orders.updated_at) as ended_at,
        story.ended_from,
        -- Whether it was ever more than an order that awaits its payment.
        story.sold_at is not null or orders.status not in ('awaiting_payment', 'cancelled') as was_sold,
        -- Whether nothing of its price is asked for any more.
        orders.status in ${ENDED} or orders.payment_status in ('refund_due', 'refunded') as is_void,
        case when orders.payment_status in ('paid', 'refund_due', 'refunded') then coalesce(paid.amount, orders.total) else 0 end
          as received,
        coalesce(case orders.payment_method when 'cash_on_delivery' then orders.delivered_at end, story.confirmed_at, orders.created_at)
          as received_at,
        paid.id as payment_id, paid.status as provider_status, paid.attempt, paid.looked_at
      from old_public.orders
      left join old_public.payments paid on paid.order_id = orders.id and paid.status in ('paid', 'refunding', 'refunded')
      left join lateral (
        select min(happened.created_at) filter (where happened.to_status not in ('awaiting_payment', 'cancelled')) as sold_at,
          min(happened.created_at) filter (where happened.to_status = 'confirmed') as confirmed_at,
          max(happened.created_at) filter (where happened.to_status = 'shipped') as sent_at,
          max(happened.created_at) filter (where happened.to_status = 'delivered') as arrived_at,
          max(happened.created_at) filter (where happened.to_status in ${ENDED}) as ended_at,
          max(happened.from_status) filter (where happened.to_status = 'cancelled') as ended_from
        from old_public.order_events happened where happened.order_id = orders.id
      ) story on true`,
  },
  { table: 'old_public.story', sql: 'create unique index on old_public.story (id)' },
  { table: 'old_public.story', sql: 'analyze old_public.story' },
];

/** After rows were copied; triggers are off. */
export const OPENING: Step[] = [
  {
    table: 'public.payments',
    sql: `
      update public.payments set transaction_id = old.payment_intent,
        -- When its provider announced it; unknown where nothing was written down.
        paid_at = case when old.status in ('paid', 'refunding', 'refunded') then (
          select min(told.created_at) from old_public.payment_events told where told.order_id = old.order_id and told.outcome = 'booked'
        ) end
      from old_public.payments old where old.id = payments.id`,
  },
  {
    table: 'public.order_lines',
    // Discounts and points are allocated by line price, so that the parts add up to the piastre.
    sql: `
      update public.order_lines set discount_share = shared.discount,
        points_share = round(shared.points_value * (shared.until - shared.discount_until) / greatest(shared.goods, 0.01), 2)
          - round(shared.points_value * (shared.before - shared.discount_before) / greatest(shared.goods, 0.01), 2)
      from (
        select part.*, part.discount_until - part.discount_before as discount from (
          select line.id, orders.points_value, orders.subtotal - orders.discount_total as goods,
            sum(line.total) over lines as until, sum(line.total) over lines - line.total as before,
            round(orders.discount_total * sum(line.total) over lines / greatest(orders.subtotal, 0.01), 2) as discount_until,
            round(orders.discount_total * (sum(line.total) over lines - line.total) / greatest(orders.subtotal, 0.01), 2) as discount_before
          from public.order_lines line join public.orders on orders.id = line.order_id
          where orders.discount_total > 0 or orders.points_value > 0
          window lines as (partition by line.order_id order by line.position)
        ) part
      ) shared
      where shared.id = order_lines.id`,
  },
  {
    table: 'public.order_lines',
    // All pieces of an order moved together.
    sql: `
      update public.order_lines set
        cancelled = case when orders.status = 'cancelled' then quantity else 0 end,
        sent = case when orders.status in ${SENT} then quantity else 0 end,
        delivered = case when orders.status in ${ARRIVED} then quantity else 0 end,
        returned = case when orders.status = 'returned' then quantity else 0 end,
        credited = case when orders.status in ${ENDED} then net else 0 end
      from old_public.orders where orders.id = order_lines.order_id and orders.status in ('cancelled', ${SENT.slice(1)}`,
  },
  {
    table: 'public.orders',
    sql: `
      update public.orders set
        stage = case
          when old.status in ('awaiting_payment', 'pending', 'confirmed', 'in_production') then old.status
          when old.status = 'cancelled' then coalesce(story.ended_from, 'pending')
          else 'in_production'
        end::public.order_status,
        charged = case when story.is_void then 0 else old.total end,
        received = story.received,
        given_back = case old.payment_status when 'refunded' then story.received else 0 end,
        shipping_credited = case when old.status in ${ENDED} then old.shipping_total else 0 end,
        -- Of goods that stay and whose money went back.
        goodwill = case when story.is_void and old.status not in ${ENDED} then old.total else 0 end
      from old_public.orders old join old_public.story on story.id = old.id where old.id = orders.id`,
  },
  {
    table: 'public.shipments',
    sql: `
      insert into public.shipments (tenant_id, order_id, number, state, cash_due, handed_over_at, delivered_at, created_at, updated_at)
      select orders.tenant_id, orders.id, 1, (case when orders.status = 'shipped' then 'handed_over' else 'delivered' end)::public.shipment_state,
        case when orders.status = 'shipped' then greatest(orders.charged - orders.received, 0) else 0 end,
        story.sent_at, case when orders.status <> 'shipped' then story.arrived_at end, story.sent_at, orders.updated_at
      from public.orders join old_public.story on story.id = orders.id where orders.status::text in ${SENT}`,
  },
  {
    table: 'public.shipment_lines',
    sql: `
      insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
      select line.tenant_id, shipment.id, line.id, line.quantity
      from public.shipments shipment join public.order_lines line on line.order_id = shipment.order_id`,
  },
  {
    table: 'public.shipment_events',
    sql: `
      insert into public.shipment_events (tenant_id, shipment_id, state, happened_at, created_at)
      select shipment.tenant_id, shipment.id, told.state::public.shipment_state, told.happened_at, told.happened_at
      from public.shipments shipment
      cross join lateral (values ('handed_over', shipment.handed_over_at), ('delivered', shipment.delivered_at)) told (state, happened_at)
      where told.happened_at is not null`,
  },
  {
    table: 'public.returns',
    // A report covered the whole order. One that didn't end in a return was declined.
    sql: `
      insert into public.returns (tenant_id, order_id, number, state, reason, requested_by, decided_at, received_at, created_at, updated_at)
      select reported.tenant_id, reported.order_id, reported.number,
        (case when reported.next_at is not null then 'declined' when reported.status = 'returned' then 'received'
          when reported.status = 'return_requested' then 'requested' else 'declined' end)::public.return_state,
        left(reported.note, 2000), case reported.actor when 'shopper' then 'shopper' else 'staff' end,
        case when reported.next_at is not null or reported.status <> 'return_requested' then coalesce(reported.next_at, reported.ended_at) end,
        case when reported.next_at is null and reported.status = 'returned' then reported.ended_at end,
        reported.created_at, coalesce(reported.next_at, reported.ended_at)
      from (
        select told.tenant_id, told.order_id, told.note, told.actor, told.created_at, orders.status, story.ended_at,
          row_number() over reports as number, lead(told.created_at) over reports as next_at
        from old_public.order_events told
        join old_public.orders on orders.id = told.order_id
        join old_public.story on story.id = told.order_id
        where told.to_status = 'return_requested'
        window reports as (partition by told.order_id order by told.created_at, told.id)
      ) reported`,
  },
  {
    table: 'public.returns',
    // Missing from the history: orders set to their status by hand.
    sql: `
      insert into public.returns (tenant_id, order_id, number, state, reason, requested_by, received_at, created_at, updated_at)
      select orders.tenant_id, orders.id, 1,
        (case orders.status::text when 'returned' then 'received' else 'requested' end)::public.return_state, '', 'staff',
        case orders.status::text when 'returned' then story.ended_at end, story.ended_at, story.ended_at
      from public.orders join old_public.story on story.id = orders.id
      where orders.status::text in ('return_requested', 'returned')
        and not exists (select from public.returns known where known.order_id = orders.id)`,
  },
  {
    table: 'public.returns',
    where: 'order_events.photos',
    sql: `
      update public.returns set photos = shown.photos
      from old_public.order_events shown
      where shown.order_id = returns.order_id and shown.created_at = returns.created_at and shown.to_status = 'return_requested'
        and shown.photos <> '{}'`,
  },
  {
    table: 'public.return_lines',
    // Restocked pieces have a stock movement; the fate of the others wasn't recorded.
    sql: `
      insert into public.return_lines (tenant_id, return_id, order_line_id, quantity, received, fate)
      select line.tenant_id, back.id, line.id, line.quantity, case back.state when 'received' then line.quantity else 0 end,
        case when back.state = 'received' and exists (
          select from public.stock_movements moved
          where moved.order_id = line.order_id and moved.variant_id = line.variant_id and moved.reason = 'returned'
        ) then 'restock'::public.return_fate end
      from public.returns back join public.order_lines line on line.order_id = back.order_id`,
  },
  {
    table: 'public.refunds',
    sql: `
      insert into public.refunds (
        tenant_id, order_id, number, return_id, amount, way, state, payment_id, attempt, looked_at, sent_at, created_at, updated_at
      )
      select orders.tenant_id, orders.id, 1,
        (select back.id from public.returns back where back.order_id = orders.id and back.state = 'received'),
        story.received, case when story.provider_status in ('refunding', 'refunded') then 'card'::public.refund_way end,
        (case when orders.payment_status = 'refunded' then 'sent' when story.provider_status = 'refunding' then 'sending' else 'due' end)
          ::public.refund_state,
        case when story.provider_status in ('refunding', 'refunded') then story.payment_id end, coalesce(story.attempt, 1),
        coalesce(story.looked_at, orders.updated_at),
        case when orders.payment_status = 'refunded' then orders.updated_at end, story.ended_at, orders.updated_at
      from public.orders join old_public.story on story.id = orders.id
      where orders.payment_status::text in ('refund_due', 'refunded') and story.received > 0`,
  },
  {
    table: 'public.refund_lines',
    // Only if the refund equals the order's total.
    sql: `
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      select refund.tenant_id, refund.id, part.kind::public.refund_line_kind, part.line_id, part.quantity, part.amount
      from public.refunds refund
      join public.orders on orders.id = refund.order_id and orders.total = refund.amount
      cross join lateral (
        select 'line', line.id, line.quantity, line.net from public.order_lines line
        where line.order_id = orders.id and line.credited > 0
        union all select 'shipping', null, null, orders.shipping_credited where orders.shipping_credited > 0
        union all select 'goodwill', null, null, orders.goodwill where orders.goodwill > 0
      ) part (kind, line_id, quantity, amount)`,
  },
  {
    table: 'public.payment_entries',
    sql: `
      insert into public.payment_entries (tenant_id, order_id, kind, amount, method, reference, note, refund_id, payment_id, created_at)
      select orders.tenant_id, orders.id, entry.kind::public.payment_entry_kind, entry.amount, entry.method,
        coalesce(entry.reference, ''), '${OPENING_NOTE}', entry.refund_id, entry.payment_id, entry.happened_at
      from public.orders
      join old_public.story on story.id = orders.id
      left join public.refunds refund on refund.order_id = orders.id
      cross join lateral (values
        (1, 'charged', orders.total, null::public.payment_method, null, null::uuid, null::uuid, orders.created_at),
        (2, 'received', orders.received, orders.payment_method, orders.payment_reference, null, story.payment_id, story.received_at),
        (3, 'charged', case when story.is_void then -orders.total else 0 end, null, null, null, null, story.ended_at),
        (4, 'given_back', orders.given_back, null, null, refund.id, refund.payment_id, refund.sent_at)
      ) entry (place, kind, amount, method, reference, refund_id, payment_id, happened_at)
      where entry.amount <> 0
      order by entry.happened_at, orders.id, entry.place`,
  },
  {
    table: 'private.sales_ledger',
    sql: `
      insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
      select orders.tenant_id, orders.id, entry.event::private.sale_event, entry.sign, entry.amount, entry.shipping, entry.happened_at
      from public.orders
      join old_public.story on story.id = orders.id
      -- A replacement that costs nothing is no sale.
      cross join lateral (select (orders.total > 0 or orders.replaces_order_id is null)::integer as count) sale
      cross join lateral (values
        ('sale', sale.count, orders.total, orders.shipping_total, story.sold_at, story.was_sold),
        ('sale', -sale.count, -orders.total, -orders.shipping_total, story.ended_at, story.was_sold and story.is_void),
        ('cancelled', 1, 0, 0, story.ended_at, orders.status = 'cancelled'),
        ('returned', 1, 0, 0, story.ended_at, orders.status = 'returned'),
        ('refund_due', 0, orders.received - orders.given_back - orders.charged, 0, story.ended_at, orders.payment_status = 'refund_due')
      ) entry (event, sign, amount, shipping, happened_at, is_so)
      where entry.is_so and (entry.sign, entry.amount, entry.shipping) <> (0, 0, 0)`,
  },
  {
    table: 'private.pieces_ledger',
    sql: `
      insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, points, happened_at)
      select line.tenant_id, line.order_id, line.id, entry.sign * line.quantity, entry.sign * line.total,
        entry.sign * line.discount_share, entry.sign * line.points_share, entry.happened_at
      from public.order_lines line
      join public.orders on orders.id = line.order_id and orders.replaces_order_id is null
      join old_public.story on story.id = orders.id and story.was_sold
      cross join lateral (values (1, story.sold_at, true), (-1, story.ended_at, story.is_void)) entry (sign, happened_at, is_so)
      where entry.is_so`,
  },
  {
    table: 'public.order_messages',
    sql: `
      insert into public.order_messages (id, tenant_id, order_id, kind, recipient, attempts, due_at, sent_at, expired_at, created_at, about_id)
      select mail.id, mail.tenant_id, mail.order_id, mail.kind::public.order_message_kind, orders.customer_email, mail.attempts, mail.due_at,
        mail.sent_at, mail.expired_at, mail.created_at,
        case when mail.kind in ('shipped', 'delivered') then shipment.id when mail.kind = 'refunded' then refund.id end
      from old_public.order_mails mail
      join old_public.orders on orders.id = mail.order_id
      left join public.shipments shipment on shipment.order_id = mail.order_id
      left join public.refunds refund on refund.order_id = mail.order_id
      where mail.kind <> 'note'`,
  },
  {
    table: 'public.order_messages',
    where: 'order_mails.event_id',
    sql: `
      insert into public.order_messages (id, tenant_id, order_id, kind, recipient, attempts, due_at, sent_at, expired_at, created_at, event_id)
      select mail.id, mail.tenant_id, mail.order_id, 'note', orders.customer_email, mail.attempts, mail.due_at, mail.sent_at,
        mail.expired_at, mail.created_at, mail.event_id
      from old_public.order_mails mail join old_public.orders on orders.id = mail.order_id where mail.kind = 'note'`,
  },
  {
    table: 'public.faq_questions',
    where: 'settings.faq',
    sql: `
      insert into public.faq_questions (tenant_id, question, answer, position)
      select settings.tenant_id, asked.entry ->> 'question', string_agg(asked.entry ->> 'answer', E'\\n\\n' order by asked.place),
        min(asked.place)::integer
      from old_public.settings
      cross join lateral jsonb_array_elements(settings.faq) with ordinality asked (entry, place)
      where btrim(coalesce(asked.entry ->> 'question', '')) <> '' and btrim(coalesce(asked.entry ->> 'answer', '')) <> ''
      group by settings.tenant_id, asked.entry ->> 'question'`,
  },
  {
    table: 'private.product_changes',
    where: 'product_changes.audit_firsts',
    sql: `
      update private.product_changes set audit_ids = array(
        select first.value::bigint from jsonb_each_text(old.audit_firsts) first order by first.value::bigint
      )
      from old_private.product_changes old where old.id = product_changes.id`,
  },
  {
    table: 'public.orders',
    sql: `update public.orders set queues = private.derived_order_queues(orders) where queues <> private.derived_order_queues(orders)`,
  },
];
