-- Undoing bulk changes of products.

-- Types

create type public.product_undo_result as (
  restored integer,
  -- Left unchanged, because somebody has changed the same fields since.
  "left" integer,
  -- Whether another call has to undo the rest.
  more boolean,
  -- Left for now, because undoing them lies above the caller's ceiling; and the refusal of the highest one.
  above integer,
  refusal jsonb
);

-- Functions

-- Restores a product's options and variants from before a change, with the columns that depend on them; pieces sold since stay
-- sold. Returns why that is no longer possible, or null.
create function private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_message text;
  v_detail text;
  v_hint text;
begin
  perform private.write_products(jsonb_build_array(
    jsonb_build_object('id', p_product_id, 'set', p_before - '{grid,stocks}'::text[])), 'Undone');
  select * into v_product from public.products where id = p_product_id;
  perform private.save_variants(v_product, p_before #> '{grid,options}', (
    select jsonb_agg(
      given.variant || jsonb_build_object('stock', p_before #> array['stocks', given.variant ->> 'id'],
        'cost', given.variant -> 'cost') || case
        when not exists (
          select 1 from public.product_variants stored
          where stored.product_id = p_product_id and stored.id::text = given.variant ->> 'id'
        ) then '{"id": null}'
        when p_after -> 'stocks' ? (given.variant ->> 'id')
          then jsonb_build_object('stock_was', p_after #> array['stocks', given.variant ->> 'id'])
        else '{}'
      end
      order by given.place)
    from jsonb_array_elements(p_before #> '{grid,variants}') with ordinality given (variant, place)
  ), 'Undone');
  return null;
exception when raise_exception or check_violation or unique_violation then
  get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
  return coalesce(
    private.caught_refusal(v_message, v_detail, v_hint), private.refusal('unfit_since', jsonb_build_object('name', v_product.name)));
end
$$;

-- Writes rows, {"id", "set"}, that undo a change, except those above the caller's ceiling: returns what was written, and the refusal
-- of the highest one of the others.
create function private.undo_within_ceiling(p_rows jsonb[], out written jsonb[], out refusal jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb;
  v_refusal jsonb := private.refusal_of(format('select private.write_products(%L, ''Undone'')', to_jsonb(p_rows)));
begin
  written := case when v_refusal is null then p_rows else '{}' end;
  if v_refusal is null then
    return;
  end if;
  foreach v_row in array p_rows loop
    v_refusal := private.refusal_of(format('select private.write_products(%L, ''Undone'')', jsonb_build_array(v_row)));
    if v_refusal is null then
      written := written || v_row;
    elsif v_refusal ->> 'code' = 'above_ceiling' then
      refusal := private.higher_refusal(refusal, v_refusal);
    else
      perform private.raise_refusal(v_refusal);
    end if;
  end loop;
end
$$;

-- Records in the audit log that a change of these products was undone.
create function private.mark_products_undone(p_change private.product_changes, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log entry set undone_at = now()
  where entry.tenant_id = p_change.tenant_id and entry.entity = 'products' and entry.undone_at is null
    and (entry.id = any (p_change.audit_ids) or entry.part_of = any (p_change.audit_ids))
    and entry.entity_id in (select restored ->> 'id' from jsonb_array_elements(p_rows) restored);
end
$$;

-- The values that undo a change of a product: its previous columns, and each variant's stock minus the change's difference.
create function private.undone_set(p_tenant_id text, p_entry private.product_change_entries) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_set jsonb := p_entry.before;
begin
  if v_set is null then
    return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
  end if;
  if v_set ? 'stocks' and not v_set ? 'grid' then
    v_set := v_set || jsonb_build_object('stocks', (
      select coalesce(jsonb_object_agg(variant.id,
        greatest(variant.stock - (stocked.value::integer - (p_entry.before -> 'stocks' ->> stocked.key)::integer), 0)), '{}')
      from jsonb_each_text(p_entry.after -> 'stocks') stocked
      join public.product_variants variant on variant.product_id = p_entry.product_id and variant.id::text = stocked.key
    ));
  end if;
  if v_set ? 'category_id' and not exists (
    select 1 from public.categories where tenant_id = p_tenant_id and id::text = v_set ->> 'category_id'
  ) then
    v_set := v_set || '{"category_id": null}';
  end if;
  return v_set;
end
$$;

-- Whether a product (null if deleted) is still as a change left it. Stock isn't compared: it is undone by difference.
create function private.is_as_left(p_product public.products, p_after jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := to_jsonb(p_product) || jsonb_build_object('variants', private.variant_prices(p_product.id))
    || case when p_after ? 'grid' then private.product_grid(p_product.id) else '{}' end
    || case when p_after ? 'costs' then jsonb_build_object('costs', private.all_costs_of(p_product.id)) else '{}' end;
begin
  return p_product.id is not null and (p_after ? 'deleted_at') = (p_product.deleted_at is not null) and not exists (
    select 1 from jsonb_each(p_after) field
    where field.key not in ('stocks', 'deleted_at') and field.value is distinct from v_now -> field.key
  );
end
$$;

-- Whether a bulk change of a product wrote costs, from what it kept of before and after.
create function private.changes_costs(p_entry private.product_change_entries) returns boolean
language sql immutable set search_path = '' as $$
  select p_entry.after ? 'costs' or exists (
    select 1 from jsonb_array_elements(p_entry.before #> '{grid,variants}') was (variant)
    full join jsonb_array_elements(p_entry.after #> '{grid,variants}') now (variant) on now.variant ->> 'id' = was.variant ->> 'id'
    where was.variant -> 'cost' is distinct from now.variant -> 'cost'
  )
$$;

-- Locks a bulk change for an undo by the caller. Entries that wait for approval are retried once no others are left.
create function private.lock_undoable_change(p_change_id uuid) returns private.product_changes
language plpgsql security definer set search_path = '' as $$
declare
  v_change private.product_changes;
begin
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if exists (
    select 1 from private.product_change_entries entry where entry.change_id = p_change_id and private.changes_costs(entry)
  ) then
    perform private.require_capability(v_change.tenant_id, 'costs.see');
  end if;
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  update private.product_change_entries entry set awaits_approval = false
  where entry.change_id = p_change_id and not exists (
    select 1 from private.product_change_entries other where other.change_id = p_change_id and not other.awaits_approval
  );
  return v_change;
end
$$;

-- Undoes a bulk change. Products whose fields were changed again stay as they are; pieces sold since stay sold. Those above the
-- caller's ceiling wait, and can be asked for; once only they are left, they are tried again. A long import takes several calls.
create function public.undo_product_change(p_change_id uuid, p_request_id uuid default null) returns public.product_undo_result
language plpgsql security definer set search_path = '' as $$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_why jsonb;
  v_rows jsonb[] := '{}';
  v_grids jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_above uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
  v_change := private.lock_undoable_change(p_change_id);
  for v_entry in
    select entry.* from private.product_change_entries entry
    where entry.change_id = p_change_id and not entry.awaits_approval order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    continue when not private.is_as_left(v_product, v_entry.after);
    if v_set ? 'grid' then
      v_why := private.restore_grid(v_product.id, v_set, v_entry.after);
      if v_why is null then
        v_grids := v_grids || jsonb_build_object('id', v_product.id);
      elsif v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_product.id;
        v_result.refusal := private.higher_refusal(v_result.refusal, v_why);
      end if;
    else
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  v_above := v_above || array(select (waiting ->> 'id')::uuid from unnest(v_rows) waiting);
  select outcome.written, private.higher_refusal(v_result.refusal, outcome.refusal) into v_rows, v_result.refusal
  from private.undo_within_ceiling(v_rows) outcome;
  v_rows := v_rows || v_grids;
  v_above := array(
    select waiting from unnest(v_above) waiting where waiting not in (select (restored ->> 'id')::uuid from unnest(v_rows) restored));
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  update private.product_change_entries set awaits_approval = true where change_id = p_change_id and product_id = any (v_above);
  delete from private.product_change_entries
  where change_id = p_change_id and product_id = any (v_seen) and product_id <> all (v_above);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id and not awaits_approval);
  if not exists (select 1 from private.product_change_entries where change_id = p_change_id) then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result.above := cardinality(v_above);
  v_result."left" := cardinality(v_seen) - v_result.restored - v_result.above;
  return private.store_idempotent_result(p_request_id, v_result);
end
$$;

-- A store's latest undoable changes, with who made them and what they did.
create function public.undoable_product_changes(p_tenant_id text)
returns table (id uuid, made_at timestamptz, made_by text, added integer, changed integer, deleted integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    private.staff_name(latest.made_by, p_tenant_id),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$$;

-- Grants

grant execute on function
  public.undo_product_change,
  public.undoable_product_changes
to authenticated;
