-- How rows of an import change products' options and variants.

-- Functions

-- Refuses variant lines that don't identify their variant.
create function private.refuse_lines(p_options jsonb, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_variant('unknown_value', jsonb_build_object('reason', 'variant', 'options',
    (select string_agg(lower(option ->> 'name'), ' and ') from jsonb_array_elements(p_options) option)),
    array(select (line ->> 'row')::integer from jsonb_array_elements(p_lines) line), 'options');
end
$$;

-- Merges an option's translations with those in a file; values that the file omits keep theirs.
create function private.merged_option_words(p_stored jsonb, p_given jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(p_stored, '{}') || coalesce(jsonb_object_agg(given.language, jsonb_strip_nulls(
    coalesce(p_stored -> given.language, '{}') || given.texts || case when given.texts ? 'values' then jsonb_build_object('values',
      coalesce(p_stored #> array[given.language, 'values'], '{}') || (given.texts -> 'values')) else '{}' end)), '{}')
  from jsonb_each(p_given) given (language, texts)
$$;

-- A product's options with a file's values appended; `p_places` maps them to the file's options. A value is removed once all its
-- variants have got another one.
create function private.merged_options(p_stored jsonb, p_given jsonb, p_places integer[], p_variants jsonb, p_rows jsonb)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(stored.option || jsonb_build_object('values', (
    select jsonb_agg(kept.value order by kept.is_new, kept.place)
    from (
      select listed.value, listed.place, false as is_new
      from jsonb_array_elements_text(stored.option -> 'values') with ordinality listed (value, place)
      where not exists (
          select 1 from jsonb_array_elements(p_variants) variant
          where variant -> 'options' ->> stored.place::integer - 1 = listed.value
        ) or exists (
          select 1 from jsonb_array_elements(p_rows) variant
          where lower(variant -> 'options' ->> stored.place::integer - 1) = lower(listed.value)
        )
      union all
      select listed.value, listed.place, true
      from jsonb_array_elements_text(p_given -> p_places[stored.place::integer] - 1 -> 'values')
        with ordinality listed (value, place)
      where lower(listed.value) not in (select lower(known) from jsonb_array_elements_text(stored.option -> 'values') known)
    ) kept
  ), 'translations', private.merged_option_words(stored.option -> 'translations',
    coalesce(p_given -> p_places[stored.place::integer] - 1 -> 'translations', '{}'))) order by stored.place), '[]')
  from jsonb_array_elements(p_stored) with ordinality stored (option, place)
$$;

-- A product's grid after a file's variant lines, or null if unchanged. A line refers to the variant with its options, else with its
-- SKU; without options, to the only variant. If the file uses the product's own options, variants it omits stay unchanged.
create function private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- The position in the file of each of the product's options.
  v_places constant integer[] := array(
    select (select min(given.place)::integer from jsonb_array_elements(p_options) with ordinality given (option, place)
      where lower(given.option ->> 'name') = lower(stored.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality stored (option, place) order by stored.place
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
    select stored.variant || jsonb_build_object(
      'stock', v_now #> array['stocks', stored.variant ->> 'id'], 'cost', stored.variant -> 'cost') as variant, stored.place
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality stored (variant, place)
  ),
  named as (
    select given.variant || jsonb_build_object('options', case when v_same
        then array(
          select given.variant -> 'options' ->> asked.place - 1
          from unnest(v_places) with ordinality asked (place, stored_place) order by asked.stored_place
        )
        else array(select jsonb_array_elements_text(given.variant -> 'options')) end) as variant, given.line
    from jsonb_array_elements(p_variants) with ordinality given (variant, line)
  ),
  by_options as (
    select named.line, there.place from named
    join there on v_same and lower(named.variant ->> 'options') = lower(there.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select named.line, there.place from named join there on lower(named.variant ->> 'sku') = lower(there.variant ->> 'sku')
    where named.line not in (select by_options.line from by_options)
      and there.place not in (select by_options.place from by_options)
  )
  select
    jsonb_agg(
      case when stored.place is null then named.variant when named.line is null then stored.variant - 'stock'
        else named.variant || jsonb_build_object('id', stored.variant -> 'id') end
      order by stored.place, named.line
    ) filter (where v_same or named.line is not null),
    not v_same or bool_or(named.line is not null and not coalesce(
      stored.variant || (named.variant - '{row,options}'::text[]) = stored.variant
      and lower(named.variant ->> 'options') = lower(stored.variant ->> 'options'), false))
  into v_rows, v_changed
  from named
  full join (
    select there.*, matched.line from there left join matched on matched.place = there.place
  ) stored on stored.line = named.line;
  v_options := case
    when v_same then private.merged_options(v_options, p_options, v_places, v_now #> '{grid,variants}', v_rows)
    else p_options end;
  if not v_changed and v_options = v_now #> '{grid,options}' then
    return null;
  end if;
  return jsonb_build_object('variants', v_rows, 'options', v_options);
end
$$;

-- A product's options after its sizes, colors or types were listed anew; existing ones keep their position, recorded in "was".
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
      and not exists (select 1 from jsonb_array_elements(p_options) known where known ->> 'kind' = kinds.kind)
  ) listed
  where listed.option -> 'values' <> '[]'
$$;

-- A product's grid after its sizes, colors or types were listed anew, {"size": ["S", "M"], …}; null if unchanged. Removed values
-- remove their variants; new values add their combinations, without stock. A new option gives its first value to existing variants.
create function private.listed_grid(p_product_id uuid, p_lists jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id) -> 'grid';
  v_options constant jsonb := private.listed_options(v_now -> 'options', p_lists);
  v_variants jsonb;
begin
  if jsonb_path_query_array(v_options, '$[*].values') = jsonb_path_query_array(v_now, '$.options[*].values')
    and jsonb_path_query_array(v_options, '$[*].kind') = jsonb_path_query_array(v_now, '$.options[*].kind') then
    return null;
  end if;
  if jsonb_array_length(v_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  perform private.require_variant_count((
    select exp(sum(ln(jsonb_array_length(option -> 'values'))))::bigint from jsonb_array_elements(v_options) option
  ));

  with options as materialized (
    select listed.place::integer, (listed.option ->> 'was')::integer as was,
      array(select jsonb_array_elements_text(listed.option -> 'values')) as values
    from jsonb_array_elements(v_options) with ordinality listed (option, place)
  ),
  wanted as materialized (
    select combined.place, (array[combined.option1, combined.option2, combined.option3])[:jsonb_array_length(v_options)] as chosen
    from private.combinations(
      (select option.values from options option where option.place = 1),
      (select option.values from options option where option.place = 2),
      (select option.values from options option where option.place = 3)
    ) combined
  ),
  -- Existing variants, with their values among the new options.
  moved as (
    select stored.place, stored.variant -> 'id' as id, array(
      select case when option.was is null then option.values[1] else (
        select value from unnest(option.values) value where lower(value) = lower(stored.variant -> 'options' ->> option.was - 1)
      ) end
      from options option order by option.place
    ) as chosen
    from jsonb_array_elements(v_now -> 'variants') with ordinality stored (variant, place)
  ),
  kept as (
    select distinct on (wanted.place) wanted.place, moved.id from wanted join moved on moved.chosen = wanted.chosen
    order by wanted.place, moved.place
  )
  select jsonb_agg(jsonb_build_object('id', kept.id, 'options', wanted.chosen) order by wanted.place) into v_variants
  from wanted left join kept on kept.place = wanted.place
  where kept.id is not null
    -- Combinations that staff removed stay removed: only those with a new value are added.
    or exists (
      select 1 from options option
      where case when option.was is null then wanted.chosen[option.place] <> option.values[1]
        else lower(wanted.chosen[option.place]) <> all (
        select lower(value) from jsonb_array_elements_text(v_now -> 'options' -> option.was - 1 -> 'values') value
      ) end
    )
    or not exists (select 1 from kept);
  return jsonb_build_object('options', v_options, 'variants', v_variants);
end
$$;

-- The sizes, colors and types a row lists. A single type describes the product: it isn't a choice.
create function private.imported_lists(p_set jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
    asked.kind, case when asked.kind = 'type' and jsonb_array_length(given.list) = 1 then '[]' else given.list end), '{}')
  from unnest('{size,color,type}'::text[]) asked (kind)
  cross join lateral (
    select coalesce(jsonb_agg(single.value order by single.place), '[]') as list
    from (
      select distinct on (lower(listed.value)) listed.value, listed.place
      from unnest(private.text_list(p_set ->> asked.kind)) with ordinality listed (value, place)
      order by lower(listed.value), listed.place
    ) single
  ) given
  where p_set ? asked.kind
$$;

-- The grid a row results in, from its variant lines or from the sizes, colors and types it lists; null if unchanged. A line without
-- options refers to the only variant.
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

-- A row's changes to options and variants: {"grid"} as save_variants takes it, {"stocks"} if only the single variant's stock
-- changes, or empty. A single stock for several variants is refused: splitting it would mark sizes as sold out that aren't.
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
  select coalesce(jsonb_agg(sold), '[]') into v_sold
  from jsonb_array_elements(coalesce(v_grid, private.product_grid(p_product.id) -> 'grid') -> 'variants') sold
  where sold -> 'is_active' is distinct from 'false';
  if jsonb_array_length(v_sold) <> 1 then
    perform private.refuse('stock_of_variants', jsonb_build_object('column', 'stock', 'count', jsonb_array_length(v_sold)));
  end if;
  if v_grid is null then
    return jsonb_build_object('stocks', jsonb_build_object(v_sold -> 0 ->> 'id', v_stock));
  end if;
  return jsonb_build_object('grid', v_grid || jsonb_build_object('variants', (
    select jsonb_agg(
      case when sold.variant = v_sold -> 0 then jsonb_build_object('stock', v_stock) || sold.variant else sold.variant end
      order by sold.place)
    from jsonb_array_elements(v_grid -> 'variants') with ordinality sold (variant, place)
  )));
end
$$;
