set local check_function_bodies = off;

DROP TRIGGER "products_derive" ON "public"."products";

DROP FUNCTION "public"."redirected_product"(text, text);

DROP FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text);

DROP FUNCTION "public"."search_suggestions"(text, text, integer);

CREATE TABLE "public"."slugs" ("tenant_id" text NOT NULL, "slug" text NOT NULL, "target_id" uuid NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "retired_at" timestamp with time zone, CONSTRAINT "slugs_slug_check" CHECK (((slug <> ''::text) AND (length(slug) <= 80))));

ALTER TABLE "public"."slugs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."slugs" OWNER TO "postgres";

ALTER TABLE "public"."categories" ADD COLUMN "slug" text;

ALTER TABLE "public"."categories" ADD COLUMN "page_slugs" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."categories" ADD COLUMN "old_paths" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."products" ADD COLUMN "slug" text;

ALTER TABLE "public"."products" ADD COLUMN "page_slugs" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."redirects" ADD COLUMN "category_id" uuid;

ALTER TABLE "public"."redirects" ALTER COLUMN "product_id" DROP NOT NULL;

CREATE TYPE "public"."page_kind" AS ENUM ('product', 'category');

ALTER TABLE "public"."slugs" ADD COLUMN "kind" public.page_kind NOT NULL;

ALTER TYPE "public"."page_kind" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.claim_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.slugs as held (tenant_id, kind, slug, target_id) values (p_tenant_id, p_kind, p_slug, p_target_id)
  on conflict (tenant_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null,
    since = case when held.target_id = excluded.target_id and held.retired_at is null then held.since else now() end
  where held.target_id = excluded.target_id or held.retired_at < now() - interval '1 year';
  return found;
end
$function$;

ALTER FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derive_category_paths()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.old_paths := private.page_paths(new.old_paths);
  return new;
end
$function$;

ALTER FUNCTION "private"."derive_category_paths"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derive_slugs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The trigger's argument is the kind of page.
  v_kind constant public.page_kind := tg_argv[0]::public.page_kind;
  v_is_deleted constant boolean := coalesce(to_jsonb(new) ->> 'deleted_at', '') <> '';
  v_was_deleted constant boolean := tg_op = 'UPDATE' and coalesce(to_jsonb(old) ->> 'deleted_at', '') <> '';
begin
  if v_is_deleted then
    perform private.retire_slugs(new.tenant_id, v_kind, new.id);
    return new;
  end if;
  if tg_op = 'UPDATE' and not v_was_deleted
    and (new.slug, new.name, new.translations) is not distinct from (old.slug, old.name, old.translations) then
    new.page_slugs := old.page_slugs;
    return new;
  end if;
  new.page_slugs := private.take_slugs(new.tenant_id, v_kind, new.id, new.slug, new.name, new.translations);
  new.slug := nullif(private.slug_of(new.slug), '');
  new.translations := private.with_slugs(new.translations);
  return new;
end
$function$;

ALTER FUNCTION "private"."derive_slugs"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.free_paths(p_product public.products, p_was_deleted boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paths constant text[] := private.page_paths(p_product.old_paths);
begin
  if not p_was_deleted or v_paths = '{}' then
    return v_paths;
  end if;
  return array(
    select listed.path from unnest(v_paths) with ordinality listed (path, place)
    where not exists (
      select 1 from public.redirects redirect
      where redirect.tenant_id = p_product.tenant_id and redirect.path = listed.path and redirect.product_id is distinct from p_product.id
    )
    order by listed.place
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_set(p_product public.products, p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_set jsonb := coalesce(p_row -> 'set', '{}') - '{stock,size,color,type}'::text[];
  v_types constant text[] := private.text_list(p_row #>> '{set,type}');
begin
  if p_row #> '{set}' ? 'type' then
    v_set := v_set || jsonb_build_object('product_type', case when cardinality(v_types) = 1 then v_types[1] end);
  end if;
  if p_product.id is not null and coalesce(p_row ->> 'id', '') = '' then
    v_set := v_set - 'name';
  elsif v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', btrim(v_set ->> 'name', E' \t\r\n'));
  end if;
  if v_set ? 'attributes' then
    -- A file changes only the values it names; an empty one removes the attribute.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'old_paths' then
    -- A file adds paths to the existing ones; an empty list removes all.
    v_set := v_set || jsonb_build_object('old_paths', private.page_paths(
      case when v_set -> 'old_paths' <> '[]' then coalesce(p_product.old_paths, '{}')
        || array(select jsonb_array_elements_text(v_set -> 'old_paths')) end));
  end if;
  if private.slug_of(v_set ->> 'slug') <> '' then
    v_set := v_set || jsonb_build_object('slug', private.slug_of(v_set ->> 'slug'));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations', private.with_slugs(
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations')));
  end if;
  return v_set;
end
$function$;

CREATE OR REPLACE FUNCTION private.page_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.retire_slugs(old.tenant_id, tg_argv[0]::public.page_kind, old.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."page_deleted"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.product_columns()
 RETURNS TABLE(name text, compared_as text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('category_id', 'value'), ('name', 'text'), ('description', 'text'), ('price', 'value'), ('original_price', 'value'),
    ('discount', 'number'), ('images', 'addresses'), ('image_alts', 'value'), ('videos', 'addresses'), ('unit', 'text'),
    ('featured', 'value'), ('is_new', 'value'), ('is_active', 'value'), ('restocks', 'value'), ('product_type', 'text'),
    ('material', 'list'), ('brand', 'text'), ('gender', 'list'), ('attributes', 'value'), ('tags', 'value'),
    ('seo_title', 'text'), ('seo_description', 'text'), ('slug', 'text'), ('old_paths', 'value'), ('translations', 'value')
$function$;

CREATE OR REPLACE FUNCTION private.redirect_names(p_redirect public.redirects)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select private.product_names(product) from public.products product
      where product.tenant_id = p_redirect.tenant_id and product.id = p_redirect.product_id),
    (select jsonb_build_object('name', category.name, 'translations', category.translations) from public.categories category
      where category.tenant_id = p_redirect.tenant_id and category.id = p_redirect.category_id));
end
$function$;

ALTER FUNCTION "private"."redirect_names"(public.redirects) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.retire_slugs(p_tenant_id text, p_kind public.page_kind, p_target_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.slugs set retired_at = now()
  where tenant_id = p_tenant_id and kind = p_kind and target_id = p_target_id and retired_at is null
$function$;

ALTER FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.slug_of(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when pg_input_is_valid(slug.whole, 'uuid') then ''
    when length(slug.whole) <= 80 then slug.whole
    else btrim(regexp_replace(left(slug.whole, 81), '-[^-]*$|.$', ''), '-')
  end
  from (
    select btrim(regexp_replace(
      regexp_replace(lower(translate(normalize(regexp_replace(normalize(left(p_text, 2000), nfkd),
        '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed]', '', 'g'), nfc),
        U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        '01234567890123456789')), '[''’‘`´]', '', 'g'),
      '[^[:alnum:]]+', '-', 'g'), '-') as whole
  ) slug
$function$;

ALTER FUNCTION "private"."slug_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_chosen constant text := nullif(private.slug_of(p_slug), '');
  v_base constant text := coalesce(v_chosen, private.slug_of(p_name));
  v_suffix text;
  v_numbered text;
begin
  if v_chosen is null and btrim(p_slug) <> '' then
    perform private.refuse('slug_empty', jsonb_build_object('column', 'slug'));
  end if;
  if coalesce(v_base, '') = '' then
    return null;
  end if;
  if private.claim_slug(p_tenant_id, p_kind, p_target_id, v_base) then
    return v_base;
  end if;
  if v_chosen is not null then
    perform private.refuse('slug_taken', jsonb_build_object('column', 'slug', 'slug', v_chosen));
  end if;
  foreach v_suffix in array array['2', '3', '4', '5', '6', '7', '8', '9', left(p_target_id::text, 8)] loop
    v_numbered := rtrim(left(v_base, 70), '-') || '-' || v_suffix;
    if private.claim_slug(p_tenant_id, p_kind, p_target_id, v_numbered) then
      return v_numbered;
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_slugs(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text, p_translations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_slugs jsonb := jsonb_build_object('en', private.take_slug(p_tenant_id, p_kind, p_target_id, p_slug, p_name));
  v_said record;
begin
  for v_said in select key as language, value as texts from jsonb_each(p_translations) order by key loop
    v_slugs := v_slugs || jsonb_build_object(v_said.language, private.take_slug(p_tenant_id, p_kind, p_target_id,
      v_said.texts ->> 'slug', v_said.texts ->> 'name'));
  end loop;
  update public.slugs set retired_at = now()
  where tenant_id = p_tenant_id and kind = p_kind and target_id = p_target_id and retired_at is null
    and slug not in (select value from jsonb_each_text(v_slugs) where value is not null);
  return jsonb_strip_nulls(v_slugs);
end
$function$;

ALTER FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_slugs(p_translations jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(said.key, case
    when coalesce(private.slug_of(said.value ->> 'slug'), '') = '' then said.value
    else said.value || jsonb_build_object('slug', private.slug_of(said.value ->> 'slug')) end), '{}')
  from jsonb_each(p_translations) said
$function$;

ALTER FUNCTION "private"."with_slugs"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product_id constant uuid := case when tg_table_name = 'products' then new.id end;
  v_category_id constant uuid := case when tg_table_name = 'categories' then new.id end;
  v_is_deleted constant boolean := to_jsonb(new) ->> 'deleted_at' is not null;
  v_other public.redirects;
begin
  delete from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and (redirect.product_id = v_product_id or redirect.category_id = v_category_id)
    and (v_is_deleted or redirect.path <> all (new.old_paths));
  if v_is_deleted then
    return null;
  end if;
  insert into public.redirects (tenant_id, path, product_id, category_id)
  select new.tenant_id, path, v_product_id, v_category_id from unnest(new.old_paths) path order by path
  on conflict (tenant_id, path) do nothing;
  select redirect.* into v_other from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.path = any (new.old_paths)
    and (redirect.product_id, redirect.category_id) is distinct from (v_product_id, v_category_id)
  order by array_position(new.old_paths, redirect.path) limit 1;
  if found then
    perform private.refuse('old_path_taken',
      private.redirect_names(v_other) || jsonb_build_object('column', 'old_paths', 'path', v_other.path));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_page(p_tenant_id text, p_kind public.page_kind, p_address text)
 RETURNS TABLE(id uuid, slugs jsonb, is_deleted boolean, former_slugs text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_slugs jsonb;
  v_exists boolean;
begin
  if p_tenant_id = any ((select private.hidden_stores())::text[]) then
    return;
  end if;
  if pg_input_is_valid(p_address, 'uuid') then
    v_id := p_address::uuid;
  else
    select named.target_id into v_id from public.slugs named
    where named.tenant_id = p_tenant_id and named.kind = p_kind
      and named.slug = private.slug_of(private.url_decoded(left(p_address, 2000)));
  end if;
  if p_kind = 'product' then
    select case when product.is_active then product.page_slugs end, product.deleted_at is null into v_slugs, v_exists
    from public.products product where product.tenant_id = p_tenant_id and product.id = v_id;
  else
    select category.page_slugs, true into v_slugs, v_exists
    from public.categories category where category.tenant_id = p_tenant_id and category.id = v_id;
  end if;
  if v_slugs is not null then
    return query select v_id, v_slugs, false, '{}'::text[];
  elsif v_exists is not true then
    return query select v_id, '{}'::jsonb, true, array_agg(former.slug order by former.since, former.slug)
    from public.slugs former
    where former.tenant_id = p_tenant_id and former.kind = p_kind and former.target_id = v_id
    having count(*) > 0;
  end if;
end
$function$;

ALTER FUNCTION "public"."find_page"(text, public.page_kind, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redirected_page(p_tenant_id text, p_path text)
 RETURNS TABLE(kind public.page_kind, id uuid, slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select case when product.id is null then 'category' else 'product' end::public.page_kind, coalesce(product.id, category.id),
    coalesce(product.page_slugs, category.page_slugs)
  from public.redirects redirect
  left join public.products product
    on product.tenant_id = redirect.tenant_id and product.id = redirect.product_id and product.is_active
  left join public.categories category on category.tenant_id = redirect.tenant_id and category.id = redirect.category_id
  where redirect.tenant_id = p_tenant_id and redirect.path = private.page_path(left(p_path, 2000))
    and coalesce(product.id, category.id) is not null and p_tenant_id <> all ((select private.hidden_stores())::text[]);
end
$function$;

ALTER FUNCTION "public"."redirected_page"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.search_products(p_tenant_id text, p_search text DEFAULT NULL::text, p_category_ids uuid[] DEFAULT NULL::uuid[], p_brands text[] DEFAULT NULL::text[], p_sizes text[] DEFAULT NULL::text[], p_colors text[] DEFAULT NULL::text[], p_materials text[] DEFAULT NULL::text[], p_genders text[] DEFAULT NULL::text[], p_types text[] DEFAULT NULL::text[], p_min_price numeric DEFAULT NULL::numeric, p_max_price numeric DEFAULT NULL::numeric, p_in_stock boolean DEFAULT false, p_on_sale boolean DEFAULT false, p_new boolean DEFAULT false, p_featured boolean DEFAULT false, p_attributes text[] DEFAULT NULL::text[], p_sort text DEFAULT 'relevance'::text, p_limit integer DEFAULT 24, p_offset integer DEFAULT 0, p_language text DEFAULT 'en'::text)
 RETURNS TABLE(id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric, min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid, category_name text, type text, size text, color text, material text, brand text, gender text, attributes jsonb, rating numeric, review_count integer, created_at timestamp with time zone, updated_at timestamp with time zone, version integer, translations jsonb, page_slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort = 'name' and p_language = 'ar' then 'arabic_name'
    when p_sort in ('price_asc', 'price_desc', 'name', 'discount', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
begin
  if v_terms.finds_nothing or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select products.id, products.tenant_id, products.name, products.description, products.price, products.original_price,
    products.discount, products.min_price, products.max_price, products.images, products.videos, products.unit, products.stock,
    products.featured, products.is_new, products.category_id, categories.name, products.type, products.size, products.color,
    products.material, products.brand, products.gender, products.attributes, products.rating, products.review_count,
    products.created_at, products.updated_at, products.version, products.translations, products.page_slugs
  from unnest(private.listed_ids(p_tenant_id, v_terms, v_filters, p_min_price, p_max_price, p_in_stock, p_featured, v_sort,
    p_limit, p_offset)) with ordinality as page (id, place)
  join public.products on products.id = page.id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  order by page.place;
end
$function$;

ALTER FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.search_suggestions(p_tenant_id text, p_search text, p_limit integer DEFAULT 8)
 RETURNS TABLE(kind text, id uuid, label text, image text, price numeric, max_price numeric, original_price numeric, corrected text, translations jsonb, page_slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select 'category', categories.id, categories.name, categories.image, null::numeric, null::numeric, null::numeric,
    v_terms.corrected, categories.translations, categories.page_slugs
  from public.categories
  where categories.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
    categories.name, private.translated_texts(categories.translations, 'name')))) @@ v_terms.query
  order by categories.name limit 3;

  return query
  with all_named as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id and ts_filter(product_search_index.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select * from all_named order by all_named.created_at desc, all_named.product_id limit 300
  ),
  all_others as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id
      and (v_terms.query is null or product_search_index.words @@ v_terms.query)
      and (v_terms.product_ids is null or product_search_index.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named where named.product_id = product_search_index.product_id)
  ),
  others as (
    select * from all_others order by all_others.created_at desc, all_others.product_id limit 300
  ),
  best as (
    select found.product_id, found.words @@ v_terms.whole as is_whole, ts_rank(found.words, v_terms.query) as rank,
      found.in_stock, found.created_at
    from (select * from named union all select * from others) found
    order by is_whole desc nulls last, rank desc nulls last, found.in_stock desc, found.created_at desc, found.product_id
    limit v_limit
  )
  select 'product', products.id, products.name, private.first_picture(products.images), products.min_price, products.max_price,
    case when products.min_price = products.price then products.original_price end, v_terms.corrected,
    products.translations, products.page_slugs
  from best join public.products on products.id = best.product_id
  order by best.is_whole desc nulls last, best.rank desc nulls last, best.in_stock desc, best.created_at desc, products.id;
end
$function$;

ALTER FUNCTION "public"."search_suggestions"(text, text, integer) OWNER TO "postgres";

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_check" CHECK ((length(slug) <= 80));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_slug_check" CHECK ((length(slug) <= 80));

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_lead_to_one" CHECK ((num_nonnulls(product_id, category_id) = 1));

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_tenant_id_category_id_fkey" FOREIGN KEY (tenant_id, category_id) REFERENCES public.categories(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_pkey" PRIMARY KEY (tenant_id, kind, slug);

ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX redirects_by_category ON public.redirects USING btree (tenant_id, category_id);

CREATE INDEX slugs_by_target ON public.slugs USING btree (tenant_id, kind, target_id);

CREATE TRIGGER categories_addressed BEFORE INSERT OR UPDATE OF slug, name, translations, page_slugs ON public.categories FOR EACH ROW EXECUTE FUNCTION private.derive_slugs('category');

CREATE TRIGGER categories_deleted AFTER DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.page_deleted('category');

CREATE TRIGGER categories_old_paths BEFORE INSERT OR UPDATE OF old_paths ON public.categories FOR EACH ROW EXECUTE FUNCTION private.derive_category_paths();

CREATE TRIGGER categories_redirected_anew AFTER UPDATE ON public.categories FOR EACH ROW WHEN ((new.old_paths IS DISTINCT FROM old.old_paths)) EXECUTE FUNCTION private.write_redirects();

CREATE TRIGGER categories_redirected AFTER INSERT ON public.categories FOR EACH ROW WHEN ((new.old_paths <> '{}'::text[])) EXECUTE FUNCTION private.write_redirects();

CREATE TRIGGER products_addressed BEFORE INSERT OR UPDATE OF slug, name, translations, page_slugs, deleted_at ON public.products FOR EACH ROW EXECUTE FUNCTION private.derive_slugs('product');

CREATE TRIGGER products_deleted AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.page_deleted('product');

CREATE TRIGGER products_derive BEFORE INSERT OR UPDATE OF category_id, name, description, price, original_price, discount, images, image_alts, videos, unit, featured, is_new, is_active, restocks, product_type, material, brand, gender, attributes, tags, seo_title, seo_description, slug, old_paths, translations, type, size, color, types, sizes, colors, materials, genders, on_sale, search, version, deleted_at, created_at, updated_at ON public.products FOR EACH ROW EXECUTE FUNCTION private.product_derive();

CREATE POLICY "Staff read the slugs of their store" ON "public"."slugs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."derive_category_paths"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derive_category_paths"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_category_paths"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_category_paths"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."derive_slugs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derive_slugs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_slugs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_slugs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."page_deleted"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_deleted"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_deleted"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_deleted"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."redirect_names"(public.redirects) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redirect_names"(public.redirects) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redirect_names"(public.redirects) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redirect_names"(public.redirects) TO "service_role";

REVOKE ALL ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."slug_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."slug_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."slug_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."slug_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_slugs"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_slugs"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_slugs"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_slugs"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_page"(text, public.page_kind, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_page"(text, public.page_kind, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redirected_page"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."redirected_page"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_suggestions"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_suggestions"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "service_role";

REVOKE ALL ("old_paths") ON TABLE "public"."categories" FROM "authenticated";

GRANT INSERT ("old_paths"), UPDATE ("old_paths") ON TABLE "public"."categories" TO "authenticated";

REVOKE ALL ("slug") ON TABLE "public"."categories" FROM "authenticated";

GRANT INSERT ("slug"), UPDATE ("slug") ON TABLE "public"."categories" TO "authenticated";

REVOKE ALL ("slug") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("slug"), UPDATE ("slug") ON TABLE "public"."products" TO "authenticated";

GRANT SELECT ON TABLE "public"."slugs" TO "authenticated";

REVOKE ALL ON TABLE "public"."slugs" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."slugs" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."slugs" TO "service_role";

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_old_paths_check" CHECK (private.are_texts(old_paths, 50, 500));
