-- Files of another shop: its orders and customers, which one undo removes again.

-- Tables

create type public.import_kind as enum ('orders', 'customers');

-- One file that was put in.
create table public.store_imports (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.import_kind not null,
  source public.import_source not null,
  file_name text not null default '' check (length(file_name) <= 200),
  -- Rows of it that came in.
  imported integer not null default 0 check (imported >= 0),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  unique (tenant_id, id)
);
create index store_imports_newest on public.store_imports (tenant_id, created_at desc);
create index store_imports_by_person on public.store_imports (created_by) where created_by is not null;
alter table public.store_imports enable row level security;

-- Which file an order came from, and its number there. An order of a system comes in once.
create table public.imported_orders (
  order_id uuid primary key,
  tenant_id text not null,
  import_id uuid not null,
  source public.import_source not null,
  old_number text not null check (old_number <> '' and length(old_number) <= 40),
  unique (tenant_id, source, old_number),
  unique (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references public.store_imports (tenant_id, id) on delete cascade
);
create index imported_orders_of_import on public.imported_orders (tenant_id, import_id);
alter table public.imported_orders enable row level security;

-- What became of one order or customer of a file, or would. `holes` is what it lacks: [{"code", and its values}].
create type public.imported_record as (
  "row" integer,
  number text,
  outcome public.import_outcome,
  refusal jsonb,
  holes jsonb
);

-- The import is null for a rehearsal.
create type public.store_import_result as (import_id uuid, records public.imported_record[]);

-- Policies

create policy "Staff read which orders were put into their store" on public.store_imports
  for select to authenticated using (
    kind = 'orders' and tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
  );

create policy "Staff read which customers were put into their store" on public.store_imports
  for select to authenticated using (
    kind = 'customers' and tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
  );

create policy "Staff read where their store's orders came from" on public.imported_orders
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- Refuses to act on an order of another shop: its goods, money, documents and messages were that shop's.
create function private.refuse_imported(p_order public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_order.imported_from is not null then
    perform private.refuse('imported_order');
  end if;
end
$$;

-- Refuses who may not put in, or undo, a file of this kind: its orders come with payments.
create function private.require_import_right(p_tenant_id text, p_kind public.import_kind) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_kind = 'orders' then
    perform private.require_capability(p_tenant_id, 'orders.place');
    perform private.require_capability(p_tenant_id, 'money.take_payments');
  else
    perform private.require_capability(p_tenant_id, 'customers.change');
  end if;
end
$$;

-- The import that a part of a file belongs to, locked, opened by the first part. `p_import` is {"id", "source", "file_name"}.
create function private.open_import(p_tenant_id text, p_kind public.import_kind, p_import jsonb) returns public.store_imports
language plpgsql security definer set search_path = '' as $$
declare
  v_import public.store_imports;
begin
  -- Two files at once could bring the same order twice.
  perform pg_advisory_xact_lock(hashtextextended('imports:' || p_tenant_id, 0));
  if p_import ->> 'id' is null then
    insert into public.store_imports (tenant_id, kind, source, file_name, created_by)
    values (p_tenant_id, p_kind, (p_import ->> 'source')::public.import_source, left(coalesce(p_import ->> 'file_name', ''), 200), auth.uid())
    returning * into v_import;
    perform private.write_audit(p_tenant_id, 'insert', 'store_imports', v_import.id::text, v_import.file_name, null,
      jsonb_build_object('kind', p_kind, 'source', v_import.source));
    return v_import;
  end if;
  select given.* into v_import from public.store_imports given
  where given.tenant_id = p_tenant_id and given.id::text = p_import ->> 'id' and given.kind = p_kind and given.undone_at is null for update;
  if v_import.id is null then
    perform private.refuse('import_closed');
  end if;
  return v_import;
end
$$;

-- Refuses what is not a part of a file: up to 250 records of a known system.
create function private.require_import_part(p_import jsonb, p_records jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p_records), '') <> 'array' or jsonb_array_length(p_records) not between 1 and 250
    or not coalesce(pg_input_is_valid(p_import ->> 'source', 'public.import_source'), false) then
    perform private.refuse('invalid_rows');
  end if;
end
$$;

create function private.refused_record(p_record jsonb, p_refusal jsonb) returns public.imported_record
language sql immutable set search_path = '' as $$
  select (p_record ->> 'row')::integer, left(p_record ->> 'number', 40), 'refused'::public.import_outcome, p_refusal, '[]'::jsonb
$$;

-- Removes what an import brought, up to 500 records a call; those that people have joined since go too. Returns how many are left:
-- the caller asks again until none is. Staff only.
create function public.undo_import(p_import_id uuid, p_request_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array('undo_import', p_import_id));
  v_import public.store_imports;
  v_left integer;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  select given.* into v_import from public.store_imports given where given.id = p_import_id for update;
  if v_import.id is null or not private.may(v_import.tenant_id, case v_import.kind when 'orders' then 'orders.see' else 'customers.see' end) then
    perform private.refuse('import_closed');
  end if;
  perform private.require_import_right(v_import.tenant_id, v_import.kind);
  if v_import.undone_at is null then
    update public.store_imports set undone_at = now() where id = p_import_id;
    perform private.write_audit(v_import.tenant_id, 'update', 'store_imports', p_import_id::text, v_import.file_name,
      jsonb_build_object('undone_at', null), jsonb_build_object('undone_at', now()));
  end if;
  delete from public.orders where id in (
    select came.order_id from public.imported_orders came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  delete from public.imported_customers where id in (
    select came.id from public.imported_customers came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  select (select count(*) from public.imported_orders came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
    + (select count(*) from public.imported_customers came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
  into v_left;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_left));
  return v_left;
end
$$;

-- Grants

grant select on public.store_imports, public.imported_orders to authenticated;
grant execute on function public.undo_import to authenticated;
