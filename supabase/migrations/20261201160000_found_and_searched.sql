-- Products have tags, texts for search engines and the addresses of before, which lead to them, and lists of the back office
-- search folded texts. Products get theirs below the functions; nothing else of a row changes.

set local check_function_bodies = off;

DROP TRIGGER "products_derive" ON "public"."products";

ALTER TABLE "public"."customer_records" DROP CONSTRAINT "customer_records_tags_check";

DROP FUNCTION "private"."are_tags"(text[]);

CREATE TABLE "public"."redirects" ("tenant_id" text NOT NULL, "path" text NOT NULL, "product_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "redirects_path_check" CHECK (((path ~ '^/.'::text) AND (length(path) <= 500))), CONSTRAINT "redirects_pkey" PRIMARY KEY (tenant_id, path));

ALTER TABLE "public"."redirects" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."redirects" OWNER TO "postgres";

ALTER TABLE "public"."products" ADD COLUMN "tags" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."products" ADD COLUMN "seo_title" text;

ALTER TABLE "public"."products" ADD COLUMN "seo_description" text;

ALTER TABLE "public"."products" ADD COLUMN "old_paths" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."products" ADD COLUMN "search_text" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."staff_settings" ADD COLUMN "sms_part_piastres" integer;

CREATE OR REPLACE FUNCTION private.are_texts(p_texts text[], p_most integer, p_longest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(p_texts) <= p_most
    and not exists (select 1 from unnest(p_texts) given where given is null or btrim(given) = '' or length(given) > p_longest)
    and cardinality(p_texts) = (select count(distinct lower(given)) from unnest(p_texts) given)
$function$;

ALTER FUNCTION "private"."are_texts"(text[], integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product that goes to the trash, or comes back from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      -- What is derived of an order, or is in its ledger.
      and (tg_table_name <> 'orders' or field.key not in (
        'stage', 'queues', 'online_method', 'charged', 'cost', 'received', 'given_back', 'at_courier', 'shipping_credited', 'goodwill', 'search_text'));
    if v_before is null
      or tg_table_name in ('orders', 'shipments') and private.add_to_audit(tg_table_name, v_id, v_before, v_after) then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$function$;

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
      where redirect.tenant_id = p_product.tenant_id and redirect.path = listed.path and redirect.product_id <> p_product.id
    )
    order by listed.place
  );
end
$function$;

ALTER FUNCTION "private"."free_paths"(public.products, boolean) OWNER TO "postgres";

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
    -- A file names the values that it changes; an empty one goes.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'old_paths' then
    -- A file adds to those that lead to the product; an empty list takes them all away.
    v_set := v_set || jsonb_build_object('old_paths', private.page_paths(
      case when v_set -> 'old_paths' <> '[]' then coalesce(p_product.old_paths, '{}')
        || array(select jsonb_array_elements_text(v_set -> 'old_paths')) end));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations',
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations'));
  end if;
  return v_set;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_wanted_customer(p_profile public.profiles, p_pattern text, p_callers uuid[], p_staff uuid[], p_marked uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (p_pattern = '%%' or p_profile.search_text like p_pattern or p_profile.phone ilike p_pattern
      or p_profile.id = any (p_callers))
    and p_profile.id <> all (p_staff) and (p_marked is null or p_profile.id = any (p_marked))
$function$;

CREATE OR REPLACE FUNCTION private.order_json(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(p_order) - '{idempotency_key,document_hash,search_text}'::text[] || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$function$;

CREATE OR REPLACE FUNCTION private.page_path(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return lower(normalize(regexp_replace(regexp_replace(regexp_replace(
    '/' || coalesce(private.url_decoded(
      regexp_replace(regexp_replace(btrim(p_address), '^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*', ''), '[?#].*$', '')), ''),
    '/+', '/', 'g'), '^/(en|ar)(?=/|$)', ''), '/$', ''), nfc));
end
$function$;

ALTER FUNCTION "private"."page_path"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.page_paths(p_addresses text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select given.path from (
      select private.page_path(listed.address) as path, min(listed.place) as place
      from unnest(p_addresses) with ordinality listed (address, place) where listed.address is not null group by 1
    ) given
    where given.path <> '' order by given.place
  );
end
$function$;

ALTER FUNCTION "private"."page_paths"(text[]) OWNER TO "postgres";

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
    ('seo_title', 'text'), ('seo_description', 'text'), ('old_paths', 'value'), ('translations', 'value')
$function$;

CREATE OR REPLACE FUNCTION private.product_derive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_prices constant numeric[] := private.prices_of(new.id, new.price);
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  if tg_op = 'UPDATE' and (new.size, new.color, new.type) is distinct from (old.size, old.color, old.type)
    or tg_op = 'INSERT' and concat(new.size, new.color, new.type) <> '' then
    perform private.refuse('options_decide', jsonb_build_object('column', case
      when new.size is distinct from case when tg_op = 'UPDATE' then old.size end then 'size'
      when new.color is distinct from case when tg_op = 'UPDATE' then old.color end then 'color' else 'type' end));
  end if;
  if new.is_active and new.price is null then
    perform private.refuse('price_missing', private.product_names(new) || '{"column": "price"}');
  end if;
  new := private.derive_options(new);
  new.min_price := v_prices[1];
  new.max_price := v_prices[cardinality(v_prices)];
  new.on_sale := coalesce(new.discount > 0, false) or coalesce((
    select bool_or(coalesce(original_price, new.original_price) > coalesce(price, new.price))
    from public.product_variants where product_id = new.id and is_active
  ), new.original_price > new.price, false);
  new.materials := private.text_list(new.material);
  new.genders := private.text_list(new.gender);
  new.search := private.search_vector(new);
  new.search_text := private.product_search_text(new);
  new.old_paths := private.free_paths(new, tg_op = 'UPDATE' and old.deleted_at is not null);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.product_search_text(p_product public.products)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.fold(concat_ws(E'\n', p_product.name, private.translated_texts(p_product.translations, 'name'), p_product.brand,
    private.translated_texts(p_product.translations, 'brand'), array_to_string(p_product.tags, E'\n')));
end
$function$;

ALTER FUNCTION "private"."product_search_text"(public.products) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.search_vector(p_product public.products)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
      p_product.name, private.translated_texts(p_product.translations, 'name')))), 'A')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', p_product.brand,
      private.translated_texts(p_product.translations, 'brand'), private.translated_texts(p_product.translations, 'type'), (
      select concat_ws(' ', name, private.translated_texts(translations, 'name')) from public.categories where tenant_id = p_product.tenant_id and id = p_product.category_id
    ), p_product.product_type, array_to_string(p_product.types, ' ')))), 'B')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', (
      select string_agg(concat_ws(' ', array_to_string(option.values, ' '),
        private.translated_words(option.translations, 'values')), ' ')
      from public.product_options option where option.product_id = p_product.id and option.kind <> 'type'
    ), p_product.material, p_product.gender, private.translated_words(p_product.translations, 'material'),
      private.translated_words(p_product.translations, 'gender'), private.attribute_words(p_product.tenant_id, p_product.attributes),
      array_to_string(p_product.tags, ' ')))), 'C')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', left(p_product.description, 4000),
      left(private.translated_texts(p_product.translations, 'description'), 4000), (
      select string_agg(sku, ' ') from public.product_variants where product_id = p_product.id
    )))), 'D');
end
$function$;

CREATE OR REPLACE FUNCTION private.write_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_path text;
  v_other public.products;
begin
  delete from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.product_id = new.id
    and (new.deleted_at is not null or redirect.path <> all (new.old_paths));
  if new.deleted_at is not null then
    return null;
  end if;
  insert into public.redirects (tenant_id, path, product_id)
  select new.tenant_id, path, new.id from unnest(new.old_paths) path order by path
  on conflict (tenant_id, path) do nothing;
  select redirect.path into v_path from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.path = any (new.old_paths) and redirect.product_id <> new.id
  order by array_position(new.old_paths, redirect.path) limit 1;
  if found then
    select product.* into v_other from public.products product
    join public.redirects redirect on redirect.tenant_id = product.tenant_id and redirect.product_id = product.id
    where redirect.tenant_id = new.tenant_id and redirect.path = v_path;
    perform private.refuse('old_path_taken',
      private.product_names(v_other) || jsonb_build_object('column', 'old_paths', 'path', v_path));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."write_redirects"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id,search_text}'::text[] from public.profiles
      where id = v_user_id and tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.message_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - '{tenant_id,user_id,unread_by_staff,search_text}'::text[]
        || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by created_at)
      from public.conversations where id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
  v_stored jsonb;
  v_document bigint := jsonb_hash_extended(p_order, 0);
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email, (
    select id from public.orders
    where user_id = v_user_id and tenant_id = v_tenant_id and idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  if v_profile.order_id is not null then
    return private.placed_before(v_profile.order_id, v_document);
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  perform private.require_open_store(v_tenant_id);
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash,search_text}'::text[] || jsonb_build_object('lines', v_stored);
end
$function$;

CREATE OR REPLACE FUNCTION public.redirected_product(p_tenant_id text, p_path text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select product.id from public.redirects redirect
    join public.products product on product.tenant_id = redirect.tenant_id and product.id = redirect.product_id
    where redirect.tenant_id = p_tenant_id and redirect.path = private.page_path(left(p_path, 2000))
      and product.is_active and p_tenant_id <> all ((select private.hidden_stores())::text[])
  );
end
$function$;

ALTER FUNCTION "public"."redirected_product"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_test_order', p_order_id));
  v_order public.orders;
  v_ids uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_staff(v_order.tenant_id);
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (v_ids) and parcel.label_path is not null
  union all
  select 'order-photos', photo.name from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order) - '{idempotency_key,document_hash,search_text}'::text[], null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
  perform private.keep_answer(p_request_id, 'true');
end
$function$;

ALTER TABLE "public"."products" ADD CONSTRAINT "products_seo_description_check" CHECK ((length(seo_description) <= 1000));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_seo_title_check" CHECK ((length(seo_title) <= 200));

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_tenant_id_product_id_fkey" FOREIGN KEY (tenant_id, product_id) REFERENCES public.products(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_sms_part_piastres_check" CHECK (((sms_part_piastres >= 1) AND (sms_part_piastres <= 100000)));

CREATE INDEX redirects_by_product ON public.redirects USING btree (tenant_id, product_id);

CREATE TRIGGER products_derive BEFORE INSERT OR UPDATE OF category_id, name, description, price, original_price, discount, images, image_alts, videos, unit, featured, is_new, is_active, restocks, product_type, material, brand, gender, attributes, tags, seo_title, seo_description, old_paths, translations, type, size, color, types, sizes, colors, materials, genders, on_sale, search, version, deleted_at, created_at, updated_at ON public.products FOR EACH ROW EXECUTE FUNCTION private.product_derive();

CREATE TRIGGER products_redirected_anew AFTER UPDATE ON public.products FOR EACH ROW WHEN (((new.old_paths IS DISTINCT FROM old.old_paths) OR (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION private.write_redirects();

CREATE TRIGGER products_redirected AFTER INSERT ON public.products FOR EACH ROW WHEN ((new.old_paths <> '{}'::text[])) EXECUTE FUNCTION private.write_redirects();

CREATE POLICY "Staff read the old addresses of their store" ON "public"."redirects" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.staff_tenants() AS staff_tenants)::text[])));

REVOKE ALL ON FUNCTION "private"."are_texts"(text[], integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_texts"(text[], integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_texts"(text[], integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_texts"(text[], integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_texts"(text[], integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."free_paths"(public.products, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_paths"(public.products, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."free_paths"(public.products, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."free_paths"(public.products, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."page_path"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_path"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_path"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."page_paths"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_paths"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_paths"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_paths"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."product_search_text"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_search_text"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_search_text"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_search_text"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_redirects"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_redirects"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_redirects"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_redirects"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."redirected_product"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redirected_product"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."redirected_product"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_product"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_product"(text, text) TO "service_role";

REVOKE ALL ("old_paths") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("old_paths"), UPDATE ("old_paths") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("seo_description") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("seo_description"), UPDATE ("seo_description") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("seo_title") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("seo_title"), UPDATE ("seo_title") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("tags") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("tags"), UPDATE ("tags") ON TABLE "public"."products" TO "authenticated";

GRANT SELECT ON TABLE "public"."redirects" TO "authenticated";

REVOKE ALL ON TABLE "public"."redirects" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."redirects" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."redirects" TO "service_role";

ALTER TABLE "public"."audit_log" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((label || '
'::text) || actor_name) || '
'::text) || entity_id))) STORED NOT NULL;

ALTER TABLE "public"."conversations" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((name || '
'::text) || email) || '
'::text) || subject))) STORED NOT NULL;

ALTER TABLE "public"."orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((number || '
'::text) || customer_name) || '
'::text) || customer_email) || '
'::text) || COALESCE((address ->> 'full_name'::text), ''::text)))) STORED NOT NULL;

ALTER TABLE "public"."profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((COALESCE(name, ''::text) || '
'::text) || email))) STORED NOT NULL;

ALTER TABLE "public"."customer_records" ADD CONSTRAINT "customer_records_tags_check" CHECK (private.are_texts(tags, 20, 40));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_old_paths_check" CHECK (private.are_texts(old_paths, 50, 500));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_tags_check" CHECK (private.are_texts(tags, 250, 255));

insert into private.refusal_messages (code, message) values
  ('old_path_taken', 'The old address {path} leads to {name} already.');

alter table public.products disable trigger user;
update public.products set search_text = private.product_search_text(products);
alter table public.products enable trigger user;
