-- A file's products are found by their keys and taken in the order in which orders take them, so that an import and
-- shoppers only wait for each other. The further parts of a rehearsal know what the earlier ones would have changed.

drop function public.import_products(text, jsonb, boolean, uuid);

-- Helpers ----------------------------------------------------------------------------------------

-- Locks the products that the rows are about, by id.
create function private.lock_imported(p_tenant_id text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(r ->> 'id', 'uuid') then (r ->> 'id')::uuid end),
    array_agg(lower(btrim(r #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(r ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) r;
  perform 1 from public.products p
  where p.tenant_id = p_tenant_id and p.deleted_at is null
    and (p.id = any (v_ids) or lower(p.name) = any (v_names))
  order by p.id for no key update;
end
$$;

-- Puts a rehearsal where the earlier parts of its file would have left off.
create function private.rehearse_seen(p_tenant_id text, p_change_id uuid, p_seen jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_seen is null then
    return;
  end if;
  update public.products p set name = s.name
  from jsonb_to_recordset(p_seen) s (id uuid, name text)
  where p.tenant_id = p_tenant_id and p.id = s.id and p.name is distinct from s.name;
  insert into public.products (id, tenant_id, name)
  select s.id, p_tenant_id, s.name from jsonb_to_recordset(p_seen) s (id uuid, name text)
  on conflict (id) do nothing;
  insert into private.product_change_entries (change_id, product_id, after)
  select distinct p_change_id, s.id, '{}'::jsonb from jsonb_to_recordset(p_seen) s (id uuid);
end
$$;

-- Adds or changes the product that one row is about, and answers with what became of it.
create or replace function private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_known constant text[] := '{name,description,price,original_price,discount,images,image_alts,videos,unit,stock,featured,is_new,is_active,type,size,color,material,brand,gender}';
  v_set jsonb := coalesce(p_row -> 'set', '{}');
  v_name text := btrim(coalesce(v_set ->> 'name', ''), E' \t\r\n');
  v_category text := btrim(coalesce(p_row ->> 'category', ''));
  v_category_id uuid;
  v_id uuid := case when pg_input_is_valid(p_row ->> 'id', 'uuid') then (p_row ->> 'id')::uuid end;
  v public.products;
  v_result public.products;
  v_before jsonb;
  v_matches integer := 0;
  v_constraint text;
begin
  if jsonb_typeof(v_set) <> 'object' or exists (select 1 from jsonb_object_keys(v_set) k where k <> all (v_known)) then
    return private.refused_row('', 'This row has a column that is not known.');
  end if;
  if coalesce(p_row ->> 'id', '') <> '' then
    select * into v from public.products p
    where p.tenant_id = p_tenant_id and p.id = v_id and p.deleted_at is null;
    if not found then
      return private.refused_row('id',
        'This store has no product with this id. Empty the cell to match by name or to add the product.');
    end if;
  elsif v_name = '' then
    return private.refused_row('name', 'A row needs an id or a name.');
  else
    select count(*) into v_matches from public.products p
    where p.tenant_id = p_tenant_id and lower(p.name) = lower(v_name) and p.deleted_at is null;
    if v_matches > 1 then
      return private.refused_row('name', 'Several products have this name. Say which one by its id.');
    end if;
    select * into v from public.products p
    where p.tenant_id = p_tenant_id and lower(p.name) = lower(v_name) and p.deleted_at is null;
    v_set := case when found then v_set - 'name' else v_set end;
  end if;
  if v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', v_name);
  end if;
  if v.id is not null and exists (
    select 1 from private.product_change_entries e where e.change_id = p_change_id and e.product_id = v.id
  ) then
    return private.refused_row('id', 'Another row is about the same product.');
  end if;
  if p_row ? 'category' then
    if v_category <> '' then
      select c.id into v_category_id from public.categories c
      where c.tenant_id = p_tenant_id and lower(c.name) = lower(v_category);
      if not found then
        return private.refused_row('category', format('There is no category %s. Add it first.', v_category));
      end if;
    end if;
    v_set := v_set || jsonb_build_object('category_id', v_category_id);
  end if;

  if v.id is null then
    v := jsonb_populate_record(null::public.products, jsonb_build_object(
      'id', gen_random_uuid(), 'tenant_id', p_tenant_id, 'price', 0, 'discount', 0, 'images', '[]'::jsonb,
      'image_alts', '{}'::jsonb, 'videos', '[]'::jsonb, 'stock', 0, 'featured', false, 'is_new', false, 'is_active', true
    ) || v_set);
    if v.original_price <= v.price then
      return private.refused_row('original_price', 'The struck price must be higher than the price.');
    end if;
    insert into public.products (
      id, tenant_id, category_id, name, description, price, original_price, discount, images, image_alts, videos, unit,
      stock, featured, is_new, is_active, type, size, color, material, brand, gender
    ) values (
      v.id, v.tenant_id, v.category_id, v.name, v.description, v.price, v.original_price, v.discount, v.images,
      v.image_alts, v.videos, v.unit, v.stock, v.featured, v.is_new, v.is_active, v.type, v.size, v.color, v.material,
      v.brand, v.gender
    ) returning * into v_result;
    insert into private.product_change_entries (change_id, product_id, after)
    select p_change_id, v_result.id, jsonb_object_agg(k, to_jsonb(v_result) -> k) from jsonb_object_keys(v_set) k;
    return jsonb_build_object('outcome', 'added', 'id', v_result.id, 'name', v_result.name);
  end if;

  select coalesce(jsonb_object_agg(s.key, s.value), '{}') into v_set
  from jsonb_each(v_set) s where not private.same_value(s.key, s.value, to_jsonb(v) -> s.key);
  if v_set = '{}' then
    return jsonb_build_object('outcome', 'unchanged', 'id', v.id, 'name', v.name);
  end if;
  v_result := jsonb_populate_record(v, v_set);
  if (v_set ? 'price' or v_set ? 'original_price') and v_result.original_price <= v_result.price then
    return private.refused_row('original_price', 'The struck price must be higher than the price.');
  end if;
  select jsonb_object_agg(k, to_jsonb(v) -> k) into v_before from jsonb_object_keys(v_set) k;
  perform private.write_products(jsonb_build_array(jsonb_build_object('id', v.id, 'set', v_set)));
  select * into v_result from public.products p where p.id = v.id;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, v.id, v_before, jsonb_object_agg(k, to_jsonb(v_result) -> k) from jsonb_object_keys(v_set) k;
  return jsonb_build_object('outcome', 'changed', 'id', v.id, 'name', v_result.name, 'before', v_before, 'after', v_set);
exception
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    return private.refused_row(coalesce(substring(v_constraint from '^products_(.*)_check\d*$'), ''),
      'This value is too long, too large or not allowed.');
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', 'A value of this row cannot be read.');
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- Imports up to 500 rows, each {"row": number in the file, "id", "category": its name, "set": {columns}}. A row with an id
-- changes that product, one without the product of its name, or adds it. Rows that are refused leave the others alone.
-- With `p_dry` nothing stays. Further parts of a file name the change that the first part opened, so that one undo takes
-- all of it back; further parts of a rehearsal name in `p_seen` the products, {"id", "name"}, that earlier rows would have
-- added or changed. Answers with {"change_id", "rows": [{"row", "outcome": added | changed | unchanged | refused, …}]}.
create function public.import_products(
  p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid default null,
  p_seen jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_assured();
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows', 'Send between 1 and 500 rows at a time.');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes c
    where c.id = p_change_id and c.tenant_id = p_tenant_id and c.undone_at is null
      and c.created_at > now() - interval '1 day'
    for update;
    if not found then
      perform private.refuse('change_closed', 'This import is over. Start again with the file.');
    end if;
  end if;
  if p_seen is not null and (
    not p_dry or jsonb_typeof(p_seen) <> 'array' or jsonb_array_length(p_seen) > 2000
  ) then
    perform private.refuse('invalid_rows', 'Only a rehearsal is told of up to 2,000 earlier products.');
  end if;
  perform private.lock_imported(p_tenant_id, p_rows);
  begin
    v_change_id := coalesce(v_change_id, private.open_product_change(p_tenant_id));
    perform set_config('souk.stock_note', 'Imported', true);
    perform private.rehearse_seen(p_tenant_id, v_change_id, p_seen);
    for v_row in select r from jsonb_array_elements(p_rows) r loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row') || private.import_product(p_tenant_id, v_change_id, v_row));
    end loop;
    perform set_config('souk.stock_note', '', true);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  return jsonb_build_object('change_id', v_change_id, 'rows', v_report);
end
$$;

grant execute on function public.import_products(text, jsonb, boolean, uuid, jsonb) to authenticated, service_role;
