create type public.stock_reason as enum ('initial', 'sale', 'cancelled', 'returned', 'replaced', 'adjusted');

-- Every change of a product's stock; their sum is the stock.
create table public.stock_movements (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  product_id uuid not null,
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

grant select on public.stock_movements to authenticated;
grant all on public.stock_movements to service_role;

create policy "Staff read their store's stock movements" on public.stock_movements
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Triggers ---------------------------------------------------------------------------------------

-- The order functions write their movements themselves, in one statement, and say so by `souk.stock`.
create function private.stock_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before integer := case when tg_op = 'UPDATE' then old.stock else 0 end;
begin
  insert into public.stock_movements (tenant_id, product_id, delta, stock_after, reason, actor_id, note)
  values (
    new.tenant_id, new.id, new.stock - v_before, new.stock,
    case when tg_op = 'INSERT' then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), coalesce(current_setting('souk.stock_note', true), '')
  );
  return null;
end
$$;

create trigger products_stock_set after insert on public.products
  for each row when (new.stock <> 0) execute function private.stock_changed();
create trigger products_stock_changed after update of stock on public.products
  for each row when (old.stock <> new.stock and coalesce(current_setting('souk.stock', true), '') <> 'booked')
  execute function private.stock_changed();

-- Public functions -------------------------------------------------------------------------------

-- Adds to or takes from a product's stock and returns the new stock; it never goes below 0 (spec section 4).
create function public.adjust_stock(p_product_id uuid, p_delta integer, p_note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
  v_stock integer;
begin
  select p.tenant_id into v_tenant_id from public.products p where p.id = p_product_id;
  perform private.require_staff(v_tenant_id);
  perform private.require_assured();
  if p_delta is null or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_quantity', 'Choose how many to add or take.');
  end if;
  perform set_config('souk.stock_note', left(coalesce(p_note, ''), 500), true);
  update public.products p set stock = greatest(p.stock + p_delta, 0) where p.id = p_product_id
  returning p.stock into v_stock;
  perform set_config('souk.stock_note', '', true);
  return v_stock;
end
$$;
grant execute on function public.adjust_stock(uuid, integer, text) to authenticated, service_role;
