-- Loyalty points and stock, each with a ledger that its balance is derived from.

-- Tables

create type public.point_kind as enum ('earned', 'redeemed', 'refunded', 'reversed', 'adjusted', 'exchanged');

create type public.stock_reason as enum ('initial', 'sale', 'cancelled', 'returned', 'replaced', 'adjusted');

-- The points ledger. A trigger keeps the balance in a profile equal to its sum.
create table public.point_entries (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  kind public.point_kind not null,
  delta integer not null check (delta <> 0),
  order_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  constraint point_entries_sign check (
    case kind
      when 'earned' then delta > 0
      when 'refunded' then delta > 0
      when 'redeemed' then delta < 0
      when 'exchanged' then delta < 0
      when 'reversed' then delta < 0
      else true
    end
  )
);
create index point_entries_by_person on public.point_entries (user_id, tenant_id, created_at desc);
create index point_entries_by_order on public.point_entries (tenant_id, order_id) where order_id is not null;
alter table public.point_entries enable row level security;

-- Who gave or took points; none if the store itself did.
create table public.point_entry_actors (
  entry_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (entry_id, tenant_id),
  foreign key (tenant_id, entry_id) references public.point_entries (tenant_id, id) on delete cascade
);
alter table public.point_entry_actors enable row level security;

-- Every stock change; a variant's movements add up to its stock.
create table public.stock_movements (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  product_id uuid not null,
  -- No foreign key: the ledger outlives deleted variants.
  variant_id uuid not null,
  -- The variant's name.
  variant text not null default '',
  delta integer not null,
  stock_after integer not null check (stock_after >= 0),
  reason public.stock_reason not null,
  order_id uuid,
  actor_id uuid,
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index stock_movements_by_product on public.stock_movements (tenant_id, product_id, id desc);
create index stock_movements_by_order on public.stock_movements (order_id) where order_id is not null;
alter table public.stock_movements enable row level security;

-- Policies

create policy "People read their own points" on public.point_entries
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' points" on public.point_entries
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "Staff read who gave and took their customers' points" on public.point_entry_actors
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "Staff read their store's stock movements" on public.stock_movements
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

-- Functions

create function private.point_entry_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set
    points = points + new.delta,
    redeemed_points = redeemed_points + case
      when new.kind in ('redeemed', 'exchanged', 'refunded') then -new.delta
      else 0
    end
  where id = new.user_id and tenant_id = new.tenant_id and points + new.delta >= 0;
  if not found then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points');
  end if;
  return null;
end
$$;

-- Exchanges points for a voucher of their value, for the caller's next order in the store. Returns the voucher.
create function public.redeem_points(p_tenant_id text, p_points integer, p_request_id uuid default null) returns public.discounts
language plpgsql security definer set search_path = '' as $$
declare
  v_voucher public.discounts := private.idempotent_result(
    null::public.discounts, p_request_id, jsonb_build_array('redeem_points', p_tenant_id, p_points));
  v_user_id uuid := auth.uid();
  v_settings public.settings;
  v_balance integer;
  v_code text;
begin
  if v_voucher.id is not null then
    return v_voucher;
  end if;
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not coalesce(v_settings.points_enabled, false) then
    perform private.refuse('points_closed');
  end if;
  if p_points is null or p_points <= 0 then
    perform private.refuse('invalid_points');
  end if;
  select points into v_balance from public.profiles
  where id = v_user_id and tenant_id = p_tenant_id for no key update;
  if coalesce(v_balance, 0) < p_points then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', jsonb_build_object('points', coalesce(v_balance, 0)));
  end if;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', p_points * v_settings.point_value, 1, v_user_id)
  returning * into v_voucher;
  return private.store_idempotent_result(p_request_id, v_voucher);
end
$$;

-- Switches off unused vouchers bought with points, newest first, until `p_points` are reached, and returns their points. Returns
-- how many. The caller has locked the person's vouchers.
create function private.take_vouchers_back(p_tenant_id text, p_user_id uuid, p_points integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_voucher record;
  v_returned integer := 0;
begin
  for v_voucher in
    select discount.id, discount.code, -entry.delta as points
    from public.discounts discount
    join public.point_entries entry
      on entry.tenant_id = discount.tenant_id and entry.user_id = discount.user_id and entry.kind = 'exchanged'
        and entry.reason = discount.code
    where discount.tenant_id = p_tenant_id and discount.user_id = p_user_id and discount.is_active
      and not exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discount.id)
    order by discount.created_at desc, discount.id
  loop
    exit when v_returned >= p_points;
    update public.discounts set is_active = false where id = v_voucher.id;
    insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
    values (p_tenant_id, p_user_id, 'refunded', v_voucher.points, v_voucher.code);
    v_returned := v_returned + v_voucher.points;
  end loop;
  return v_returned;
end
$$;

-- Adds or deducts points for a reason; staff only.
create function public.adjust_points(
  p_tenant_id text, p_user_id uuid, p_delta integer, p_reason text, p_request_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_points', p_tenant_id, p_user_id, p_delta, p_reason));
  v_points integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'customers.change');
  if p_delta is null or p_delta = 0 or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_points');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason));
  select points into v_points from public.profiles where id = p_user_id and tenant_id = p_tenant_id;
  return private.store_idempotent_result(p_request_id, v_points);
end
$$;

-- Changes the stock of variants, recording a movement each. The caller has locked their products. Returns the changes.
create function private.move_stock(
  p_variant_ids uuid[], p_deltas integer[], p_reason public.stock_reason, p_note text default '', p_order_id uuid default null
) returns private.variant_change[]
language plpgsql security definer set search_path = '' as $$
declare
  v_changes private.variant_change[];
begin
  with moved as (
    update public.product_variants variant set stock = variant.stock + moved.delta
    from unnest(p_variant_ids, p_deltas) moved (variant_id, delta)
    where variant.id = moved.variant_id and moved.delta <> 0
    returning variant.tenant_id, variant.product_id, variant.id,
      private.variant_name(variant.option1, variant.option2, variant.option3) as name, variant.stock, moved.delta
  ),
  written as (
    insert into public.stock_movements (
      tenant_id, product_id, variant_id, variant, delta, stock_after, reason, order_id, actor_id, note
    )
    select moved.tenant_id, moved.product_id, moved.id, moved.name, moved.delta, moved.stock, p_reason, p_order_id, auth.uid(), p_note
    from moved
  )
  select array_agg(row(moved.product_id, moved.id, moved.name, moved.stock - moved.delta, moved.stock)::private.variant_change)
  into v_changes from moved;
  if exists (select 1 from unnest(v_changes) change where least(change.stock, change.stock_was) <= private.few_left()) then
    perform private.publish_stock_change(v_changes);
  end if;
  perform private.tell_low_stock(product.tenant_id, v_changes)
  from public.products product where product.id = v_changes[1].product_id;
  return coalesce(v_changes, '{}');
end
$$;

-- The same for staff's counts and corrections, which are also in the audit log.
create function private.adjust_stocks(p_variant_ids uuid[], p_deltas integer[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit_stock(private.move_stock(p_variant_ids, p_deltas, 'adjusted', p_note));
end
$$;

-- Changes a variant's stock and returns the new stock; it never falls below 0 (docs/product.md, Points and stock). A product with a
-- single variant needs no `p_variant_id`.
create function public.adjust_stock(
  p_product_id uuid, p_delta integer, p_note text default '', p_variant_id uuid default null, p_request_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_stock', p_product_id, p_delta, p_note, p_variant_id));
  v_product public.products;
  v_variants public.product_variants[];
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  select * into v_product from public.products where id = p_product_id for no key update;
  perform private.require_capability(v_product.tenant_id, 'stock.count');
  if p_delta is null or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_quantity');
  end if;
  v_variants := array(
    select variant from public.product_variants variant
    where variant.product_id = p_product_id
      and case when p_variant_id is null then variant.is_active else variant.id = p_variant_id end
  );
  if cardinality(v_variants) = 0 and p_variant_id is not null then
    perform private.refuse('unknown_variant');
  elsif cardinality(v_variants) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(v_product) || jsonb_build_object(
      'reason', 'product', 'count', cardinality(v_variants)));
  end if;
  perform private.check_stock_change(v_product, v_variants[1], p_delta);
  perform private.adjust_stocks(array[v_variants[1].id], array[p_delta], left(coalesce(p_note, ''), 500));
  return private.store_idempotent_result(p_request_id, v_variants[1].stock + p_delta);
end
$$;

-- Triggers

create trigger point_entries_counted after insert on public.point_entries
  for each row execute function private.point_entry_counted();

create trigger actor_recorded after insert on public.point_entries
  for each row execute function private.record_actor('point_entry_actors', 'entry_id');

-- Grants

grant select on public.point_entries, public.point_entry_actors to authenticated;
grant select on public.stock_movements to authenticated;
grant execute on function public.redeem_points, public.adjust_points, public.adjust_stock to authenticated;
