-- Attributes: product facts that staff define, such as players, minutes, fit or device. products.attributes stores the values by
-- attribute id: {"…": 45, "…": {"from": 2, "to": 5}, "…": "Oversized", "…": true}.

-- Tables

create type public.attribute_kind as enum ('number', 'choice', 'text', 'boolean');

create table public.attributes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 60),
  kind public.attribute_kind not null,
  -- For a number, such as 'min' or 'mm'; with several plural forms, in the language's order: 'player|players'. `choices` is for a
  -- choice. Other kinds use neither.
  unit text not null default '' check (unit = btrim(unit) and length(unit) <= 120),
  choices text[] not null default '{}',
  -- The categories whose products have it; null for all.
  category_ids uuid[] check (cardinality(category_ids) between 1 and 200),
  -- Translations of name, unit and choices: {"ar": {"name": "…", "unit": "…", "choices": {"Loose": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  position integer not null default 0,
  on_card boolean not null default false,
  on_page boolean not null default true,
  is_filter boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint attributes_choices_check check (kind <> 'choice' or private.are_option_values(choices))
);
create unique index attributes_name on public.attributes (tenant_id, lower(name));
alter table public.attributes enable row level security;

-- A store's distinct numeric values as in product_search_index.filters: '<attribute>:2..5', to resolve a requested range. Without a
-- unique key, like search_words, so that imports don't wait for each other.
create table private.attribute_ranges (
  tenant_id text not null,
  attribute_id uuid not null references public.attributes (id) on delete cascade,
  lowest numeric not null,
  highest numeric not null,
  filter text not null
);
create index attribute_ranges_by_attribute on private.attribute_ranges (attribute_id, filter);
alter table private.attribute_ranges enable row level security;

-- Policies

create policy "Everybody reads attributes of stores that they see" on public.attributes
  for select to anon, authenticated using (tenant_id <> all ((select private.hidden_stores())::text[]));

call private.add_staff_policies('public.attributes', 'attributes', 'products.change');

-- Functions

create function private.is_attribute_value(p_attribute public.attributes, p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case p_attribute.kind
    when 'number' then case jsonb_typeof(p_value)
      when 'number' then abs(p_value::numeric) <= 1e9
      when 'object' then p_value - '{from,to}'::text[] = '{}'
        and jsonb_typeof(p_value -> 'from') = 'number' and jsonb_typeof(p_value -> 'to') = 'number'
        and (p_value ->> 'from')::numeric < (p_value ->> 'to')::numeric
        and greatest(abs((p_value ->> 'from')::numeric), abs((p_value ->> 'to')::numeric)) <= 1e9
    end
    when 'choice' then jsonb_typeof(p_value) = 'string' and p_value #>> '{}' = any (p_attribute.choices)
    when 'text' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') between 1 and 300
      and p_value #>> '{}' = btrim(p_value #>> '{}')
    when 'boolean' then jsonb_typeof(p_value) = 'boolean'
  end, false)
$$;

-- Refuses values that the product's store doesn't define. Unchanged values aren't checked: a removed choice stays with its products
-- until somebody chooses again.
create function private.check_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before constant jsonb := case when tg_op = 'UPDATE' then old.attributes else '{}' end;
  v_wrong record;
begin
  select given.key, attributes.id, attributes.name into v_wrong
  from jsonb_each(new.attributes) given
  left join public.attributes on attributes.tenant_id = new.tenant_id and attributes.id::text = given.key
  where given.value is distinct
    from v_before -> given.key and not coalesce(private.is_attribute_value(attributes, given.value), false)
  limit 1;
  if found then
    perform private.refuse(case when v_wrong.id is null then 'unknown_attribute' else 'invalid_attribute_value' end,
      jsonb_build_object('column', 'attributes', 'name', v_wrong.name));
  end if;
  return new;
end
$$;

-- A value's form in product_search_index.filters, after the attribute's id; null if it can't be filtered by.
create function private.attribute_filter(p_attribute public.attributes, p_value jsonb) returns text
language sql immutable set search_path = '' as $$
  select p_attribute.id || ':' || case
    when not p_attribute.is_filter or p_attribute.kind = 'text' then null
    when p_attribute.kind = 'number' then
      trim_scale(coalesce(p_value ->> 'from', p_value #>> '{}')::numeric) || '..'
      || trim_scale(coalesce(p_value ->> 'to', p_value #>> '{}')::numeric)
    else p_value #>> '{}'
  end
$$;

create function private.attribute_filters(p_tenant_id text, p_values jsonb) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return '{}';
  end if;
  return array(
    select private.attribute_filter(attributes, given.value)
    from jsonb_each(p_values) given
    join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
    where private.attribute_filter(attributes, given.value) is not null
  );
end
$$;

-- The searchable words of a product's values: '45 min', '2 5 players', 'Oversized'; for a yes, the attribute's name.
create function private.attribute_words(p_tenant_id text, p_values jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return '';
  end if;
  return (
    select string_agg(case attributes.kind
      when 'number' then concat_ws(' ', coalesce(given.value ->> 'from', given.value #>> '{}'), given.value ->> 'to',
        attributes.unit, attributes.name, private.translated_texts(attributes.translations, 'unit'),
        private.translated_texts(attributes.translations, 'name'))
      when 'boolean' then case when given.value = 'true'
        then concat_ws(' ', attributes.name, private.translated_texts(attributes.translations, 'name')) end
      else concat_ws(' ', given.value #>> '{}',
        private.translated_words(attributes.translations, 'choices', given.value #>> '{}'))
    end, ' ')
    from jsonb_each(p_values) given
    join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
  );
end
$$;

-- Adds the numbers of a listed product to the filter lookup.
create function private.add_attribute_ranges(p_tenant_id text, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return;
  end if;
  insert into private.attribute_ranges (tenant_id, attribute_id, lowest, highest, filter)
  select p_tenant_id, attributes.id, coalesce(given.value ->> 'from', given.value #>> '{}')::numeric,
    coalesce(given.value ->> 'to', given.value #>> '{}')::numeric, private.attribute_filter(attributes, given.value)
  from jsonb_each(p_values) given
  join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
    and attributes.kind = 'number' and attributes.is_filter
  where not exists (
    select 1 from private.attribute_ranges
    where attribute_id = attributes.id and filter = private.attribute_filter(attributes, given.value)
  );
end
$$;

-- Parses requested filters, '<attribute>:<choice>' or '<attribute>:<from>..<to>' with an optional end, into values of
-- product_search_index.filters: one array per attribute, which a product has to overlap. Up to four attributes.
create function private.chosen_attributes(p_tenant_id text, p_chosen text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_chosen), 0) = 0 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(grouped.filters order by grouped.attribute_id), '[]')
    from (
      select chosen.attribute_id,
        jsonb_agg(distinct chosen.attribute_id || ':' || coalesce(matching.value, chosen.value)) as filters
      from (
        select attributes.id as attribute_id, attributes.kind, substr(asked, 38) as value
        from unnest(p_chosen[1:40]) asked
        join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = left(asked, 36)
        where substr(asked, 37, 1) = ':'
      ) chosen
      cross join lateral (
        select (regexp_match(chosen.value, '^(-?\d{1,9}(?:\.\d{1,4})?)?\.\.'))[1]::numeric as lowest,
          (regexp_match(chosen.value, '\.\.(-?\d{1,9}(?:\.\d{1,4})?)?$'))[1]::numeric as highest
      ) asked
      left join lateral (
        select distinct substr(filter, 38) as value
        from private.attribute_ranges
        where chosen.kind = 'number' and attribute_id = chosen.attribute_id
          and coalesce(asked.lowest, asked.highest) is not null
          and highest >= coalesce(asked.lowest, highest) and lowest <= coalesce(asked.highest, lowest)
      ) matching on true
      group by chosen.attribute_id
      order by chosen.attribute_id limit 4
    ) grouped
  );
end
$$;

-- Renews the products of a changed attribute: their search text contains its name, and their listing whether it is a filter.
create function private.attribute_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_products(array(
    select id from public.products where tenant_id = new.tenant_id and attributes ? new.id::text
  ));
  return null;
end
$$;

create function private.attribute_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products where tenant_id = old.tenant_id and attributes ? old.id::text
  order by id for no key update;
  update public.products set attributes = attributes - old.id::text
  where tenant_id = old.tenant_id and attributes ? old.id::text;
  return null;
end
$$;

create function private.require_own_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(new.category_ids) category_id
    where not exists (select 1 from public.categories where tenant_id = new.tenant_id and id = category_id)
  ) then
    perform private.refuse('unknown_category');
  end if;
  return new;
end
$$;

-- Removes a deleted category from attributes; one that had only this category applies to no product.
create function private.category_left_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.attributes where tenant_id = old.tenant_id and category_ids = array[old.id];
  update public.attributes set category_ids = array_remove(category_ids, old.id)
  where tenant_id = old.tenant_id and old.id = any (category_ids);
  return null;
end
$$;

-- Triggers

call private.fix_columns('public.attributes', '{id,tenant_id,kind}');
call private.serialize_upserts('public.attributes');

create trigger attributes_touch before update on public.attributes
  for each row execute function private.touch_version();

create trigger attributes_categories before insert or update of category_ids on public.attributes
  for each row when (new.category_ids is not null) execute function private.require_own_categories();

create trigger attributes_changed after update on public.attributes
  for each row when (
    (old.name, old.unit, old.is_filter, old.translations) is distinct from (new.name, new.unit, new.is_filter, new.translations)
  )
  execute function private.attribute_changed();

create trigger attributes_removed after delete on public.attributes
  for each row execute function private.attribute_removed();

create trigger categories_left_attributes after delete on public.categories
  for each row execute function private.category_left_attributes();

create trigger products_attributes_added before insert on public.products
  for each row when (new.attributes <> '{}') execute function private.check_attributes();

create trigger products_attributes_changed before update of attributes on public.products
  for each row when (new.attributes is distinct from old.attributes) execute function private.check_attributes();

-- Grants

grant select on public.attributes to anon, authenticated;
grant delete on public.attributes to authenticated;
grant insert (
  id, tenant_id, name, kind, unit, choices, category_ids, position, on_card, on_page, is_filter, created_at,
  translations
) on public.attributes to authenticated;
grant update (
  id, tenant_id, name, kind, unit, choices, category_ids, position, on_card, on_page, is_filter, translations
) on public.attributes to authenticated;
