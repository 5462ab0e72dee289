import { invoiceRules } from './ledger-check-invoices.ts';
import { moneyRules } from './ledger-check-money.ts';
import type { LedgerRule } from './ledger-check-rule.ts';

/** Invariants that must hold exactly, to the unit and piastre. */
export const ledgerRules: readonly LedgerRule[] = [
  {
    name: "a variant's stock is the sum of its movements, and nothing is left of one that is gone",
    query: `
      select coalesce(v.tenant_id, m.tenant_id) as tenant_id, coalesce(v.product_id, m.product_id) as product_id,
        coalesce(v.id, m.variant_id) as variant_id, v.stock, m.moved
      from product_variants v
      full join (
        select tenant_id, product_id, variant_id, sum(delta) as moved from stock_movements group by 1, 2, 3
      ) m on m.variant_id = v.id
      where coalesce(v.stock, 0) <> coalesce(m.moved, 0) or v.product_id <> m.product_id`,
  },
  {
    name: "a product's stock is that of its variants that are sold, and its prices are those of what can be bought",
    query: `
      select p.tenant_id, p.id as product_id, p.stock, s.stock as variants, p.min_price, p.max_price, s.lowest, s.highest
      from products p
      cross join lateral (
        select coalesce(sum(v.stock), 0) as stock, coalesce(
            min(coalesce(v.price, p.price)) filter (where v.stock > 0), min(coalesce(v.price, p.price)), p.price) as lowest,
          coalesce(
            max(coalesce(v.price, p.price)) filter (where v.stock > 0), max(coalesce(v.price, p.price)), p.price) as highest
        from product_variants v where v.product_id = p.id and v.is_active
      ) s
      where p.stock <> s.stock or p.min_price <> s.lowest or p.max_price <> s.highest`,
  },
  {
    name: 'each variant has a value of each option of its product, and of no other',
    query: `
      select p.tenant_id, p.id as product_id, v.id as variant_id, v.option1, v.option2, v.option3, n.position
      from products p
      left join product_variants v on v.product_id = p.id
      cross join generate_series(1, 3) n (position)
      left join product_options o on o.product_id = p.id and o.position = n.position
      where v.id is null or not (array[v.option1, v.option2, v.option3])[n.position] = any (coalesce(o.values, '{""}'))`,
  },
  {
    name: 'each movement leaves the stock it says',
    query: `
      select tenant_id, variant_id, id as movement_id, stock_after, running from (
        select m.*, sum(m.delta) over (partition by m.variant_id order by m.id) as running from stock_movements m
      ) m where running <> stock_after`,
  },
  {
    name: 'an order took the stock of its pieces, and released those that were cancelled or restocked',
    query: `
      select o.tenant_id, o.number, l.variant_id, o.status, l.pieces, coalesce(m.delta, 0) as moved
      from orders o
      join (
        select order_id, variant_id, sum(quantity - cancelled - coalesce(p.restocked, 0) - coalesce(r.restocked, 0)) as pieces
        from order_lines
        left join (
          -- Lost pieces that are sent again are taken from stock anew.
          select part.order_line_id, sum(part.restocked - case s.state when 'lost' then part.sent_again else 0 end) as restocked
          from shipment_lines part join shipments s on s.id = part.shipment_id group by part.order_line_id
        ) p on p.order_line_id = order_lines.id
        left join (
          select order_line_id, sum(received) as restocked from return_lines where fate = 'restock' group by order_line_id
        ) r on r.order_line_id = order_lines.id
        where variant_id is not null group by order_id, variant_id
      ) l on l.order_id = o.id
      left join (
        select order_id, variant_id, sum(delta) as delta from stock_movements group by order_id, variant_id
      ) m on m.order_id = o.id and m.variant_id = l.variant_id
      where o.imported_from is null and coalesce(m.delta, 0) <> -l.pieces`,
  },
  {
    name: 'the counts of a line match its shipments, returns and prints',
    query: `
      select o.tenant_id, o.number, l.position, l.packed, l.sent, l.delivered, l.returned_to_sender, l.returned, l.printed, p.*, r.*, runs.*
      from order_lines l
      join orders o on o.id = l.order_id
      cross join lateral (
        select coalesce(sum(part.quantity) filter (where s.state = 'packed'), 0) as in_packed,
          coalesce(sum(part.quantity) filter (where s.state not in ('packed', 'returned_to_sender', 'lost', 'cancelled')), 0) as in_sent,
          coalesce(sum(part.quantity) filter (where s.state = 'delivered'), 0) as in_delivered,
          coalesce(sum(part.quantity - part.sent_again) filter (where s.state in ('returned_to_sender', 'lost')), 0) as in_refused
        from shipment_lines part join shipments s on s.id = part.shipment_id where part.order_line_id = l.id
      ) p
      cross join lateral (
        -- Pieces that others were sent for stay sold, unless they pay for these.
        select coalesce(sum(part.received), 0) as in_returned from return_lines part
        join returns back on back.id = part.return_id
        where part.order_line_id = l.id and back.state = 'received'
          and (back.replacement_order_id is null or back.kind = 'exchange')
      ) r
      cross join lateral (
        select coalesce(sum(run.quantity), 0) as in_printed from print_runs run where run.order_line_id = l.id
      ) runs
      where o.imported_from is null and (l.packed, l.sent, l.delivered, l.returned_to_sender, l.returned, l.printed)
        is distinct from (p.in_packed, p.in_sent, p.in_delivered, p.in_refused, r.in_returned, runs.in_printed)`,
  },
  {
    name: 'no more pieces are announced to come back than arrived, and each return has pieces of its own order',
    query: `
      select o.tenant_id, o.number, l.position, l.delivered, l.returned, a.announced, a.elsewhere
      from order_lines l
      join orders o on o.id = l.order_id
      cross join lateral (
        select coalesce(sum(part.quantity) filter (where back.state in ('requested', 'approved', 'on_the_way')
            or back.replacement_order_id is not null and back.kind <> 'exchange'), 0) as announced,
          coalesce(bool_or(back.order_id <> l.order_id), false) as elsewhere
        from return_lines part join returns back on back.id = part.return_id where part.order_line_id = l.id
      ) a
      where l.returned + a.announced > l.delivered or a.elsewhere`,
  },
  {
    name: 'lines and delivery that were added after the order are those of edits that were made, as they were booked',
    query: `
      select o.tenant_id, o.number, e.number as edit, e.state, added.net, e.fee_difference, booked.amount
      from order_edits e
      join orders o on o.id = e.order_id
      cross join lateral (
        select coalesce(sum(l.net), 0) as net, coalesce(bool_or(l.order_id <> e.order_id), false) as elsewhere
        from order_lines l where l.edit_id = e.id
      ) added
      cross join lateral (
        select coalesce(sum(entry.amount), 0) as amount from payment_entries entry
        where entry.edit_id = e.id and entry.kind = 'charged'
      ) booked
      where added.elsewhere or e.state <> 'applied' and (added.net <> 0 or booked.amount <> 0)
        or e.state = 'applied' and added.net + e.fee_difference <> booked.amount`,
  },
  {
    name: 'the delivery of an order costs more or less than as sold by what edits made of it',
    query: `
      select o.tenant_id, o.number, o.shipping_difference, o.shipping_recounted, sum(e.fee_difference) as edits
      from orders o left join order_edits e on e.order_id = o.id and e.state = 'applied'
      group by o.id
      having o.shipping_difference <> coalesce(sum(e.fee_difference), 0) + o.shipping_recounted`,
  },
  {
    name: 'the status and queue of an order match its pieces and shipments',
    query: `
      select o.tenant_id, o.number, o.stage, o.status, private.derived_order_status(o) as derived, o.queues,
        private.derived_order_queues(o) as derived_queues
      from orders o
      where o.status <> private.derived_order_status(o) or o.queues <> private.derived_order_queues(o)`,
  },
  {
    name: "an order's subtotal is the sum of its lines",
    query: `
      select o.tenant_id, o.number, o.subtotal, coalesce(sum(l.total), 0) as lines
      from orders o left join order_lines l on l.order_id = o.id and l.edit_id is null
      group by o.id having o.subtotal <> coalesce(sum(l.total), 0)`,
  },
  {
    name: 'a discount is used once by each order that has it, and by no cancelled one',
    query: `
      select o.tenant_id, o.number, o.status, o.discount_total, o.offer_total, u.amount
      from orders o full join discount_uses u on u.order_id = o.id
      where case
        when o.id is null then true
        when o.status = 'cancelled' or o.discount_id is null then u.order_id is not null and o.status = 'cancelled'
        else u.order_id is null or u.amount <> o.discount_total - o.offer_total or u.discount_id <> o.discount_id
      end`,
  },
  {
    name: 'no discount is used beyond its limits',
    query: `
      select d.tenant_id, d.code, d.total_limit, count(*) as uses
      from discounts d join discount_uses u on u.discount_id = d.id
      group by d.id having count(*) > d.total_limit`,
  },
  {
    name: "a customer's points are the sum of the ledger",
    query: `
      select p.tenant_id, p.id as user_id, p.points, coalesce(sum(e.delta), 0) as ledger
      from profiles p left join point_entries e on e.user_id = p.id and e.tenant_id = p.tenant_id
      group by p.id, p.tenant_id, p.points having p.points <> coalesce(sum(e.delta), 0)`,
  },
  {
    name: 'redeemed points are what the ledger took for orders and vouchers, less what it gave back',
    query: `
      select p.tenant_id, p.id as user_id, p.redeemed_points, coalesce(sum(-e.delta), 0) as ledger
      from profiles p left join point_entries e on e.user_id = p.id and e.tenant_id = p.tenant_id
        and e.kind in ('redeemed', 'exchanged', 'refunded')
      group by p.id, p.tenant_id, p.redeemed_points having p.redeemed_points <> coalesce(sum(-e.delta), 0)`,
  },
  {
    name: 'an order took the points it says, and gave them back and granted them as its pieces say',
    query: `
      select o.tenant_id, o.number, o.status, o.points_used, o.points_earned, due.earned, due.used
      from orders o cross join lateral private.points_to_settle(o) due
      where o.user_id is not null and (o.points_used > 0 or o.points_earned > 0)
        and (
          -- Those that were spent meanwhile are not taken back.
          due.earned > 0 or due.used > 0 or due.used < 0 and not exists (
            select 1 from order_lines l join shipment_lines part on part.order_line_id = l.id
            where l.order_id = o.id and part.sent_again > 0
          )
        )`,
  },
  {
    name: 'a counted slot holds as many places as it has orders, and no more than its capacity',
    query: `
      select s.tenant_id, s.id as slot_id, coalesce(o.slot_date, b.day) as day, coalesce(b.booked, 0) as booked,
        coalesce(o.orders, 0) as orders
      from delivery_bookings b
      full join (
        select slot_id, slot_date, count(*) as orders from orders
        where slot_id is not null and status <> 'cancelled' group by slot_id, slot_date
      ) o on o.slot_id = b.slot_id and o.slot_date = b.day
      join delivery_slots s on s.id = coalesce(b.slot_id, o.slot_id)
      where s.capacity is not null and coalesce(b.booked, 0) <> coalesce(o.orders, 0)`,
  },
  {
    name: "an order's history ends with its status",
    query: `
      select o.tenant_id, o.number, o.status, e.to_status
      from orders o
      left join lateral (
        select to_status from order_events where order_id = o.id and to_status is not null
        order by created_at desc, id desc limit 1
      ) e on true
      where e.to_status is distinct from o.status`,
  },
  {
    name: 'a listing holds the active products as they are',
    query: `
      select coalesce(p.tenant_id, l.tenant_id) as tenant_id, coalesce(p.id, l.product_id) as product_id, p.is_active,
        expected.prices, listed.prices as listed_prices, p.stock, l.in_stock, expected.filters, l.filters as listed_filters
      from products p full join private.product_search_index l on l.product_id = p.id
      cross join lateral (select private.prices_of(p.id, p.price) as prices, private.filters_of(p) as filters) expected
      cross join lateral (
        select array(select distinct price from unnest(l.price || l.other_prices || l.highest_price) price order by price) as prices
      ) listed
      where (l.product_id is not null) is distinct from p.is_active
        or p.is_active and (listed.prices, l.in_stock, l.featured, l.filters)
          is distinct from (expected.prices, p.stock > 0, p.featured, expected.filters)`,
  },
  ...moneyRules,
  ...invoiceRules,
];
