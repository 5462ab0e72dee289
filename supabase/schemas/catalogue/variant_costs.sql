-- What a piece of a variant costs the store. A table of its own, since shoppers and most staff read the rows of variants.

-- Tables

create table public.variant_costs (
  variant_id uuid primary key,
  tenant_id text not null,
  cost numeric(12, 2) not null check (cost between 0 and 10000000),
  unique (tenant_id, variant_id),
  foreign key (tenant_id, variant_id) references public.product_variants (tenant_id, id) on delete cascade
);
alter table public.variant_costs enable row level security;

-- Policies

create policy "Staff with the right read what their store's variants cost" on public.variant_costs
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('costs.see'))::text[]));

-- Functions

-- Raises at the first row with a cost unless the caller may see costs: writing them blindly would reveal them. The error names the
-- row by its "row", or else by its position.
create function private.require_costs_allowed(p_tenant_id text, p_rows jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line integer;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or private.may(p_tenant_id, 'costs.see') then
    return;
  end if;
  select case when pg_input_is_valid(given.variant ->> 'row', 'integer') then (given.variant ->> 'row')::integer else given.place end
  into v_line
  from jsonb_array_elements(p_rows) with ordinality given (variant, place)
  where jsonb_typeof(given.variant) = 'object' and given.variant ? 'cost' order by given.place limit 1;
  if found then
    perform private.refuse_variant('costs_not_allowed', '{}', array[v_line], 'cost');
  end if;
end
$$;

-- Writes the costs of variants, {id: cost or null}; those not named stay.
create function private.write_costs(p_product_id uuid, p_costs jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.variant_costs stored
  using public.product_variants variant
  where variant.product_id = p_product_id and stored.variant_id = variant.id and p_costs -> variant.id::text = 'null';
  insert into public.variant_costs (tenant_id, variant_id, cost)
  select variant.tenant_id, variant.id, (p_costs ->> variant.id::text)::numeric
  from public.product_variants variant
  where variant.product_id = p_product_id and p_costs ->> variant.id::text is not null
  order by variant.id
  on conflict (variant_id) do update set cost = excluded.cost where variant_costs.cost <> excluded.cost;
end
$$;

-- Writes the costs that rows of a grid name, after its variants were written.
create function private.write_costs_of_rows(p_product_id uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.write_costs(p_product_id, jsonb_object_agg(variant.id, given.variant -> 'cost'))
  from jsonb_array_elements(p_rows) given (variant)
  join public.product_variants variant on variant.product_id = p_product_id
    and lower(variant.option1) = lower(given.variant ->> 'option1') and lower(variant.option2) = lower(given.variant ->> 'option2')
    and lower(variant.option3) = lower(given.variant ->> 'option3')
  where given.variant ? 'cost'
  having count(*) > 0
$$;

-- The costs of a product's variants, {id: cost}; null for those without one.
create function private.all_costs_of(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(variant.id, stored.cost), '{}')
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$$;

-- A product as in variants_json, with the costs of its variants if the caller may see them.
create function private.with_costs(p_tenant_id text, p_product jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_costs jsonb;
begin
  if not private.may(p_tenant_id, 'costs.see') then
    return p_product;
  end if;
  v_costs := private.all_costs_of((p_product ->> 'id')::uuid);
  return p_product || jsonb_build_object('variants', (
    select jsonb_agg(given.variant || jsonb_build_object('cost', v_costs -> (given.variant ->> 'id')) order by given.place)
    from jsonb_array_elements(p_product -> 'variants') with ordinality given (variant, place)
  ));
end
$$;

-- Logs staff's changes of costs apart from those of their products, so that only who may see costs reads them.
create function private.audit_cost() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_cost constant public.variant_costs := coalesce(new, old);
  v_name text;
begin
  if auth.uid() is null or not v_cost.tenant_id = any (private.workplaces()) then
    return null;
  end if;
  -- None is found when the cost goes with its variant.
  select private.sold_name(product.name, variant.option1, variant.option2, variant.option3) into v_name
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id = v_cost.variant_id;
  if found then
    perform private.write_audit(v_cost.tenant_id, 'update', 'variant_costs', v_cost.variant_id::text, v_name,
      jsonb_build_object('cost', old.cost), jsonb_build_object('cost', new.cost));
  end if;
  return null;
end
$$;

-- Triggers

create trigger audited after insert or update or delete on public.variant_costs
  for each row execute function private.audit_cost();

-- Grants

grant select on public.variant_costs to authenticated;
-- Only functions write costs, as they do variants.
revoke insert, update, delete, truncate on public.variant_costs from service_role;
