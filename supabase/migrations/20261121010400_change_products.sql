-- What staff do to many products at once: one transaction, all or nothing, and a way back.

-- A deleted product is kept for 30 days, hidden from everybody, so that its reviews and wishes come back with it.
alter table public.products
  add column deleted_at timestamptz,
  -- What a picture shows, by its address.
  add column image_alts jsonb not null default '{}'
    check (jsonb_typeof(image_alts) = 'object' and length(image_alts::text) <= 40000),
  add constraint products_deleted_hidden check (deleted_at is null or not is_active);

grant insert (image_alts), update (image_alts) on public.products to authenticated;

drop policy "Staff read all products of their store" on public.products;
create policy "Staff read all products of their store" on public.products
  for select to authenticated
  using (deleted_at is null and tenant_id = any ((select private.staff_tenants())::text[]));

create table private.product_changes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index product_changes_oldest on private.product_changes (tenant_id, created_at);

-- What a change made of a product: the columns it changed. Without `before` it added the product.
create table private.product_change_entries (
  change_id uuid not null references private.product_changes (id) on delete cascade,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (change_id, product_id)
);

alter table private.product_changes enable row level security;
alter table private.product_change_entries enable row level security;

-- Helpers ----------------------------------------------------------------------------------------

-- Opens a change and forgets what nobody can take back any more.
create function private.open_product_change(p_tenant_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from private.product_changes c
  where c.tenant_id = p_tenant_id and c.created_at < now() - interval '30 days';
  delete from public.products p where p.tenant_id = p_tenant_id and p.deleted_at < now() - interval '30 days';
  insert into private.product_changes (tenant_id) values (p_tenant_id) returning id into v_id;
  return v_id;
end
$$;

-- Writes the named columns of products; stock is given as the new stock.
create function private.write_products(p_rows jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_n integer;
begin
  update public.products p set
    category_id = r.category_id, name = r.name, description = r.description, price = r.price,
    original_price = r.original_price, discount = r.discount, images = r.images, image_alts = r.image_alts,
    videos = r.videos, unit = r.unit, stock = r.stock, featured = r.featured, is_new = r.is_new, is_active = r.is_active,
    type = r.type, size = r.size, color = r.color, material = r.material, brand = r.brand, gender = r.gender,
    deleted_at = r.deleted_at
  from jsonb_array_elements(p_rows) w (value)
  join public.products q on q.id = (w.value ->> 'id')::uuid
  cross join lateral jsonb_populate_record(q, w.value -> 'set') r
  where p.id = q.id;
  get diagnostics v_n = row_count;
  return v_n;
end
$$;

-- The columns that a change gives a product, with their new values.
create function private.changed_product(p public.products, p_change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_value numeric;
  v_price numeric;
  v_was numeric;
begin
  case p_change ->> 'kind'
    when 'delete' then
      return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    when 'featured', 'is_new', 'is_active' then
      return jsonb_build_object(p_change ->> 'kind', (p_change ->> 'value')::boolean);
    when 'category' then
      return jsonb_build_object('category_id', p_change -> 'value');
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      return jsonb_build_object('stock',
        least(case p_change ->> 'by' when 'set' then v_value else greatest(p.stock + v_value, 0) end, 10000000));
    else
      v_value := (p_change ->> 'value')::numeric;
      v_price := round(case p_change ->> 'by'
        when 'set' then v_value
        when 'amount' then p.price + v_value
        else p.price * (100 + v_value) / 100
      end, 2);
      if v_price < 0 or v_price > 10000000 then
        perform private.refuse('invalid_price', format('The price of %s would be %s.', p.name, v_price));
      end if;
      -- A struck price stays only as long as it is higher than the price.
      v_was := case when (p_change ->> 'strike')::boolean and v_price < p.price
        then greatest(p.original_price, p.price) else p.original_price end;
      return jsonb_build_object('price', v_price, 'original_price', case when v_was > v_price then v_was end);
  end case;
end
$$;

-- Refuses a change that is not of the form change_products takes.
create function private.check_product_change(p_tenant_id text, p_change jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := p_change ->> 'kind';
  v_by text := coalesce(p_change ->> 'by', '');
  v_type text := coalesce(jsonb_typeof(p_change -> 'value'), '');
  v_value numeric := case when v_type = 'number' then (p_change ->> 'value')::numeric end;
  v_known text := case when v_type = 'string' then p_change ->> 'value' end;
  v_fine boolean;
begin
  v_fine := case
    when v_kind = 'delete' then true
    when v_kind in ('featured', 'is_new', 'is_active') then v_type = 'boolean'
    when v_kind = 'category' then v_type = 'null' or pg_input_is_valid(coalesce(v_known, ''), 'uuid')
      and exists (select 1 from public.categories c where c.tenant_id = p_tenant_id and c.id::text = lower(v_known))
    when v_kind = 'stock' then v_by in ('set', 'add') and v_value = trunc(v_value)
      and v_value between (case v_by when 'set' then 0 else -10000000 end) and 10000000
    when v_kind = 'price' then jsonb_typeof(p_change -> 'strike') is not distinct from 'boolean' and case v_by
      when 'set' then v_value between 0 and 10000000
      when 'amount' then v_value between -10000000 and 10000000
      when 'percent' then v_value between -100 and 1000
    end
  end;
  if not coalesce(v_fine, false) then
    perform private.refuse('invalid_change', 'Choose what to change, and to what.');
  end if;
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- Changes products of a store in one step: all of them or none. `p_change` is one of
--   {"kind": "delete"}, {"kind": "featured" | "is_new" | "is_active", "value": true},
--   {"kind": "category", "value": id or null}, {"kind": "stock", "by": "set" | "add", "value": 5},
--   {"kind": "price", "by": "set" | "amount" | "percent", "value": -10, "strike": true}
-- (`strike` shows a higher price of before as struck). Answers with {"change_id", "changed"}.
create function public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select distinct i from unnest(p_ids) i where i is not null);
  v_change_id uuid;
  v_found integer;
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_assured();
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection', 'Choose between 1 and 2,000 products.');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products p
  where p.tenant_id = p_tenant_id and p.id = any (v_ids) and p.deleted_at is null
  order by p.id for update;
  get diagnostics v_found = row_count;
  if v_found <> cardinality(v_ids) then
    perform private.refuse('products_gone', 'Some of these products are no longer there. Load the list again.');
  end if;

  v_change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_change_id, p.id,
    (select jsonb_object_agg(k, n.now -> k) from jsonb_object_keys(c.after) k), c.after
  from public.products p
  cross join lateral (select private.changed_product(p, p_change) as after offset 0) c
  cross join lateral (select to_jsonb(p) as now offset 0) n
  where p.tenant_id = p_tenant_id and p.id = any (v_ids);
  perform set_config('souk.stock_note', 'Changed with others', true);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', e.product_id, 'set', e.after))
    from private.product_change_entries e where e.change_id = v_change_id
  ));
  perform set_config('souk.stock_note', '', true);
  return jsonb_build_object('change_id', v_change_id, 'changed', v_found);
end
$$;

-- Takes a change of products back. Products that somebody has changed in the same place since are left as they are;
-- pieces sold since stay sold. A long import comes back in several calls, while the answer {"restored", "left", "more"}
-- says that there is more.
create function public.undo_product_change(p_change_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_now jsonb;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_more boolean;
  v_left integer := 0;
begin
  select * into v_change from private.product_changes c where c.id = p_change_id for update;
  perform private.require_staff(v_change.tenant_id);
  perform private.require_assured();
  if v_change.undone_at is not null then
    perform private.refuse('undone_already', 'This was undone already.');
  end if;
  perform set_config('souk.stock_note', 'Undone', true);
  for v_entry in
    select e.* from private.product_change_entries e where e.change_id = p_change_id order by e.product_id limit 2000
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v from public.products p
    where p.tenant_id = v_change.tenant_id and p.id = v_entry.product_id for update;
    v_now := to_jsonb(v);
    if not found or (v_entry.after ? 'deleted_at') <> (v.deleted_at is not null) or exists (
      select 1 from jsonb_each(v_entry.after) a
      where a.key not in ('stock', 'deleted_at') and a.value is distinct from v_now -> a.key
    ) then
      v_left := v_left + 1;
      continue;
    end if;
    if v_entry.before is null then
      v_set := jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    else
      v_set := v_entry.before;
      if v_set ? 'stock' then
        v_set := v_set || jsonb_build_object('stock',
          greatest(v.stock - ((v_entry.after ->> 'stock')::integer - (v_entry.before ->> 'stock')::integer), 0));
      end if;
      if not exists (
        select 1 from public.categories c
        where c.tenant_id = v_change.tenant_id and c.id::text = v_set ->> 'category_id'
      ) and v_set ? 'category_id' then
        v_set := v_set || '{"category_id": null}';
      end if;
    end if;
    v_rows := v_rows || jsonb_build_object('id', v.id, 'set', v_set);
  end loop;
  perform private.write_products(to_jsonb(v_rows));
  perform set_config('souk.stock_note', '', true);
  delete from private.product_change_entries e where e.change_id = p_change_id and e.product_id = any (v_seen);
  v_more := exists (select 1 from private.product_change_entries e where e.change_id = p_change_id);
  if not v_more then
    update private.product_changes c set undone_at = now() where c.id = p_change_id;
  end if;
  return jsonb_build_object('restored', cardinality(v_rows), 'left', v_left, 'more', v_more);
end
$$;

-- The files in product-images that no product, no sold line and no change that can be taken back names any more: those
-- among the given ones, or, without any, those that lie there for a day.
create function public.unused_product_files(p_tenant_id text, p_names text[] default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return array(
    with asked as materialized (
      select o.name from storage.objects o
      where o.bucket_id = 'product-images' and split_part(o.name, '/', 1) = p_tenant_id
        and case when p_names is null then o.created_at < now() - interval '1 day' else o.name = any (p_names) end
    ),
    texts as (
      select p.images::text || p.videos::text as text from public.products p where p.tenant_id = p_tenant_id
      union all
      select l.image from public.order_lines l where l.tenant_id = p_tenant_id and l.image is not null
      union all
      select coalesce(e.before::text, '') || e.after::text
      from private.product_changes c join private.product_change_entries e on e.change_id = c.id
      where c.tenant_id = p_tenant_id and (e.after ? 'images' or e.before ? 'images')
    ),
    used as (
      select distinct m[1] as name from texts, regexp_matches(text, '/product-images/([^"''\\?#\s]+)', 'g') m
    )
    select a.name from asked a where not exists (select 1 from used u where u.name = a.name) order by a.name limit 1000
  );
end
$$;

grant execute on function
  public.change_products(text, uuid[], jsonb), public.undo_product_change(uuid),
  public.unused_product_files(text, text[])
  to authenticated, service_role;
