-- What rows of an imported file make of the options and variants of products.

-- Functions

-- Refuses lines about variants that do not say which.
create function private.refuse_lines(p_options jsonb, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_variant('unknown_value', jsonb_build_object('reason', 'variant', 'options',
    (select string_agg(lower(o ->> 'name'), ' and ') from jsonb_array_elements(p_options) o)),
    array(select (w ->> 'row')::integer from jsonb_array_elements(p_lines) w), 'options');
end
$$;

-- The grid that a product has after the lines of a file about its variants, or null where they change nothing. A line is about
-- the variant with its options, else with its SKU, and without options about the only one; where the file has the product's own options, variants that it does not
-- name stay as they are.
create function private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- Where the file has each of the product's options.
  v_places constant integer[] := array(
    select (select min(p.n)::integer from jsonb_array_elements(p_options) with ordinality p (option, n)
      where lower(p.option ->> 'name') = lower(o.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality o (option, n) order by o.n
  );
  v_same constant boolean := jsonb_array_length(p_options) = cardinality(v_places) and array_position(v_places, null) is null;
  v_rows jsonb;
  v_changed boolean;
begin
  if p_options = '[]' and v_options <> '[]' then
    if jsonb_array_length(v_now #> '{grid,variants}') = 1 and jsonb_array_length(p_variants) = 1 then
      return private.imported_grid(p_product_id, v_options, jsonb_build_array(
        p_variants -> 0 || jsonb_build_object('options', v_now #> '{grid,variants,0,options}')));
    end if;
    perform private.refuse_lines(v_options, p_variants);
  end if;
  with there as (
    select t.variant || jsonb_build_object('stock', v_now #> array['stocks', t.variant ->> 'id']) as variant, t.n
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality t (variant, n)
  ),
  named as (
    select w.variant || jsonb_build_object('options', case when v_same
        then array(select w.variant -> 'options' ->> p.place - 1 from unnest(v_places) with ordinality p (place, n) order by p.n)
        else array(select jsonb_array_elements_text(w.variant -> 'options')) end) as variant, w.n
    from jsonb_array_elements(p_variants) with ordinality w (variant, n)
  ),
  by_options as (
    select n.n as line, t.n as place from named n
    join there t on v_same and lower(n.variant ->> 'options') = lower(t.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select n.n, t.n from named n join there t on lower(n.variant ->> 'sku') = lower(t.variant ->> 'sku')
    where n.n not in (select b.line from by_options b) and t.n not in (select b.place from by_options b)
  )
  select
    jsonb_agg(
      case when t.n is null then n.variant when n.n is null then t.variant - 'stock'
        else n.variant || jsonb_build_object('id', t.variant -> 'id') end
      order by t.n, n.n
    ) filter (where v_same or n.n is not null),
    not v_same or bool_or(n.n is not null and not coalesce(
      t.variant || (n.variant - '{row,options}'::text[]) = t.variant
      and lower(n.variant ->> 'options') = lower(t.variant ->> 'options'), false))
  into v_rows, v_changed
  from named n
  full join (select t.*, m.line from there t left join matched m on m.place = t.n) t on t.line = n.n;
  if not v_changed then
    return null;
  end if;
  if v_same then
    select coalesce(jsonb_agg(o.option || jsonb_build_object('values', (
        select jsonb_agg(x.value order by x.is_new, x.n)
        from (
          select u.value, u.n, false as is_new
          from jsonb_array_elements_text(o.option -> 'values') with ordinality u (value, n)
          -- A value whose variants have all been given another one goes.
          where not exists (
              select 1 from jsonb_array_elements(v_now #> '{grid,variants}') w where w -> 'options' ->> o.n::integer - 1 = u.value
            ) or exists (
              select 1 from jsonb_array_elements(v_rows) w where lower(w -> 'options' ->> o.n::integer - 1) = lower(u.value)
            )
          union all
          select u.value, u.n, true
          from jsonb_array_elements_text(p_options -> v_places[o.n::integer] - 1 -> 'values') with ordinality u (value, n)
          where lower(u.value) not in (select lower(k) from jsonb_array_elements_text(o.option -> 'values') k)
        ) x
      )) order by o.n), '[]')
    into v_options from jsonb_array_elements(v_options) with ordinality o (option, n);
  end if;
  return jsonb_build_object('options', case when v_same then v_options else p_options end, 'variants', v_rows);
end
$$;

-- The options of a product after sizes, colours or types were listed anew: those that stay keep their place, which "was" says.
create function private.listed_options(p_options jsonb, p_lists jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(listed.option order by listed.was nulls last, listed.place), '[]')
  from (
    select stored.option || jsonb_build_object('was', stored.place, 'values',
        coalesce(p_lists -> (stored.option ->> 'kind'), stored.option -> 'values')) as option, stored.place as was, 0 as place
    from jsonb_array_elements(p_options) with ordinality stored (option, place)
    union all
    select jsonb_build_object('name', kinds.name, 'kind', kinds.kind, 'values', p_lists -> kinds.kind), null, kinds.place
    from (values (1, 'Size', 'size'), (2, 'Color', 'color'), (3, 'Type', 'type')) kinds (place, name, kind)
    where p_lists ? kinds.kind
      and not exists (select 1 from jsonb_array_elements(p_options) o where o ->> 'kind' = kinds.kind)
  ) listed
  where listed.option -> 'values' <> '[]'
$$;

-- The grid of a product after its sizes, colours or types were listed anew, {"size": ["S", "M"], …}; null where that changes
-- nothing. Values that are no longer listed take their variants away, new ones bring the combinations that they make, without
-- stock. An option that is new gives its first value to the variants that are there.
create function private.listed_grid(p_product_id uuid, p_lists jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id) -> 'grid';
  v_options constant jsonb := private.listed_options(v_now -> 'options', p_lists);
  v_variants jsonb;
begin
  if (select jsonb_agg(jsonb_build_array(o -> 'kind', o -> 'values')) from jsonb_array_elements(v_options) o) is not distinct from
    (select jsonb_agg(jsonb_build_array(o -> 'kind', o -> 'values')) from jsonb_array_elements(v_now -> 'options') o) then
    return null;
  end if;
  if jsonb_array_length(v_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  perform private.require_variant_count((
    select exp(sum(ln(jsonb_array_length(o -> 'values'))))::bigint from jsonb_array_elements(v_options) o
  ));

  with options as materialized (
    select o.place::integer, (o.option ->> 'was')::integer as was, array(select jsonb_array_elements_text(o.option -> 'values')) as values
    from jsonb_array_elements(v_options) with ordinality o (option, place)
  ),
  wanted as materialized (
    select c.place, (array[c.option1, c.option2, c.option3])[:jsonb_array_length(v_options)] as chosen
    from private.combinations(
      (select o.values from options o where o.place = 1), (select o.values from options o where o.place = 2),
      (select o.values from options o where o.place = 3)
    ) c
  ),
  -- The variants that are there, with the values that they have among the new options.
  moved as (
    select v.place, v.variant -> 'id' as id, array(
      select case when o.was is null then o.values[1] else (
        select x from unnest(o.values) x where lower(x) = lower(v.variant -> 'options' ->> o.was - 1)
      ) end
      from options o order by o.place
    ) as chosen
    from jsonb_array_elements(v_now -> 'variants') with ordinality v (variant, place)
  ),
  kept as (
    select distinct on (w.place) w.place, m.id from wanted w join moved m on m.chosen = w.chosen order by w.place, m.place
  )
  select jsonb_agg(jsonb_build_object('id', k.id, 'options', w.chosen) order by w.place) into v_variants
  from wanted w left join kept k on k.place = w.place
  where k.id is not null
    -- A combination that staff have taken out stays out: one is new by a value that is.
    or exists (
      select 1 from options o
      where case when o.was is null then w.chosen[o.place] <> o.values[1] else lower(w.chosen[o.place]) <> all (
        select lower(x) from jsonb_array_elements_text(v_now -> 'options' -> o.was - 1 -> 'values') x
      ) end
    )
    or not exists (select 1 from kept);
  return jsonb_build_object('options', v_options, 'variants', v_variants);
end
$$;

-- The sizes, colours and types that a row lists. A single type says what the product is: there is nothing to choose.
create function private.imported_lists(p_set jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k.kind, case when k.kind = 'type' and jsonb_array_length(l.list) = 1 then '[]' else l.list end), '{}')
  from unnest('{size,color,type}'::text[]) k (kind)
  cross join lateral (
    select coalesce(jsonb_agg(d.value order by d.place), '[]') as list
    from (
      select distinct on (lower(u.value)) u.value, u.place
      from unnest(private.text_list(p_set ->> k.kind)) with ordinality u (value, place) order by lower(u.value), u.place
    ) d
  ) l
  where p_set ? k.kind
$$;

-- The grid that a row makes: of its lines about variants, or of the sizes, colours and types that it lists; null where it
-- changes none. A line without options is about the only variant.
create function private.grid_of_row(p_product_id uuid, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_options constant jsonb := coalesce(p_row -> 'options', '[]');
  v_lines constant jsonb := p_row -> 'variants';
  v_lists constant jsonb := private.imported_lists(p_row -> 'set');
  v_listed constant jsonb := case when v_options = '[]' and v_lists <> '{}' then private.listed_grid(p_product_id, v_lists) end;
begin
  if v_lines is null then
    return v_listed;
  elsif v_listed is null then
    return private.imported_grid(p_product_id, v_options, v_lines);
  elsif jsonb_array_length(v_lines) = 1 and jsonb_array_length(v_listed -> 'variants') = 1 then
    return v_listed || jsonb_build_object('variants', jsonb_build_array((v_lines -> 0) || (v_listed #> '{variants,0}')));
  end if;
  perform private.refuse_lines(v_listed -> 'options', v_lines);
  return null;
end
$$;

-- What a row makes of a product's options and variants: {"grid"} as save_variants takes it, {"stocks"} where no more than the
-- stock of the only variant changes, and nothing where all stays. One stock for several variants is refused: spread, it would
-- say that sizes are sold out which are not.
create function private.imported_variants(p_product public.products, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_stock constant integer := case when coalesce(p_row -> 'options', '[]') = '[]' then (p_row #>> '{set,stock}')::integer end;
  v_grid constant jsonb := private.grid_of_row(p_product.id, p_row);
  v_sold jsonb;
begin
  if v_stock is null or v_stock = p_product.stock then
    return case when v_grid is null then '{}' else jsonb_build_object('grid', v_grid) end;
  end if;
  select coalesce(jsonb_agg(w), '[]') into v_sold
  from jsonb_array_elements(coalesce(v_grid, private.product_grid(p_product.id) -> 'grid') -> 'variants') w
  where w -> 'is_active' is distinct from 'false';
  if jsonb_array_length(v_sold) <> 1 then
    perform private.refuse('stock_of_variants', jsonb_build_object('column', 'stock', 'count', jsonb_array_length(v_sold)));
  end if;
  if v_grid is null then
    return jsonb_build_object('stocks', jsonb_build_object(v_sold -> 0 ->> 'id', v_stock));
  end if;
  return jsonb_build_object('grid', v_grid || jsonb_build_object('variants', (
    select jsonb_agg(case when w.variant = v_sold -> 0 then jsonb_build_object('stock', v_stock) || w.variant else w.variant end
      order by w.place)
    from jsonb_array_elements(v_grid -> 'variants') with ordinality w (variant, place)
  )));
end
$$;
