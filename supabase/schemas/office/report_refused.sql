-- Reports of refused parcels: how many, of which places, carriers and products, and what they cost.

-- Tables

-- A line of a shipment that was delivered or returned to sender; the fee is the line's part of what the carrier charged.
create type private.decided_line as (
  shipment_id uuid, governorate text, carrier text, product_id uuid, name text, is_refused boolean, fee numeric, worth numeric
);

-- Of shipments with an outcome: their number, the refused ones, their share in percent, and of those the carriers' fees and the
-- price of their pieces.
create type private.refusal_figures as (shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric);

-- Functions

-- The lines of a store's shipments that were delivered or returned to sender on days.
create function private.decided_lines(p_tenant_id text, p_from date, p_to date) returns setof private.decided_line
language sql stable security definer set search_path = '' as $$
  select shipment.id, orders.destination ->> 'governorate',
    coalesce(nullif(shipment.carrier_name, ''), nullif(shipment.carrier, 'manual'), ''), line.product_id,
    case when line.product_id is null then line.name end, shipment.state = 'returned_to_sender',
    coalesce(facts.fee, 0) * part.quantity / sum(part.quantity) over (partition by shipment.id),
    private.line_worth(line, part.quantity)
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id and not orders.is_test
  join public.shipment_lines part on part.shipment_id = shipment.id
  join public.order_lines line on line.id = part.order_line_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.tenant_id = p_tenant_id and (
    shipment.state = 'delivered' and shipment.delivered_at >= private.day_start(p_from)
      and shipment.delivered_at < private.day_start(p_to + 1)
    or shipment.state = 'returned_to_sender' and shipment.returned_to_sender_at >= private.day_start(p_from)
      and shipment.returned_to_sender_at < private.day_start(p_to + 1))
$$;

create function private.refusal_figures(p_lines private.decided_line[]) returns private.refusal_figures
language sql immutable set search_path = '' as $$
  select count(distinct line.shipment_id), count(distinct line.shipment_id) filter (where line.is_refused),
    round(100.0 * count(distinct line.shipment_id) filter (where line.is_refused) / count(distinct line.shipment_id), 1),
    coalesce(round(sum(line.fee) filter (where line.is_refused), 2), 0), coalesce(sum(line.worth) filter (where line.is_refused), 0)
  from unnest(p_lines) line
$$;

-- Refused shipments by governorate, most often refused first.
create function public.report_refused_places(p_tenant_id text, p_from date, p_to date) returns table (
  governorate text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.governorate, (grouped.figures).*
  from (
    select line.governorate, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.governorate
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.governorate;
end
$$;

-- Refused shipments by carrier, most often refused first; '' is a carrier without a name.
create function public.report_refused_carriers(p_tenant_id text, p_from date, p_to date) returns table (
  carrier text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.carrier, (grouped.figures).*
  from (
    select line.carrier, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.carrier
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.carrier;
end
$$;

-- Refused shipments by product, most often refused first: those that it was in, with its part of the fees.
create function public.report_refused_products(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, name text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric, translations jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.product_id, coalesce(products.name, grouped.name), (grouped.figures).*,
    private.translated_names(products.translations)
  from (
    select line.product_id, line.name, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.product_id, line.name
  ) grouped
  left join public.products on products.id = grouped.product_id
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.product_id, grouped.name
  limit greatest(p_limit, 1);
end
$$;

-- Grants

grant execute on function public.report_refused_places, public.report_refused_carriers, public.report_refused_products to authenticated;
