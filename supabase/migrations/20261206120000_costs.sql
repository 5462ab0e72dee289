set local check_function_bodies = off;

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP FUNCTION "public"."report_variants"(text, date, date, integer);

CREATE TABLE "public"."variant_costs" ("variant_id" uuid NOT NULL, "tenant_id" text NOT NULL, "cost" numeric(12,2) NOT NULL, CONSTRAINT "variant_costs_cost_check" CHECK (((cost >= (0)::numeric) AND (cost <= (10000000)::numeric))), CONSTRAINT "variant_costs_pkey" PRIMARY KEY (variant_id));

ALTER TABLE "public"."variant_costs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."variant_costs" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.all_costs_of(p_product_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(variant.id, stored.cost), '{}')
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$function$;

ALTER FUNCTION "private"."all_costs_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."audit_cost"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_come_back(p_entity text, p_action text, p_before jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'shipping_zones', 'delivery_slots',
      'search_synonyms')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.change_imported(p_change_id uuid, p_row jsonb, p_product public.products, p_set jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_stored constant jsonb := to_jsonb(p_product);
  v_set constant jsonb := (
    select coalesce(jsonb_object_agg(filled.name, p_set -> filled.name), '{}') from private.product_columns() filled
    where p_set ? filled.name and not private.same_value(filled.compared_as, p_set -> filled.name, v_stored -> filled.name)
  );
  v_new constant public.products := jsonb_populate_record(p_product, v_set);
  v_variants jsonb := private.imported_variants(p_product, p_row);
  v_were constant jsonb := case when v_variants ? 'grid' then private.variants_json(p_product.id) end;
  v_were_with_costs constant jsonb := case when v_were is not null then private.with_costs(p_product.tenant_id, v_were) end;
  v_before jsonb := (select coalesce(jsonb_object_agg(key, v_stored -> key), '{}') from jsonb_object_keys(v_set) key);
  v_kept jsonb := '{}';
  v_changes jsonb := '{}';
begin
  if v_set = '{}' and v_variants = '{}' then
    return jsonb_build_object('outcome', 'unchanged', 'id', p_product.id, 'name', p_product.name);
  end if;
  if v_set ?| '{price,original_price}' then
    perform private.require_lower_price(v_new.price, v_new.original_price);
  end if;
  if v_variants ? 'grid' then
    v_kept := private.product_grid(p_product.id);
  elsif v_variants ? 'stocks' then
    v_kept := jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, variant.stock) from public.product_variants variant
      where variant.product_id = p_product.id and v_variants -> 'stocks' ? variant.id::text
    ));
    v_changes := jsonb_build_object('before', jsonb_build_object('stock', p_product.stock),
      'after', jsonb_build_object('stock', p_row #> '{set,stock}'));
  end if;
  perform private.write_products(
    jsonb_build_array(jsonb_build_object('id', p_product.id, 'set', v_set || (v_variants - 'grid'))), 'Imported');
  if v_variants ? 'grid' then
    perform private.save_variants(v_new, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
    perform private.audit_variants(p_product.tenant_id, v_new.name, p_product.id,
      private.variant_changes(v_were, private.variants_json(p_product.id)));
    v_changes := private.variant_changes(
      v_were_with_costs, private.with_costs(p_product.tenant_id, private.variants_json(p_product.id)));
    v_variants := private.product_grid(p_product.id);
  end if;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, product.id, v_before || v_kept,
    (select coalesce(jsonb_object_agg(key, to_jsonb(product) -> key), '{}') from jsonb_object_keys(v_set) key) || v_variants
  from public.products product where product.id = p_product.id;
  return jsonb_build_object('outcome', 'changed', 'id', p_product.id, 'name', v_new.name,
    'before', v_before || coalesce(v_changes -> 'before', '{}'), 'after', v_set || coalesce(v_changes -> 'after', '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION private.changed_product(p_product public.products, p_change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_value numeric;
  v_variants jsonb;
begin
  case p_change ->> 'kind'
    when 'delete' then
      return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    when 'featured', 'is_new', 'is_active' then
      return jsonb_build_object(p_change ->> 'kind', (p_change ->> 'value')::boolean);
    when 'category' then
      return jsonb_build_object('category_id', p_change -> 'value');
    when 'cost' then
      return jsonb_build_object('costs', (
        select coalesce(jsonb_object_agg(id, p_change -> 'value'), '{}') from public.product_variants where product_id = p_product.id
      ));
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      if p_change ->> 'by' <> 'set' then
        perform private.check_stock_change(p_product, variant, v_value) from (
          select listed as variant from public.product_variants listed
          where listed.product_id = p_product.id and listed.is_active order by listed.position, listed.id
        ) in_order;
      end if;
      return jsonb_build_object('stocks', (
        select coalesce(jsonb_object_agg(id, case p_change ->> 'by' when 'set' then v_value else stock + v_value end), '{}')
        from public.product_variants where product_id = p_product.id and is_active
      ));
    else
      if p_change ->> 'by' <> 'set' then
        select jsonb_object_agg(variant.id, private.changed_prices(p_product, p_change, variant))
        into v_variants from public.product_variants variant where variant.product_id = p_product.id and variant.price is not null;
      end if;
      return private.changed_prices(p_product, p_change)
        || case when v_variants is null then '{}' else jsonb_build_object('variants', v_variants) end;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.changes_costs(p_entry private.product_change_entries)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_entry.after ? 'costs' or exists (
    select 1 from jsonb_array_elements(p_entry.before #> '{grid,variants}') was (variant)
    full join jsonb_array_elements(p_entry.after #> '{grid,variants}') now (variant) on now.variant ->> 'id' = was.variant ->> 'id'
    where was.variant -> 'cost' is distinct from now.variant -> 'cost'
  )
$function$;

ALTER FUNCTION "private"."changes_costs"(private.product_change_entries) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_product_change(p_tenant_id text, p_change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      and exists (select 1 from public.categories where tenant_id = p_tenant_id and id::text = lower(v_known))
    when v_kind = 'cost' then v_type = 'null' or v_value between 0 and 10000000 and v_value = round(v_value, 2)
    when v_kind = 'stock' then v_by in ('set', 'add') and v_value = trunc(v_value)
      and v_value between (case v_by when 'set' then 0 else -10000000 end) and 10000000
    when v_kind = 'price' then jsonb_typeof(p_change -> 'strike') is not distinct from 'boolean' and case v_by
      when 'set' then v_value between 0 and 10000000
      when 'amount' then v_value between -10000000 and 10000000
      when 'percent' then v_value between -100 and 1000
    end
  end;
  if not coalesce(v_fine, false) then
    perform private.refuse('invalid_change');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_variant_values(p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams,cost}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    -- pg_input_is_valid caches the first type per call site, so each type needs its own.
    if not coalesce(pg_input_is_valid(v_value, 'numeric'), false)
      or (v_column in ('stock', 'weight_grams') and not pg_input_is_valid(v_value, 'integer'))
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
  v_category jsonb;
  v_set jsonb;
  v_constraint text;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  if jsonb_typeof(coalesce(p_row -> 'set', '{}')) <> 'object' or exists (
    select 1 from jsonb_object_keys(p_row -> 'set') key
    where key = 'category_id' or key not in (select filled.name from private.product_columns() filled)
      and key not in ('stock', 'size', 'color', 'type')
  ) then
    perform private.refuse('unknown_column');
  end if;
  perform private.require_costs_allowed(p_tenant_id, p_row -> 'variants');
  v_product := private.imported_product(p_tenant_id, p_change_id, p_row);
  v_category := private.imported_category(p_tenant_id, p_change_id, p_row, p_create_categories);
  v_set := private.imported_set(v_product, p_row) || (v_category - 'new_category');
  return v_category - 'category_id' || case when v_product.id is null
    then private.add_imported(p_tenant_id, p_change_id, p_row, v_set)
    else private.change_imported(p_change_id, p_row, v_product, v_set) end;
exception
  when raise_exception or check_violation then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint,
      v_constraint = constraint_name;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is not null then
      return private.refused_row(coalesce(v_refusal ->> 'column', ''), v_refusal) || case v_refusal ->> 'code'
        when 'unknown_category' then jsonb_build_object('missing_category', v_refusal -> 'name') else '{}' end;
    end if;
    return private.refused_row(coalesce(substring(v_constraint from '^product(?:s|_variants)_(.*)_check\d*$'),
      case when v_constraint like 'categories\_%' then 'category' end, ''), private.refusal('invalid_value'));
  when unique_violation then
    return private.refused_row('category', private.refusal('category_added'));
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', private.refusal('invalid_value', jsonb_build_object('reason', 'unreadable')));
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_as_left(p_product public.products, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.product_grid(p_product_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with options as materialized (
    select option.* from public.product_options option where option.product_id = p_product_id
  )
  select jsonb_build_object(
    'grid', jsonb_build_object(
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('name', option.name, 'kind', option.kind, 'values', option.values,
          'swatches', option.swatches, 'translations', option.translations) order by option.position), '[]') from options option
      ),
      'variants', coalesce(jsonb_agg(jsonb_build_object(
        'id', variant.id,
        'options', (array[variant.option1, variant.option2, variant.option3])[:(select count(*)::integer from options)],
        'sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price, 'original_price', variant.original_price,
        'weight_grams', variant.weight_grams, 'image', variant.image, 'is_active', variant.is_active
      ) || case when stored.cost is null then '{}' else jsonb_build_object('cost', stored.cost) end
        order by variant.position, variant.id), '[]')
    ),
    'stocks', coalesce(jsonb_object_agg(variant.id, variant.stock) filter (where variant.id is not null), '{}')
  )
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$function$;

CREATE OR REPLACE FUNCTION private.require_costs_allowed(p_tenant_id text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."require_costs_allowed"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_money_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Nobody is signed in where the installation itself writes.
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.money');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."require_money_settings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
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
  return true;
exception when raise_exception or check_violation or unique_violation then
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select variant from public.product_variants variant where variant.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.write_costs_of_rows(p_product.id, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- A concurrent transaction gave the SKU to another product.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_cost_entry(p_entry public.audit_log)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product_id uuid;
  v_cost numeric;
begin
  perform private.require_capability(p_entry.tenant_id, 'costs.see');
  select variant.product_id into v_product_id from public.product_variants variant
  where variant.tenant_id = p_entry.tenant_id and variant.id::text = p_entry.entity_id;
  if not found then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  perform private.renew_products(array[v_product_id]);
  select stored.cost into v_cost from public.variant_costs stored where stored.variant_id::text = p_entry.entity_id;
  if v_cost is distinct from (p_entry.after ->> 'cost')::numeric then
    perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
  end if;
  perform private.write_costs(v_product_id, jsonb_build_object(p_entry.entity_id, p_entry.before -> 'cost'));
end
$function$;

ALTER FUNCTION "private"."undo_cost_entry"(public.audit_log) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_costs(p_tenant_id text, p_product jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."with_costs"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_costs(p_product_id uuid, p_costs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."write_costs"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_costs_of_rows(p_product_id uuid, p_rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_costs(p_product_id, jsonb_object_agg(variant.id, given.variant -> 'cost'))
  from jsonb_array_elements(p_rows) given (variant)
  join public.product_variants variant on variant.product_id = p_product_id
    and lower(variant.option1) = lower(given.variant ->> 'option1') and lower(variant.option2) = lower(given.variant ->> 'option2')
    and lower(variant.option3) = lower(given.variant ->> 'option3')
  where given.variant ? 'cost'
  having count(*) > 0
$function$;

ALTER FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_products(p_rows jsonb, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_deltas integer[];
begin
  -- Variants first: updating the products derives their lowest and highest prices.
  with priced as materialized (
    select (given.value ->> 'id')::uuid as product_id, priced_variant.key::uuid as id, written.price,
      written.original_price
    from jsonb_array_elements(p_rows) given (value)
    cross join lateral jsonb_each(given.value #> '{set,variants}') priced_variant
    cross join lateral jsonb_populate_record(null::public.product_variants, priced_variant.value) written
  )
  update public.product_variants variant set price = priced.price, original_price = priced.original_price
  from priced where variant.product_id = priced.product_id and variant.id = priced.id;
  execute format('
    update public.products p set version = p.version + 1, deleted_at = written.deleted_at, %s
    from jsonb_array_elements($1) w (value)
    join public.products stored on stored.id = (w.value ->> ''id'')::uuid
    cross join lateral jsonb_populate_record(stored, w.value -> ''set'') written
    where p.id = stored.id and (w.value -> ''set'') - ''stocks'' <> ''{}''',
    (select string_agg(format('%1$I = written.%1$I', filled.name), ', ') from private.product_columns() filled)
  ) using p_rows;
  select array_agg(variant.id), array_agg(stocked.value::integer - variant.stock) into v_ids, v_deltas
  from jsonb_array_elements(p_rows) given (value)
  cross join lateral jsonb_each_text(given.value #> '{set,stocks}') stocked
  join public.product_variants variant on variant.product_id = (given.value ->> 'id')::uuid and variant.id = stocked.key::uuid;
  if v_ids is not null then
    perform private.adjust_stocks(v_ids, v_deltas, p_note);
  end if;
  perform private.write_costs((given.value ->> 'id')::uuid, given.value #> '{set,costs}')
  from jsonb_array_elements(p_rows) given (value) where given.value -> 'set' ? 'costs';
end
$function$;

CREATE OR REPLACE FUNCTION public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
begin
  if v_product.id is not null then
    return v_product;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  perform private.require_costs_allowed(p_tenant_id, p_variants);
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  select * into v_product from public.products where id = v_product.id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_change_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_change_result := private.idempotent_result(null::public.product_change_result,
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
begin
  if v_result.change_id is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, case p_change ->> 'kind'
    when 'price' then 'products.price' when 'stock' then 'stock.count' else 'products.change' end);
  if p_change ->> 'kind' = 'cost' then
    perform private.require_capability(p_tenant_id, 'costs.see');
  end if;
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products
  where tenant_id = p_tenant_id and id = any (v_ids) and deleted_at is null
  order by id for update;
  get diagnostics v_result.changed = row_count;
  if v_result.changed <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_result.change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_result.change_id, product.id,
    (select jsonb_object_agg(key, present.now -> key) from jsonb_object_keys(changed.after) key), changed.after
  from public.products product
  cross join lateral (select private.changed_product(product, p_change) as after offset 0) changed
  cross join lateral (
    select to_jsonb(product) || jsonb_build_object('variants', private.variant_prices(product.id), 'stocks', (
      select coalesce(jsonb_object_agg(variant.id, variant.stock), '{}') from public.product_variants variant
      where variant.product_id = product.id and variant.is_active
    ), 'costs', private.all_costs_of(product.id)) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_result.change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_result.change_id);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

CREATE OR REPLACE FUNCTION public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  v_sees_costs constant boolean := private.may(p_tenant_id, 'costs.see');
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    select order_lines.product_id, order_lines.variant_id,
      case when order_lines.product_id is null then order_lines.name end as gone,
      case when order_lines.variant_id is null then (
        select string_agg(chosen ->> 'value', ' / ' order by place)
        from jsonb_array_elements(order_lines.options) with ordinality options (chosen, place)
      ) end as called,
      case when order_lines.variant_id is null then order_lines.sku end as sku,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2, 3, 4, 5
  ),
  sold as (
    select in_order.product_id, in_order.variant_id, in_order.gone, in_order.called, in_order.sku,
      sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by 1, 2, 3, 4, 5
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select sold.product_id, sold.variant_id, coalesce(products.name, sold.gone),
    coalesce(private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), sold.called,
      ''), coalesce(product_variants.sku, sold.sku),
    coalesce(product_variants.image, private.first_picture(products.images)), sold.quantity, sold.revenue, sold.orders,
    private.translated_names(products.translations, product_variants), sold.garment, sold.quantity * stored.cost
  from sold
  left join public.products on products.id = sold.product_id
  left join public.product_variants on product_variants.id = sold.variant_id
  left join public.variant_costs stored on stored.variant_id = sold.variant_id and v_sees_costs
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.variant_id, sold.gone, sold.called;
end
$function$;

ALTER FUNCTION "public"."report_variants"(text, date, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_before jsonb;
begin
  if v_product.id is not null then
    return v_product;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_capability(v_product.tenant_id, 'products.change');
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  perform private.require_costs_allowed(v_product.tenant_id, p_variants);
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id,
    private.variant_changes(v_before, private.variants_json(p_product_id)));
  select * into v_product from public.products where id = p_product_id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_changes(p_tenant_id text, p_ids bigint[], p_before bigint DEFAULT NULL::bigint, p_parts boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'log.undo');
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      elsif v_entry.entity = 'variant_costs' then
        perform private.undo_cost_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), v_why,
    case when cardinality(v_ids) > 100 then v_ids[100] end);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
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
  for v_entry in
    select entry.* from private.product_change_entries entry where entry.change_id = p_change_id order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    if private.is_as_left(v_product, v_entry.after)
      and (not v_set ? 'grid' or private.restore_grid(v_product.id, v_set, v_entry.after)) then
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_result.more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result."left" := cardinality(v_seen) - v_result.restored;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER TABLE "public"."variant_costs" ADD CONSTRAINT "variant_costs_tenant_id_variant_id_fkey" FOREIGN KEY (tenant_id, variant_id) REFERENCES public.product_variants(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX variant_costs_of_store ON public.variant_costs USING btree (tenant_id, variant_id);

CREATE TRIGGER settings_money_added BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION private.require_money_settings();

CREATE TRIGGER settings_money_changed BEFORE UPDATE OF payment, invoicing ON public.settings FOR EACH ROW WHEN (((new.payment <> old.payment) OR (new.invoicing <> old.invoicing))) EXECUTE FUNCTION private.require_money_settings();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.variant_costs FOR EACH ROW EXECUTE FUNCTION private.audit_cost();

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])) AND ((entity <> 'variant_costs'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff with the right read what their store's variants cost" ON "public"."variant_costs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."all_costs_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."all_costs_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_costs_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_costs_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_cost"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_cost"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_cost"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_cost"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."changes_costs"(private.product_change_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_costs"(private.product_change_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."changes_costs"(private.product_change_entries) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."changes_costs"(private.product_change_entries) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_costs_allowed"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_costs_allowed"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_allowed"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_allowed"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_money_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_money_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_settings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_settings"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_cost_entry"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_cost_entry"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_cost_entry"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_cost_entry"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_costs"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_costs"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_costs"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_costs"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_costs"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_costs"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_variants"(text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_variants"(text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "service_role";

GRANT SELECT ON TABLE "public"."variant_costs" TO "authenticated";

REVOKE ALL ON TABLE "public"."variant_costs" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."variant_costs" TO "postgres";

REVOKE ALL ON TABLE "public"."variant_costs" FROM "service_role";

GRANT MAINTAIN, REFERENCES, SELECT, TRIGGER ON TABLE "public"."variant_costs" TO "service_role";
