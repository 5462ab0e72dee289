import type { LedgerRule } from './ledger-check-rule.ts';

/** Invariants of orders' prices, payments and refunds, to the piastre. */
export const moneyRules: readonly LedgerRule[] = [
  {
    name: "an order's total adds up",
    query: `
      select tenant_id, number, total from orders
      where total <> subtotal - discount_total - manual_discount - points_value + shipping_total + gift_total`,
  },
  {
    name: "the shares of an order's lines are its discounts and its points",
    query: `
      select o.tenant_id, o.number, o.discount_total, o.manual_discount, o.points_value, sum(l.discount_share) as discounts,
        sum(l.points_share) as points
      from orders o join order_lines l on l.order_id = o.id and l.edit_id is null
      group by o.id
      having sum(l.discount_share) <> o.discount_total + o.manual_discount or sum(l.points_share) <> o.points_value`,
  },
  {
    name: "what offers took off an order's lines is what they took off the order, and what they are booked with",
    query: `
      select o.tenant_id, o.number, o.offer_total, l.placed, l.listed, u.booked
      from orders o
      cross join lateral (
        select coalesce(sum(l.offer_share) filter (where l.edit_id is null), 0) as placed, coalesce(sum(l.offer_share), 0) as shares,
          coalesce(sum((select sum((given.offer ->> 'amount')::numeric) from jsonb_array_elements(l.offers) given (offer))), 0) as listed
        from order_lines l where l.order_id = o.id
      ) l
      cross join lateral (select coalesce(sum(u.amount), 0) as booked from offer_uses u where u.order_id = o.id) u
      where l.placed <> o.offer_total or l.listed <> l.shares
        or o.status <> 'cancelled' and u.booked < o.offer_total or o.status = 'cancelled' and u.booked > 0`,
  },
  {
    name: 'no offer is used beyond its limits',
    query: `
      select f.tenant_id, f.name, f.total_limit, f.budget, count(*) as uses, sum(u.amount) as given
      from offers f join offer_uses u on u.offer_id = f.id
      group by f.id having count(*) > f.total_limit or sum(u.amount) > f.budget`,
  },
  {
    name: 'an order costs its total and what edits added, less what was taken off',
    query: `
      select o.tenant_id, o.number, o.charged, o.total, l.added, l.credited, o.shipping_difference,
        o.shipping_credited, o.gift_credited, o.goodwill
      from orders o
      cross join lateral (
        select coalesce(sum(l.net) filter (where l.edit_id is not null), 0) as added,
          coalesce(sum(l.credited), 0) as credited
        from order_lines l where l.order_id = o.id
      ) l
      where o.charged <> o.total + l.added + o.shipping_difference - l.credited - o.shipping_credited
        - o.gift_credited - o.goodwill`,
  },
  {
    name: "an order's sums are those of its ledger",
    query: `
      select o.tenant_id, o.number, o.charged, o.received, o.given_back, o.at_carrier, e.*
      from orders o
      cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'charged'), 0) as cost,
          coalesce(sum(amount) filter (where kind in ('received', 'cash_collected', 'credit_used', 'exchange_used')), 0) as received_sum,
          coalesce(sum(amount) filter (where kind in ('given_back', 'exchange_given')), 0) as went_back,
          coalesce(sum(case kind when 'cash_collected' then amount when 'settled' then -amount end), 0) as with_carrier
        from payment_entries where order_id = o.id
      ) e
      where (o.charged, o.received, o.given_back, o.at_carrier) <> (e.cost, e.received_sum, e.went_back, e.with_carrier)`,
  },
  {
    name: 'refunds of an order never exceed its payments, and match its refund rows',
    query: `
      select o.tenant_id, o.number, o.received, o.given_back, r.sent, r.open
      from orders o
      cross join lateral (
        select coalesce(sum(amount) filter (where state = 'sent'), 0) as sent,
          coalesce(sum(amount) filter (where state <> 'sent'), 0) as open
        from refunds where order_id = o.id
      ) r
      where o.given_back <> r.sent or o.given_back + r.open > o.received`,
  },
  {
    name: 'everything that was paid too much is owed back',
    query: `
      select tenant_id, number, private.overpaid(id) as overpaid from orders where private.overpaid(id) > 0`,
  },
  {
    name: 'what a refund is for is no more than its amount, and of no other order',
    query: `
      select r.tenant_id, r.id as refund_id, r.amount, sum(f.amount) as named
      from refunds r join refund_lines f on f.refund_id = r.id
      left join order_lines l on l.id = f.order_line_id
      group by r.id having sum(f.amount) > r.amount or bool_or(l.order_id <> r.order_id)`,
  },
  {
    name: 'no payment gives back more than it took',
    query: `
      select p.tenant_id, p.id as payment_id, p.amount, sum(r.amount) as back
      from payments p join refunds r on r.payment_id = p.id
      group by p.id having sum(r.amount) > p.amount`,
  },
  {
    name: 'each attempt that was paid is in the ledger once with its amount, and no other attempt is',
    query: `
      select p.tenant_id, p.id as payment_id, p.status, p.amount, count(e.id) as entries, sum(e.amount) as booked
      from payments p left join payment_entries e on e.payment_id = p.id and e.kind = 'received'
      group by p.id
      having count(e.id) > 1 or coalesce(sum(e.amount), 0) <> case when p.status = 'paid' then p.amount else 0 end`,
  },
  {
    name: "a provider's transaction paid one attempt alone",
    query: `
      select min(tenant_id) as tenant_id, provider, transaction_id, count(*) as attempts
      from payments where transaction_id is not null
      group by provider, transaction_id having count(*) > 1`,
  },
  {
    name: "a customer's store credit is the sum of its ledger",
    query: `
      select p.tenant_id, p.id as user_id, p.store_credit, coalesce(sum(c.delta), 0) as ledger
      from profiles p left join store_credits c on c.user_id = p.id and c.tenant_id = p.tenant_id
      group by p.id, p.tenant_id, p.store_credit having p.store_credit <> coalesce(sum(c.delta), 0)`,
  },
  {
    name: 'the store credit of an order is what its ledgers say',
    query: `
      select o.tenant_id, o.number, e.used, e.refunded, c.delta
      from orders o
      cross join lateral (
        select coalesce(sum(e.amount) filter (where e.kind = 'credit_used'), 0) as used,
          coalesce((select sum(r.amount) from refunds r
            where r.order_id = o.id and r.way = 'store_credit' and r.state = 'sent'), 0) as refunded
        from payment_entries e where e.order_id = o.id
      ) e
      cross join lateral (
        select coalesce(sum(c.delta), 0) as delta from store_credits c where c.order_id = o.id
      ) c
      where o.user_id is not null and c.delta <> e.refunded - e.used`,
  },
  {
    name: 'what exchanged pieces pay of an order is no more than they are worth, and comes from their own order once they are back',
    query: `
      select back.tenant_id, back.id as return_id, back.state, back.exchange_used, e.used, e.given, lines.worth
      from returns back
      cross join lateral (
        select coalesce(sum(e.amount) filter (where e.kind = 'exchange_used' and e.order_id = back.replacement_order_id), 0) as used,
          coalesce(sum(e.amount) filter (where e.kind = 'exchange_given' and e.order_id = back.order_id), 0) as given,
          bool_or(e.kind = 'exchange_used' and e.order_id is distinct from back.replacement_order_id
            or e.kind = 'exchange_given' and e.order_id <> back.order_id) as elsewhere
        from payment_entries e where e.return_id = back.id
      ) e
      cross join lateral (
        select coalesce(sum(part.exchange_value), 0) as worth from return_lines part where part.return_id = back.id
      ) lines
      where e.elsewhere or back.exchange_used <> e.used or back.exchange_used > lines.worth
        or e.given <> case when back.state = 'received' then back.exchange_used else 0 end
        or back.exchange_used > 0 and (back.kind <> 'exchange' or back.state in ('declined', 'closed'))`,
  },
  {
    name: 'no more of a shipment is settled than was collected',
    query: `
      select s.tenant_id, s.id as shipment_id, s.cash_collected, e.collected, e.settled, f.settled as said_settled, f.carrier_owes,
        f.settled_at
      from shipments s
      left join shipment_staff_facts f on f.shipment_id = s.id
      cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'cash_collected'), 0) as collected,
          coalesce(sum(amount) filter (where kind = 'settled'), 0) as settled
        from payment_entries where shipment_id = s.id
      ) e
      where f.shipment_id is null or e.settled > e.collected or e.settled <> f.settled or f.carrier_owes <> coalesce(s.cash_collected, 0) - f.settled
        or (f.settled_at is not null) <> (e.settled > 0 and e.settled = e.collected)`,
  },
  {
    name: 'a carrier compensated what its claims say',
    query: `
      select coalesce(c.tenant_id, e.tenant_id) as tenant_id, coalesce(c.shipment_id, e.shipment_id) as shipment_id, c.state,
        c.received, e.compensated
      from carrier_claims c
      full join (
        select tenant_id, shipment_id, sum(amount) as compensated from payment_entries
        where kind = 'compensated' group by tenant_id, shipment_id
      ) e on e.shipment_id = c.shipment_id
      where c.received is distinct from e.compensated`,
  },
  {
    name: "an order's payment stands as its ledger says",
    query: `
      select o.tenant_id, o.number, o.payment_status, derived.status
      from orders o
      cross join lateral (
        select private.payment_status_of(o.payment_status, o.total, o.charged, o.received, o.given_back, o.at_carrier,
          exists (select 1 from refunds where order_id = o.id and state in ('due', 'sending', 'failed'))) as status
      ) derived
      where o.payment_status <> derived.status`,
  },
  {
    name: 'what reports count as sold and as owed back is what orders cost and are owed now',
    query: `
      select o.tenant_id, o.number, o.status, o.charged, l.sold, l.shipping, l.owed
      from orders o
      cross join lateral (
        select coalesce(sum(l.amount) filter (where l.event = 'sale'), 0) as sold, coalesce(sum(l.shipping), 0) as shipping,
          coalesce(sum(l.amount) filter (where l.event = 'refund_due'), 0) as owed
        from private.sales_ledger l where l.tenant_id = o.tenant_id and l.order_id = o.id
      ) l
      where not o.is_test and (
        l.sold <> case when o.status = 'awaiting_payment' then 0 else o.charged end
        or l.shipping <> case when o.status = 'awaiting_payment' then 0
          else least(private.delivery_fee(o), o.charged) end
        or l.owed <> greatest(o.received - o.given_back - o.charged, 0))`,
  },
  {
    name: 'a test order is paid by nobody, has no invoice and earns no points, and no report counts it',
    query: `
      select o.tenant_id, o.number, o.received, o.given_back, o.at_carrier from orders o
      where o.is_test and (o.received > 0 or o.given_back > 0 or o.at_carrier > 0 or o.points_earned > 0
        or exists (select 1 from invoices where order_id = o.id)
        or exists (select 1 from private.sales_ledger l where l.tenant_id = o.tenant_id and l.order_id = o.id)
        or exists (select 1 from private.pieces_ledger l where l.tenant_id = o.tenant_id and l.order_id = o.id))`,
  },
  {
    name: 'an order of another shop moved no stock, and has no shipment, return, payment of a provider, invoice, points or message',
    query: `
      select o.tenant_id, o.number, o.points_earned, o.points_used from orders o
      where o.imported_from is not null and (o.points_earned > 0 or o.points_used > 0 or o.at_carrier > 0 or o.queues <> '{}'
        or exists (select 1 from stock_movements where order_id = o.id)
        or exists (select 1 from shipments where order_id = o.id)
        or exists (select 1 from returns where order_id = o.id)
        or exists (select 1 from payments where order_id = o.id)
        or exists (select 1 from invoices where order_id = o.id)
        or exists (select 1 from point_entries where order_id = o.id)
        or exists (select 1 from order_notifications where order_id = o.id))`,
  },
  {
    name: 'what reports count as sold of a line is what is left of it',
    query: `
      select o.tenant_id, o.number, line.position, private.pieces_sold(o, line) as sold, noted.quantity, noted.amount,
        noted.discount, noted.points
      from order_lines line
      join orders o on o.id = line.order_id
      cross join lateral (
        select coalesce(sum(noted.quantity), 0) as quantity, coalesce(sum(noted.amount), 0) as amount,
          coalesce(sum(noted.discount), 0) as discount, coalesce(sum(noted.points), 0) as points
        from private.pieces_ledger noted where noted.tenant_id = line.tenant_id and noted.order_line_id = line.id
      ) noted
      where noted.quantity <> private.pieces_sold(o, line) or noted.amount <> line.unit_price * noted.quantity
        or noted.discount <> round(line.discount_share * noted.quantity / line.quantity, 2)
        or noted.points <> round(line.points_share * noted.quantity / line.quantity, 2)`,
  },
];
