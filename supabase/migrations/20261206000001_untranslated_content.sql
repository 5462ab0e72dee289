set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.content_readiness(p_settings public.settings)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_products bigint;
  v_without_picture bigint;
  v_untranslated bigint;
  v_sample text[];
  v_demo_products bigint;
  -- Without a brand, pages are in both languages.
  v_needs_arabic constant boolean := not exists (
    select 1 from public.brands brand where brand.tenant_id = p_settings.tenant_id and brand.only_language = 'en');
begin
  select count(*) filter (where product.price > 0 and product.stock > 0),
    count(*) filter (where private.first_picture(product.images) is null),
    (array_agg(product.name order by product.name) filter (where private.first_picture(product.images) is null))[1:3],
    count(*) filter (where exists (
      select 1 from (values ('name', product.name), ('description', product.description), ('unit', product.unit),
        ('material', product.material), ('gender', product.gender)) own (name, said)
      where own.said <> '' and coalesce(product.translations #>> array['ar', own.name], '') = ''
    ))
  into v_products, v_without_picture, v_sample, v_untranslated
  from public.products product where product.tenant_id = p_settings.tenant_id and product.is_active;
  v_untranslated := v_untranslated + private.untranslated_content(p_settings.tenant_id);
  select count(*) into v_demo_products
  from private.demo_rows marked join public.products product on product.id = marked.id
  where marked.tenant_id = p_settings.tenant_id and marked.kind = 'product' and product.is_active;
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), coalesce(fact.names, '{}'), fact.amount
  from (values
    ('policies', 'missing', btrim(p_settings.legal ->> 'shippingReturns') <> '' and btrim(p_settings.legal ->> 'terms') <> '',
      null::text[], 0::bigint),
    ('questions', 'recommended', exists (
      select 1 from public.faq_questions question where question.tenant_id = p_settings.tenant_id
    ), null, 0),
    -- A store without brand rows has those of its preset.
    ('hero_picture', 'recommended', not exists (
      select 1 from public.brands brand
      where brand.tenant_id = p_settings.tenant_id and brand.hero_picture is null and brand.hero_films = '{}'
    ), null, 0),
    ('products', 'missing', v_products > 0, null, 0),
    ('pictures', 'recommended', v_without_picture = 0, v_sample, v_without_picture),
    ('translations', 'recommended', v_untranslated = 0 or not v_needs_arabic, null, v_untranslated),
    ('demo_products', 'demo', v_demo_products = 0, null, v_demo_products)
  ) fact (item, level, is_ready, names, amount);
end
$function$;

CREATE OR REPLACE FUNCTION private.untranslated_columns(p_row jsonb, p_columns text[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(*) from unnest(p_columns) name
  where coalesce(p_row ->> name, '') <> '' and coalesce(p_row #>> array['translations', 'ar', name], '') = ''
$function$;

ALTER FUNCTION "private"."untranslated_columns"(jsonb, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.untranslated_content(p_tenant_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select count(*) from public.categories category
    where category.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(category), '{name,description}') > 0
  ) + (
    select count(*) from public.faq_questions faq
    where faq.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(faq), '{question,answer}') > 0
  ) + (
    select count(*) from public.banners banner
    where banner.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(banner), '{title,description}') > 0
  ) + coalesce((
    select private.untranslated_columns(to_jsonb(brand), '{hero_title,hero_text,hero_action,featured_title,categories_title,
      deals_title,new_title,story_title,story,not_found_title,not_found_text,error_title,error_text,empty_cart,
      order_placed_text,contact_text,faq_text,account_text,designer_text,nothing_found_title,slogans,made_for_label,
      made_for_all,mail_signature,hero_picture_alt,story_picture_alt,all_categories_text,visit_title,visit_text}')
    from public.brands brand where brand.tenant_id = p_tenant_id
  ), 0)
$function$;

ALTER FUNCTION "private"."untranslated_content"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."untranslated_content"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untranslated_content"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_content"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_content"(text) TO "service_role";
