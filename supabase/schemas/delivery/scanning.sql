-- Scanning: what a code on a parcel, slip or piece stands for, and parcels scanned for a carrier.

-- Tables

create type public.scan_kind as enum ('shipment', 'order', 'piece');

-- What a code stands for: a shipment, an order, or a piece that an order waits for. `order_id` is null for a variant that no order
-- waits for. `shipment_id` is the newest one of an order or piece; who moved it last, and when.
create type public.scanned as (
  kind public.scan_kind, tenant_id text, name text, order_id uuid, order_number text, order_status public.order_status,
  order_line_id uuid, open_pieces integer, shipment_id uuid, shipment_number smallint, shipment_state public.shipment_state,
  carrier_name text, awaits_inspection boolean, open_returns integer, handled_by text, handled_at timestamptz
);

-- Packed shipments that somebody scanned for a carrier and has yet to hand over.
create table public.handover_scans (
  shipment_id uuid primary key,
  tenant_id text not null,
  carrier_name text not null default '' check (length(carrier_name) <= 80),
  scanned_by uuid not null default auth.uid() references auth.users (id) on delete cascade,
  scanned_at timestamptz not null default now(),
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index handover_scans_of_person on public.handover_scans (scanned_by, tenant_id);
alter table public.handover_scans enable row level security;

create index shipments_by_number_of_carrier on public.shipments (tenant_id, lower(tracking_number)) where tracking_number is not null;
create index product_variants_barcode on public.product_variants (tenant_id, lower(barcode)) where barcode is not null;

-- Helpers

-- How long a scan for a carrier is somebody's; after that, another person may scan the parcel.
create function private.scan_lifetime() returns interval
language sql immutable as $$ select interval '12 hours' $$;

-- Policies

create policy "Staff read which of their store's parcels are scanned" on public.handover_scans
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- The code on a shipment's slip and label: the carrier's number, or our own. A computed field.
create function public.shipment_code(p_shipment public.shipments) returns text
language sql stable set search_path = '' as $$
  select coalesce(p_shipment.tracking_number, orders.number || '/' || p_shipment.number)
  from public.orders where orders.id = p_shipment.order_id
$$;

-- The code on a piece: that of the variant, '' if it has none, or for a print, which fits no other order, one of its line. A
-- computed field.
create function public.piece_code(p_line public.order_lines) returns text
language sql stable set search_path = '' as $$
  select case
    when p_line.has_design then (
      select orders.number || '/P' || p_line.position + 1 from public.orders where orders.id = p_line.order_id)
    else coalesce(
      (select variant.barcode from public.product_variants variant where variant.id = p_line.variant_id), p_line.sku, '')
  end
$$;

-- The shipments, orders and prints whose own code this is.
create function private.own_codes(p_tenant_ids text[], p_code text)
returns table (kind public.scan_kind, order_id uuid, order_line_id uuid, shipment_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'shipment'::public.scan_kind, shipment.order_id, null::uuid, shipment.id from public.shipments shipment
  where shipment.tenant_id = any (p_tenant_ids) and lower(shipment.tracking_number) = lower(p_code)
  union
  select case when code.part = '' then 'order' when line.id is null then 'shipment' else 'piece' end::public.scan_kind,
    orders.id, line.id, shipment.id
  from (select upper(split_part(p_code, '/', 1)) as number, upper(split_part(p_code, '/', 2)) as part) code
  join public.orders on orders.tenant_id = any (p_tenant_ids) and orders.number = code.number
  left join public.shipments shipment on shipment.order_id = orders.id and shipment.number::text = code.part
  left join public.order_lines line
    on line.order_id = orders.id and line.has_design and 'P' || line.position + 1 = code.part
  where code.part = '' or shipment.id is not null or line.id is not null
$$;

-- The lines that wait to be packed with a piece of this variant, those of the oldest order first.
create function private.lines_waiting_for(p_tenant_ids text[], p_code text) returns setof public.order_lines
language sql stable security definer set search_path = '' as $$
  select line.* from public.orders
  join public.order_lines line on line.order_id = orders.id and not line.has_design
  left join public.product_variants variant on variant.id = line.variant_id
  where orders.tenant_id = any (p_tenant_ids) and orders.queues @> '{to_pack}'
    and lower(p_code) in (lower(line.sku), lower(variant.sku), lower(variant.barcode)) and public.open_pieces(line) > 0
  order by orders.created_at, orders.id limit 50
$$;

-- Why nothing waits for a code that is known: the variant's product, in these stores.
create function private.variants_with_code(p_tenant_ids text[], p_code text) returns table (tenant_id text, name text)
language sql stable security definer set search_path = '' as $$
  select distinct product.tenant_id, product.name from public.product_variants variant
  join public.products product on product.id = variant.product_id
  where variant.tenant_id = any (p_tenant_ids) and (lower(variant.sku) = lower(p_code) or lower(variant.barcode) = lower(p_code))
$$;

-- Who made a shipment's last event, as staff of its store are named; null for a carrier.
create function private.last_handler(p_shipment public.shipments, out name text, out at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  select case when private.is_person_of(made.actor_id, event.tenant_id) then private.staff_label(made.actor_id, event.tenant_id) end,
    event.happened_at into name, at
  from public.shipment_events event left join public.shipment_event_actors made on made.event_id = event.id
  where event.shipment_id = p_shipment.id and event.state is not null order by event.created_at desc limit 1;
end
$$;

-- What a scanned code stands for in these stores, best match first; nothing for a foreign code. Staff only.
create function public.find_scanned(p_tenant_ids text[], p_code text) returns setof public.scanned
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
  v_code constant text := btrim(coalesce(p_code, ''));
begin
  if length(v_code) not between 1 and 100 then
    return;
  end if;
  return query
  with found as (
    select own.* from private.own_codes(v_tenant_ids, v_code) own
  ), named as (
    select found.* from found
    union all
    select 'piece'::public.scan_kind, line.order_id, line.id, null::uuid from private.lines_waiting_for(v_tenant_ids, v_code) line
    where not exists (select 1 from found)
  )
  select (private.scanned_of(named.kind, orders, line, coalesce(named.shipment_id, (
    select newest.id from public.shipments newest where newest.order_id = orders.id and newest.state <> 'cancelled'
    order by newest.number desc limit 1)))).*
  from named join public.orders on orders.id = named.order_id left join public.order_lines line on line.id = named.order_line_id
  order by orders.created_at, orders.id, line.position;
  if not found then
    return query
    select (jsonb_populate_record(null::public.scanned, jsonb_build_object(
      'kind', 'piece', 'tenant_id', known.tenant_id, 'name', known.name, 'open_pieces', 0, 'open_returns', 0))).*
    from private.variants_with_code(v_tenant_ids, v_code) known;
  end if;
end
$$;

create function private.scanned_of(
  p_kind public.scan_kind, p_order public.orders, p_line public.order_lines, p_shipment_id uuid
) returns public.scanned
language plpgsql stable security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
  v_handler record;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_handler from private.last_handler(v_shipment);
  return row(
    p_kind, p_order.tenant_id, coalesce(p_line.name, p_order.number), p_order.id, p_order.number, p_order.status, p_line.id,
    case when p_line.id is null then (
      select coalesce(sum(public.open_pieces(line)), 0)::integer from public.order_lines line where line.order_id = p_order.id
    ) else public.open_pieces(p_line) end,
    v_shipment.id, v_shipment.number, v_shipment.state, v_shipment.carrier_name, coalesce(public.awaits_inspection(v_shipment), false),
    (select count(*)::integer from public.returns announced
      where announced.order_id = p_order.id and private.awaits_pieces(announced.state)),
    v_handler.name, v_handler.at
  )::public.scanned;
end
$$;

-- Notes that a packed shipment was scanned for a carrier, '' for none in particular; staff only. Refused, with who and when, if
-- somebody else has scanned it or it was handed over. Returns the scan.
create function public.scan_for_handover(p_shipment_id uuid, p_carrier_name text default '', p_request_id uuid default null)
returns public.handover_scans
language plpgsql security definer set search_path = '' as $$
declare
  v_scan public.handover_scans := private.idempotent_result(
    null::public.handover_scans, p_request_id, jsonb_build_array('scan_for_handover', p_shipment_id, p_carrier_name));
  v_carrier constant text := btrim(coalesce(p_carrier_name, ''));
  v_shipment public.shipments;
  v_handler record;
begin
  if v_scan.shipment_id is not null then
    return v_scan;
  end if;
  perform private.lock_order_of_shipment(p_shipment_id);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_handler from private.last_handler(v_shipment);
  select * into v_scan from public.handover_scans where shipment_id = p_shipment_id;
  if length(v_carrier) > 80 then
    perform private.refuse('invalid_shipment', '{"reason": "carrier_name"}');
  elsif v_shipment.state <> 'packed' then
    perform private.refuse('scanned_not_packed', jsonb_build_object(
      'reason', case when v_handler.name is null then 'unnamed' else '' end,
      'state', v_shipment.state, 'name', v_handler.name, 'at', v_handler.at));
  elsif v_carrier <> '' and v_shipment.carrier_name <> '' and lower(v_carrier) <> lower(v_shipment.carrier_name) then
    perform private.refuse('scanned_for_other_carrier', jsonb_build_object('carrier', v_shipment.carrier_name));
  elsif v_scan.scanned_by <> auth.uid() and v_scan.scanned_at > now() - private.scan_lifetime() then
    perform private.refuse('scanned_already', jsonb_build_object(
      'name', private.staff_label(v_scan.scanned_by, v_scan.tenant_id), 'at', v_scan.scanned_at));
  end if;
  insert into public.handover_scans (shipment_id, tenant_id, carrier_name)
  values (v_shipment.id, v_shipment.tenant_id, v_carrier)
  on conflict (shipment_id) do update
    set carrier_name = excluded.carrier_name, scanned_by = excluded.scanned_by, scanned_at = excluded.scanned_at
  returning * into v_scan;
  return private.store_idempotent_result(p_request_id, v_scan);
end
$$;

-- Takes shipments out of the lists of those scanned for a carrier; staff only.
create function public.discard_handover_scans(p_shipment_ids uuid[], p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('discard_handover_scans', p_shipment_ids)) then
    return;
  end if;
  perform private.lock_shipments(p_shipment_ids);
  delete from public.handover_scans scan
  where scan.shipment_id = any (p_shipment_ids) and private.may(scan.tenant_id, 'orders.pack');
end
$$;

-- Triggers

create function private.shipment_left_shelf() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.handover_scans where shipment_id = new.id;
  return null;
end
$$;

create trigger scan_done after update of state on public.shipments
  for each row when (old.state = 'packed' and new.state <> 'packed') execute function private.shipment_left_shelf();

-- Grants

grant select on public.handover_scans to authenticated;
grant execute on function
  public.shipment_code, public.piece_code, public.find_scanned, public.scan_for_handover, public.discard_handover_scans
to authenticated;
