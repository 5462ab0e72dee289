-- Why a line of an order is refused.

-- Functions

-- A refused line's name: its product and option values; also its variant if stock is short.
create function private.refused_name(p_line private.priced_line, p_name text, p_words jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_line.problem = 'out_of_stock' and p_line.variant <> '' then p_name || ', ' || (
      select string_agg(coalesce(p_words ->> (chosen.option ->> 'value'), chosen.option ->> 'value'), ' / ' order by chosen.place)
      from jsonb_array_elements(p_line.options) with ordinality chosen (option, place)
    )
    else p_name
  end
$$;

-- Why a line can't be bought, for the shopper; null if it can. A design has a size, a type and a color: a product with other
-- options to choose can't be printed.
create function private.line_problem(p_line private.priced_line) returns jsonb
language sql stable as $$
  select private.refusal(p_line.problem, jsonb_strip_nulls(jsonb_build_object(
    'reason', case
      when p_line.problem = 'invalid_quantity' then 'order'
      when p_line.problem = 'out_of_stock' and p_line.stock <= 0 then 'sold_out'
      when p_line.problem = 'option_required' and p_line.design is not null and exists (
        select 1 from public.product_options
        where product_id = p_line.product_id and kind = 'other' and cardinality(values) > 1
      ) then 'print'
    end)) || jsonb_build_object(
    'line', p_line.line, 'product_id', p_line.product_id, 'variant_id', p_line.variant_id, 'available', p_line.stock,
    'name', private.refused_name(p_line, p_line.name, '{}'), 'translations', (
      select jsonb_object_agg(said.language, jsonb_build_object('name',
        private.refused_name(p_line, coalesce(said.texts ->> 'name', p_line.name), coalesce(said.texts -> 'values', '{}'))))
      from jsonb_each(private.sold_translations(p_line.product_id, p_line.options)) said (language, texts)
    )))
  where p_line.problem is not null
$$;
