-- Changes of products and their way back write all rows in one statement, and take as many as surely end in time.

-- Changes products of a store in one step: all of them or none. `p_change` is one of
--   {"kind": "delete"}, {"kind": "featured" | "is_new" | "is_active", "value": true},
--   {"kind": "category", "value": id or null}, {"kind": "stock", "by": "set" | "add", "value": 5},
--   {"kind": "price", "by": "set" | "amount" | "percent", "value": -10, "strike": true}
-- (`strike` shows a higher price of before as struck). Answers with {"change_id", "changed"}.
create or replace function public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb) returns jsonb
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
create or replace function public.undo_product_change(p_change_id uuid) returns jsonb
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
