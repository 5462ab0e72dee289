-- A product's page shows others of its category. What is added to a category, leaves it or is withdrawn names the
-- categories beside the products, so that those pages alone are made anew.
create or replace function private.announce_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    select c.tenant_id, count(*) as n, jsonb_agg(c.id) as ids,
      jsonb_agg(distinct c.category_id) filter (where c.category_id is not null) as categories
    from changed c group by c.tenant_id
  loop
    perform realtime.send(
      jsonb_strip_nulls(jsonb_build_object('kind', 'product', 'action', lower(tg_op),
        'ids', case when v.n <= 50 then v.ids end, 'categories', case when v.n <= 50 then v.categories end)),
      'change', 'catalogue:' || v.tenant_id, true);
  end loop;
  return null;
end
$$;

-- A note is tenant/product/categories, at most 143 letters: a list that is cut off holds more than 50.
create or replace function private.note_product() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.changed_products', true), '');
  v_categories text := '';
begin
  if old.is_active <> new.is_active or old.category_id is distinct from new.category_id then
    v_categories := concat_ws('+', old.category_id, nullif(new.category_id, old.category_id));
  end if;
  if length(v_noted) < 10000 then
    perform set_config('souk.changed_products',
      v_noted || new.tenant_id || '/' || new.id || '/' || v_categories || ' ', true);
  end if;
  return null;
end
$$;

create or replace function private.announce_noted_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.changed_products', true), '');
  v record;
begin
  if v_noted = '' then
    return null;
  end if;
  perform set_config('souk.changed_products', '', true);
  for v in
    select n.tenant_id, count(*) as n, jsonb_agg(n.id) as ids, (
        select jsonb_agg(distinct c.id)
        from string_to_table(string_agg(nullif(n.categories, ''), '+'), '+') c (id)
      ) as categories
    from (
      select split_part(e, '/', 1) as tenant_id, split_part(e, '/', 2) as id, split_part(e, '/', 3) as categories
      from unnest(string_to_array(btrim(v_noted), ' ')) e
    ) n
    group by n.tenant_id
  loop
    perform realtime.send(
      jsonb_strip_nulls(jsonb_build_object('kind', 'product', 'action', 'update',
        'ids', case when v.n <= 50 then v.ids end, 'categories', case when v.n <= 50 then v.categories end)),
      'change', 'catalogue:' || v.tenant_id, true);
  end loop;
  return null;
end
$$;
