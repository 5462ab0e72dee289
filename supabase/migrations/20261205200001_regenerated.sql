set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.address_readiness(p_tenant_id text)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_domain constant text := (
    select domain from public.store_domains where store_domains.tenant_id = p_tenant_id and is_main
  );
  v_has_own constant boolean := v_domain not like '%.example';
  v_doors public.store_doors;
begin
  select door.* into v_doors from public.store_doors door where door.tenant_id = p_tenant_id;
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false),
    array(select said from unnest(fact.names) said where said <> ''), 0::bigint
  from (values
    ('domain', 'recommended', v_domain is not null, array[v_domain]),
    ('demo_domain', 'demo', v_domain is null or v_has_own, array[v_domain]),
    -- A check that failed means that nobody reaches the store; one that was never made means nothing.
    ('addresses', case when v_has_own and v_doors.address_problem <> '' then 'missing' else 'recommended' end,
      v_doors.address_checked_at is not null and v_doors.address_problem = '', array[v_doors.address_problem]),
    ('test_mail', case when v_doors.mail_problem <> '' then 'missing' else 'recommended' end,
      v_doors.mail_checked_at is not null and v_doors.mail_problem = '', array[v_doors.mail_problem]),
    ('test_order', 'recommended', v_doors.tested_at is not null or exists (
      select 1 from public.orders
      where orders.tenant_id = p_tenant_id and orders.is_test and orders.delivered_at is not null
    ), null)
  ) fact (item, level, is_ready, names);
end
$function$;

ALTER FUNCTION "private"."address_readiness"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_store()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'change', 'stores', true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_store"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.are_film_paths(p_paths text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(p_paths) <= 4 and not exists (
    select 1 from unnest(p_paths) film where film is null or not private.is_file_path(film) or film !~ '[.](mp4|webm)$'
  )
$function$;

ALTER FUNCTION "private"."are_film_paths"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid order by tenant_id = p_row ->> 'tenant_id' desc limit 1
    )
    when 'staff_grants' then (
      select coalesce(nullif(profile.name, ''), profile.email) || ': ' || role.name
      from public.profiles profile, private.staff_roles role
      where profile.id = (p_row ->> 'user_id')::uuid and profile.tenant_id = p_row ->> 'tenant_id'
        and role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.booking_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'problem', 'booking_failed', array[shipment.order_id])
  from public.shipments shipment where shipment.id = new.shipment_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."booking_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.brand_text_limits()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select '{
    "hero_title": 100, "hero_text": 400, "hero_action": 40, "featured_title": 100, "categories_title": 100,
    "deals_title": 100, "new_title": 100, "story_title": 100, "story": 3000, "not_found_title": 100, "not_found_text": 400,
    "error_title": 100, "error_text": 400, "empty_cart": 100, "order_placed_text": 400, "contact_text": 400, "faq_text": 400,
    "account_text": 400, "designer_text": 400, "nothing_found_title": 100, "slogans": 500, "made_for_label": 40,
    "made_for_all": 40, "mail_signature": 500, "name": 80, "hero_picture_alt": 200, "story_picture_alt": 200,
    "all_categories_text": 100, "visit_title": 100, "visit_text": 400
  }'::jsonb
$function$;

CREATE OR REPLACE FUNCTION private.business_readiness(p_settings public.settings)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Demo accounts have public passwords.
  v_owners constant uuid[] := array(
    select held.user_id from public.user_roles held join auth.users account on account.id = held.user_id
    where held.role = 'super_admin' and (held.tenant_id = p_settings.tenant_id or held.tenant_id is null)
      and account.email not like '%.example'
  );
  v_legal_name constant text := btrim(p_settings.invoicing ->> 'legalName');
  v_phone constant text := btrim(p_settings.contact ->> 'contactPhone');
  v_email constant text := btrim(p_settings.contact ->> 'contactEmail');
begin
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), '{}'::text[], 0::bigint
  from (values
    ('owner', 'missing', v_owners <> '{}'),
    ('second_step', 'recommended', exists (
      select 1 from auth.mfa_factors factor where factor.user_id = any (v_owners) and factor.status = 'verified'
    )),
    ('legal_name', 'missing', v_legal_name <> ''),
    ('contact', 'missing', v_phone <> '' and v_email <> '' and v_email not like '%.example'),
    ('tax_number', 'recommended', btrim(p_settings.invoicing ->> 'taxNumber') <> ''),
    ('demo_invoicing', 'demo', not exists (
      select 1 from private.demo_stores demo
      where demo.tenant_id = p_settings.tenant_id and demo.settings -> 'invoicing' = p_settings.invoicing
    ))
  ) fact (item, level, is_ready);
end
$function$;

ALTER FUNCTION "private"."business_readiness"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_subscribe(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'stores' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.capabilities_of_role(p_role public.user_role)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select granted.capability from private.role_capabilities granted where granted.role = p_role)
$function$;

ALTER FUNCTION "private"."capabilities_of_role"(public.user_role) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.capabilities_of_staff_role(p_role_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select granted.capability from private.staff_role_capabilities granted where granted.role_id = p_role_id order by 1)
$function$;

ALTER FUNCTION "private"."capabilities_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_demo_accounts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts constant uuid[] := private.demo_accounts();
begin
  -- Until all stores are marked, the demo's owner of an unmarked store would count as a real owner.
  if cardinality(v_accounts) = 0 or not private.has_own_owner() or exists (
    select 1 from public.settings filled where filled.store -> 'demo' = 'true'
      and not exists (select 1 from private.demo_stores store where store.tenant_id = filled.tenant_id)
  ) then
    return;
  end if;
  update auth.users account set banned_until = '2999-01-01T00:00:00Z'
  where account.id = any (v_accounts) and account.banned_until is null;
  delete from public.user_roles given where given.user_id = any (v_accounts) and given.role <> 'user';
  delete from public.staff_grants given where given.user_id = any (v_accounts);
end
$function$;

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
    ('products', 'missing', v_products > 0, null, 0),
    ('pictures', 'recommended', v_without_picture = 0, v_sample, v_without_picture),
    ('translations', 'recommended', v_untranslated = 0, null, v_untranslated),
    ('demo_products', 'demo', v_demo_products = 0, null, v_demo_products)
  ) fact (item, level, is_ready, names, amount);
end
$function$;

ALTER FUNCTION "private"."content_readiness"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delivery_readiness(p_settings public.settings)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zones constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and zone.rates <> '[]'
  );
  v_fees constant numeric[] := array(
    select step.fee
    from public.shipping_zones zone cross join jsonb_to_recordset(zone.rates) step (method text, fee numeric)
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and step.method = 'standard'
  );
  v_without_free constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}'
      and jsonb_path_exists(zone.rates, '$[*] ? (@.method == "standard" && @.fee > 0)')
      and not jsonb_path_exists(zone.rates, '$[*] ? (@.method == "standard" && @.free_from >= 0)')
    order by zone.position, zone.name
  );
  v_without_express constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and zone.rates <> '[]'
      and not jsonb_path_exists(zone.rates, '$[*] ? (@.method == "express")')
    order by zone.position, zone.name
  );
  v_uncovered constant text[] := case when v_zones = '{}' then '{}' else array(
    select listed.governorate::text from unnest(enum_range(null::public.governorate)) listed (governorate)
    where not exists (
      select 1 from private.shipping_zone_places place
      where place.tenant_id = p_settings.tenant_id and place.governorate = listed.governorate::text
        and place.district_id = ''
    )
  ) end;
begin
  return query
  select fact.item, fact.level::public.readiness_level, fact.is_ready, fact.names, cardinality(fact.names)::bigint
  from (values
    ('delivery', 'missing', p_settings.default_shipping_fee > 0 or v_zones <> '{}', '{}'::text[]),
    -- A store that delivers nothing free of charge has no amount to state.
    ('zones_free', 'recommended', v_without_free = '{}'
      or p_settings.free_shipping_threshold is null and v_without_free @> v_zones, v_without_free),
    ('zones_express', 'recommended', v_without_express = '{}', v_without_express),
    ('zones_cover', 'recommended', v_uncovered = '{}', v_uncovered),
    -- Pages state this fee until a place is chosen.
    ('flat_fee', 'contradicts', v_zones = '{}' or v_uncovered <> '{}' or p_settings.default_shipping_fee = any (v_fees), '{}')
  ) fact (item, level, is_ready, names);
end
$function$;

ALTER FUNCTION "private"."delivery_readiness"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$function$;

CREATE OR REPLACE FUNCTION private.gone_stores()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(select settings.tenant_id from public.settings where settings.state = 'gone');
end
$function$;

ALTER FUNCTION "private"."gone_stores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from private.held_capabilities held where held.user_id = v_user_id)
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified');
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_stores()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_service() then
    return '{}';
  end if;
  return array(
    select settings.tenant_id from public.settings
    where settings.state in ('closed', 'gone') and not private.may(settings.tenant_id, 'products.see')
      and not private.has_preview(settings.tenant_id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text, p_user_id uuid DEFAULT auth.uid())
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."holds_capability"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_document(p_table regclass, p_row jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_columns constant text := (select string_agg(quote_ident(column_name), ', ') from jsonb_object_keys(p_row) column_name);
begin
  execute format('insert into %s (%s) select %2$s from jsonb_populate_record(null::%1$s, $1)', p_table, v_columns) using p_row;
end
$function$;

ALTER FUNCTION "private"."insert_document"(regclass, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_brand_picture(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.is_file_path(p_path) and p_path ~ '[.](svg|png|webp)$' $function$;

ALTER FUNCTION "private"."is_brand_picture"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_left_in(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return split_part(p_capability, '.', 2) like 'see%' or p_tenant_id <> all (private.gone_stores());
end
$function$;

ALTER FUNCTION "private"."is_left_in"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_mail_address(p_address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select length(p_address) <= 254
    and p_address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
$function$;

ALTER FUNCTION "private"."is_mail_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_picture_path(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.is_file_path(p_path) and p_path ~ '[.](avif|webp|png|jpg)$'
$function$;

ALTER FUNCTION "private"."is_picture_path"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    (select public.seller(tenant) from public.tenants tenant where tenant.id = p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), p_order.address ->> 'full_name', ''),
      'address', p_order.address - '{phone,landmark}'::text[]),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_mail_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.open_store');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."keep_mail_sender"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_staff_role(p_tenant_id text, p_action text, p_role private.staff_roles, p_before text[], p_after text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_audit(
    p_tenant_id, p_action, 'staff_roles', p_role.id::text, p_role.name,
    case when p_before is not null then jsonb_build_object('capabilities', p_before) end,
    case when p_after is not null then jsonb_build_object('capabilities', p_after) end
  );
end
$function$;

ALTER FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.low_stock_of(p_tenant_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock())
$function$;

ALTER FUNCTION "private"."low_stock_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_hear_of(p_tenant_id text, p_topic public.staff_topic)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.may(p_tenant_id, private.staff_topic_capability(p_topic))
$function$;

ALTER FUNCTION "private"."may_hear_of"(text, public.staff_topic) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'problem', tg_argv[0], array[new.order_id]);
  return null;
end
$function$;

ALTER FUNCTION "private"."money_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_stock(p_variant_ids uuid[], p_deltas integer[], p_reason public.stock_reason, p_note text DEFAULT ''::text, p_order_id uuid DEFAULT NULL::uuid)
 RETURNS private.variant_change[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changes private.variant_change[];
begin
  with moved as (
    update public.product_variants variant set stock = variant.stock + moved.delta
    from unnest(p_variant_ids, p_deltas) moved (variant_id, delta)
    where variant.id = moved.variant_id and moved.delta <> 0
    returning variant.tenant_id, variant.product_id, variant.id,
      private.variant_name(variant.option1, variant.option2, variant.option3) as name, variant.stock, moved.delta
  ),
  written as (
    insert into public.stock_movements (
      tenant_id, product_id, variant_id, variant, delta, stock_after, reason, order_id, actor_id, note
    )
    select moved.tenant_id, moved.product_id, moved.id, moved.name, moved.delta, moved.stock, p_reason, p_order_id, auth.uid(), p_note
    from moved
  )
  select array_agg(row(moved.product_id, moved.id, moved.name, moved.stock - moved.delta, moved.stock)::private.variant_change)
  into v_changes from moved;
  if exists (select 1 from unnest(v_changes) change where least(change.stock, change.stock_was) <= private.few_left()) then
    perform private.publish_stock_change(v_changes);
  end if;
  perform private.tell_low_stock(product.tenant_id, v_changes)
  from public.products product where product.id = v_changes[1].product_id;
  return coalesce(v_changes, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.order_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'awaiting_payment' and new.payment_method = 'online' and not private.is_void(new.status)
    and new.status <> old.status then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform private.tell_staff(new.tenant_id, 'problem', entered.queue::text, array[new.id])
  from unnest(new.queues) entered (queue)
  where entered.queue in ('attempt_failed', 'returned_to_sender', 'returns') and entered.queue <> all (old.queues);
  return null;
end
$function$;

ALTER FUNCTION "private"."order_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'attempts', p_attempts,
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or public.awaited_deposit(orders) > 0 and settings.bank_transfer
          and 'bank_transfer' <> all (public.closed_payments(orders)))
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', private.days_after_delivery(p_message.tenant_id, 'faultDays'),
    'language', person.language,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.order_number(p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The first six and last seven bytes of a v4 UUID are fully random. The 64 base64 characters map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return coalesce(
    (select brand.order_prefix from public.brands brand where brand.tenant_id = p_tenant_id), upper(left(p_tenant_id, 2))
  ) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$function$;

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (new.tenant_id, new.id, private.order_search_text(new));
  insert into public.order_events (tenant_id, order_id, actor, to_status)
  values (new.tenant_id, new.id, case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_notification(new, 'placed');
  end if;
  if not new.is_test and (new.status <> 'awaiting_payment' or new.payment_method <> 'online') then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_readiness(p_settings public.settings)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bank constant text := btrim(p_settings.payment ->> 'bankDetails');
  v_rules constant jsonb := coalesce((
    select staff.cash_rules from public.staff_settings staff where staff.tenant_id = p_settings.tenant_id
  ), '{}');
  v_demands constant text[] := array(
    select v_rules ->> rule from unnest('{firstOrder,amount,refusals,governorate}'::text[]) rule
    where coalesce(v_rules ->> rule, 'none') <> 'none'
  );
begin
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), '{}'::text[], 0::bigint
  from (values
    -- A way to pay is always open.
    ('payment', 'missing', not p_settings.bank_transfer or v_bank <> ''),
    ('demo_bank', 'demo', v_bank = '' or not exists (
      select 1 from private.demo_stores demo
      where demo.tenant_id = p_settings.tenant_id and demo.settings ->> 'bankDetails' = p_settings.payment ->> 'bankDetails'
    )),
    ('cash_rules', 'recommended', not p_settings.cash_on_delivery or v_demands <> '{}'),
    ('cash_deposit', 'contradicts', not p_settings.cash_on_delivery or p_settings.online_payment or p_settings.bank_transfer
      or not v_demands && '{deposit,pay_before}')
  ) fact (item, level, is_ready);
end
$function$;

ALTER FUNCTION "private"."payment_readiness"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_profile_of_gone_store()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.tenant_id = any (private.gone_stores()) and not exists (
    select 1 from public.user_roles held where held.user_id = new.id and held.tenant_id is null and held.role = 'super_admin'
  ) then
    perform private.refuse('store_gone');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."refuse_profile_of_gone_store"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_store_content(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$function$;

ALTER FUNCTION "private"."remove_store_content"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_store_people(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

ALTER FUNCTION "private"."remove_store_people"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_all_capabilities(p_tenant_id text, p_capabilities text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from unnest(p_capabilities) given where not private.may(p_tenant_id, given)) then
    perform private.refuse('grants_more_than_own');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_all_capabilities"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_deletable(p_tenant_id text, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) or exists (select 1 from public.staff_grants where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (not private.is_complete(status) or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_new_store_id(p_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_id is null or length(p_id) not between 2 and 30 or p_id !~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' then
    perform private.refuse('store_id_invalid');
  elsif p_id = any ('{account,admin,api,app,assets,auth,brands,catalogue,cdn,chat,localhost,mail,orders,public,rest,shop,staff,'
    'static,storage,stores,support,www}') then
    perform private.refuse('store_id_reserved', jsonb_build_object('id', p_id));
  elsif exists (select 1 from public.tenants tenant where tenant.id = p_id)
    or exists (select 1 from auth.users account where strpos(account.email, '+' || p_id || '@') > 0) then
    perform private.refuse('store_id_taken', jsonb_build_object('id', p_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_new_store_id"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_open_store(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  case private.current_state(v_settings)
    when 'closed' then perform private.refuse('store_closed');
    when 'resting' then perform private.refuse('store_resting', jsonb_build_object('day', v_settings.reopens_on));
    when 'gone' then perform private.refuse('store_gone');
    else null;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_owner_or_server()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() then
    perform private.require_platform_owner();
    perform private.require_aal();
  end if;
end
$function$;

ALTER FUNCTION "private"."require_owner_or_server"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shop_file_tenant(p_bucket_id text, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_bucket_id = 'banners' and split_part(p_name, '/', 1) = 'banner-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'website-images' and split_part(p_name, '/', 1) = 'category-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id in ('product-images', 'brand-media') and array_length(string_to_array(p_name, '/'), 1) >= 2
      then split_part(p_name, '/', 1)
  end
$function$;

CREATE OR REPLACE FUNCTION private.staff_choice_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.jobs job set run_at = private.staff_notifications_due(new.each_morning)
  where job.kind = 'send_staff_notification' and job.key = new.id::text and job.locked_at is null;
  return null;
end
$function$;

ALTER FUNCTION "private"."staff_choice_changed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_ids(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct held.user_id from private.held_capabilities held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_notification_item(p_topic public.staff_topic, p_told private.staff_notifications, p_tenant_id text, p_language text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_topic
    when 'failed_job' then jsonb_build_object('happening', p_told.happening, 'note', p_told.note)
    when 'low_stock' then (
      select jsonb_build_object('id', variant.product_id, 'name', coalesce(product.translations -> p_language ->> 'name', product.name),
        'variant', private.variant_name_in(p_language, variant), 'stock', variant.stock)
      from public.product_variants variant join public.products product on product.id = variant.product_id
      where variant.id = p_told.about_id and variant.is_active and product.is_active
        and variant.stock <= private.low_stock_of(p_tenant_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

ALTER FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_notifications_due(p_each_morning boolean)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_each_morning
    then (((private.shop_time() - interval '8 hours')::date + 1) + time '8:00') at time zone 'Africa/Cairo'
    else now() + interval '2 minutes' end
$function$;

ALTER FUNCTION "private"."staff_notifications_due"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_topic_capability(p_topic public.staff_topic)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then 'orders.see' when 'problem' then 'orders.see' when 'low_stock' then 'products.see'
    when 'failed_job' then 'settings.store' end
$function$;

ALTER FUNCTION "private"."staff_topic_capability"(public.staff_topic) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_objects(p_tenant_id text)
 RETURNS SETOF storage.objects
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select file.*
  from (values
    ('avatars', ''), ('designs', ''), ('order-photos', ''), ('print-files', ''), ('product-images', ''),
    ('brand-files', ''), ('brand-media', ''), ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names below the folder: "0" follows "/".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$function$;

ALTER FUNCTION "private"."store_objects"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stored_files(p_tenant_id text)
 RETURNS TABLE(owner_id text, bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    case when file.bucket_id in ('avatars', 'designs', 'order-photos') then split_part(file.name, '/', 2) end,
    private.file_size(file.metadata)
  from private.store_objects(p_tenant_id) file
$function$;

CREATE OR REPLACE FUNCTION private.take_domain_of_gone_store()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.store_domains other
  where other.domain = new.domain and other.tenant_id <> new.tenant_id and other.tenant_id = any (private.gone_stores());
  return new;
end
$function$;

ALTER FUNCTION "private"."take_domain_of_gone_store"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_low_stock(p_tenant_id text, p_changes private.variant_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_low constant integer := private.low_stock_of(p_tenant_id);
  v_variants constant uuid[] := array(
    select change.variant_id from unnest(p_changes) change
    join public.product_variants variant on variant.id = change.variant_id and variant.is_active
    join public.products product on product.id = change.product_id and product.is_active
    where change.stock <= v_low and change.stock_was > v_low
  );
begin
  if cardinality(v_variants) > 0 then
    perform private.tell_staff(p_tenant_id, 'low_stock', p_about_ids => v_variants);
  end if;
end
$function$;

ALTER FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_staff(p_tenant_id text, p_topic public.staff_topic, p_happening text DEFAULT ''::text, p_about_ids uuid[] DEFAULT '{NULL}'::uuid[], p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices public.staff_notification_choices[];
begin
  v_choices := array(
    select choice from public.staff_notification_choices choice
    where choice.tenant_id = p_tenant_id and choice.topic = p_topic and choice.user_id is distinct from auth.uid()
    union all (
      select distinct on (owned.user_id) owned from public.staff_notification_choices owned
      join public.user_roles ruling on ruling.user_id = owned.user_id and ruling.tenant_id is null and ruling.role = 'super_admin'
      where p_tenant_id is null and owned.topic = p_topic order by owned.user_id, owned.created_at, owned.id
    )
  );
  if cardinality(v_choices) = 0 then
    return;
  end if;
  insert into private.staff_notifications (choice_id, happening, about_id, note)
  select choice.id, p_happening, about.id, left(p_note, 500) from unnest(v_choices) choice, unnest(p_about_ids) about (id);
  perform private.add_job('send_staff_notification', choice.id::text, p_tenant_id => choice.tenant_id, p_max_attempts => 12,
    p_run_at => private.staff_notifications_due(choice.each_morning), p_keeps_run_at => true)
  from unnest(v_choices) choice;
end
$function$;

ALTER FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tenants_where_may(p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id and held.capability = p_capability and private.is_left_in(tenants.id, p_capability)
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.unsettled_orders(p_tenant_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.orders ordered
  where ordered.tenant_id = p_tenant_id and (
    not private.is_complete(ordered.status) or ordered.payment_status = 'refund_due'
    or exists (
      select 1 from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
      where shipment.order_id = ordered.id and facts.carrier_owes > 0
    )
    or exists (
      select 1 from public.returns back join public.return_states known on known.state = back.state
      where back.order_id = ordered.id and known.is_open
    )
  )
$function$;

ALTER FUNCTION "private"."unsettled_orders"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_needed_capabilities(p_capabilities text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive needed as (
    select unnest(p_capabilities) as capability
    union
    select requirement.needs from private.capability_needs requirement join needed using (capability)
  )
  select array(select capability from needed order by capability)
$function$;

ALTER FUNCTION "private"."with_needed_capabilities"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.workplaces()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
begin
  return array(
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_store_state(p_tenant_id text, p_state public.store_state, p_reopens_on date DEFAULT NULL::date, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_standing
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_standing public.store_standing := private.idempotent_result(
    null::public.store_standing, p_request_id, jsonb_build_array('change_store_state', p_tenant_id, p_state, p_reopens_on));
  v_today constant date := private.shop_time()::date;
  v_day constant date := case when p_state = 'resting' then p_reopens_on end;
begin
  if v_standing.state is not null then
    return v_standing;
  end if;
  perform private.require_capability(p_tenant_id, 'settings.open_store');
  if p_state = 'gone' then
    -- remove_store asks for the name.
    perform private.refuse('store_name_differs');
  end if;
  if p_state = 'resting' and (v_day is null or v_day <= v_today or v_day > v_today + 366) then
    perform private.refuse('invalid_reopening');
  end if;
  update public.settings set state = p_state, reopens_on = v_day
  where settings.tenant_id = p_tenant_id
    and (settings.state, settings.reopens_on) is distinct from (p_state, v_day);
  if not found and not exists (select 1 from public.settings where settings.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  v_standing := row(p_state, v_day);
  return private.store_idempotent_result(p_request_id, v_standing);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_store(p_id text, p_brand jsonb, p_settings jsonb, p_questions jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('create_store', p_id, p_brand, p_settings, p_questions)) then
    return;
  end if;
  perform private.require_owner_or_server();
  perform pg_advisory_xact_lock(hashtextextended('create_store', 0));
  perform private.require_new_store_id(p_id);
  insert into public.tenants (id, name, position)
  select p_id, p_brand ->> 'name', coalesce(max(tenant.position) + 1, 0) from public.tenants tenant;
  insert into public.storage_limits (tenant_id, storage_limit_mb)
  select p_id, max(room.storage_limit_mb) from public.storage_limits room having max(room.storage_limit_mb) is not null;
  perform private.insert_document('public.settings', p_settings || jsonb_build_object('tenant_id', p_id, 'state', 'closed'));
  perform private.insert_document('public.faq_questions', question || jsonb_build_object('tenant_id', p_id))
  from jsonb_array_elements(p_questions) question;
  -- Last: it announces the store.
  perform private.insert_document('public.brands', p_brand || jsonb_build_object('tenant_id', p_id));
  perform private.write_audit(p_id, 'insert', 'tenants', p_id, p_brand ->> 'name', null, null);
end
$function$;

ALTER FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_low integer;
  v_figures public.dashboard_figures;
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  v_low := private.low_stock_of(p_tenant_id);
  v_figures := private.waiting_figures(p_tenant_id, v_low);
  v_figures.sales := private.sales_compared(p_tenant_id, v_today);
  v_figures.days := private.sales_by_day(p_tenant_id, v_today);
  v_figures.orders := array(
    select row(orders.status, count(*))::public.order_count from public.orders
    where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status order by orders.status
  );
  v_figures.latest := array(
    select row(latest.id, latest.number, latest.status, latest.total, latest.customer_name, latest.created_at)::public.latest_order
    from public.orders latest where latest.tenant_id = p_tenant_id and not latest.is_test
    order by latest.created_at desc, latest.id limit 8
  );
  v_figures.best_sellers := array(
    select row(best.product_id, best.name, best.translations, best.garment, best.image, best.quantity, best.revenue)::public.best_seller
    from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
  );
  v_figures.running_out := private.running_out(p_tenant_id, v_low);
  v_figures.money := private.money_of_days(p_tenant_id, v_today);
  return v_figures;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  perform private.require_platform_owner();
  perform private.require_aal();
  select * into v_role from private.staff_roles where id = p_id for update;
  if v_role.id is null then
    perform private.refuse('unknown_staff_role');
  elsif v_role.key is not null then
    perform private.refuse('staff_role_fixed');
  end if;
  select count(distinct user_id) into v_people from public.staff_grants where role_id = p_id;
  if v_people > 0 then
    perform private.refuse('staff_role_held', jsonb_build_object('count', v_people));
  end if;
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.capabilities_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

ALTER FUNCTION "public"."delete_staff_role"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.fail_job(p_job_id bigint, p_attempt integer, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job private.jobs;
begin
  perform private.require_service();
  update private.jobs job set
    locked_at = null, last_error = left(p_error, 500),
    run_at = now() + least(private.retry_pause(p_attempt), job.every)
  where job.id = p_job_id and job.attempts = p_attempt and job.locked_at is not null
  returning job.* into v_job;
  -- A notification that cannot be sent isn't told by another one.
  if v_job.every is null and private.has_failed(v_job) and v_job.kind <> 'send_staff_notification' then
    perform private.tell_staff(v_job.tenant_id, 'failed_job', v_job.kind, p_note => v_job.last_error);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.grant_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_grant public.staff_grants;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(p_tenant_id, private.capabilities_of_staff_role(p_role_id));
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid())
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  return v_grant;
end
$function$;

ALTER FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_capabilities(p_tenant_id text)
 RETURNS TABLE(capability text, needs text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select known.name, array(
    select required from unnest(private.with_needed_capabilities(array[known.name])) required where required <> known.name)
  from private.capabilities known
  order by known.name;
end
$function$;

ALTER FUNCTION "public"."list_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_rights(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where given.tenant_id = p_tenant_id
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, coalesce(profile.name, ''), coalesce(profile.email, ''), held.capability, held.role, held.role_id, held.ends_on
  from held
  left join public.profiles profile on profile.id = held.user_id and profile.tenant_id = p_tenant_id
  order by 2, 3, 1, 4;
end
$function$;

ALTER FUNCTION "public"."list_staff_rights"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_roles(p_tenant_id text)
 RETURNS TABLE(id uuid, key text, name text, translations jsonb, version integer, capabilities text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id)
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$function$;

ALTER FUNCTION "public"."list_staff_roles"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_capabilities(p_tenant_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct held.capability
  from private.held_capabilities held
  where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
    and private.is_left_in(p_tenant_id, held.capability)
$function$;

CREATE OR REPLACE FUNCTION public.opening_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent change and sees it; a later one finds no job and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
end
$function$;

ALTER FUNCTION "public"."opening_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_store_check(p_tenant_id text, p_check public.store_check, p_problem text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem constant text := left(btrim(coalesce(p_problem, '')), 500);
begin
  perform private.require_service();
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_check = 'addresses' then
    update public.store_doors set address_checked_at = now(), address_problem = v_problem where tenant_id = p_tenant_id;
  else
    update public.store_doors set mail_checked_at = now(), mail_problem = v_problem where tenant_id = p_tenant_id;
  end if;
end
$function$;

ALTER FUNCTION "public"."record_store_check"(text, public.store_check, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_store(p_tenant_id text, p_name text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name text;
  v_state public.store_state;
  v_open bigint;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_store', p_tenant_id)) then
    return;
  end if;
  perform private.require_owner_or_server();
  -- Orders that are being placed commit first, or find no store.
  select tenant.name into v_name from public.tenants tenant where tenant.id = p_tenant_id for update;
  select settings.state into v_state from public.settings where settings.tenant_id = p_tenant_id for update;
  v_open := private.unsettled_orders(p_tenant_id);
  if v_state is null then
    perform private.refuse('unknown_store');
  elsif v_state = 'gone' then
    perform private.refuse('store_gone');
  elsif v_state <> 'closed' then
    perform private.refuse('store_not_closed');
  elsif btrim(p_name) is distinct from v_name then
    perform private.refuse('store_name_differs');
  elsif v_open > 0 then
    perform private.refuse('store_has_open_orders', jsonb_build_object('count', v_open));
  end if;
  -- Invoices show the logo.
  perform private.remove_file(file.bucket_id, file.name) from private.store_objects(p_tenant_id) file
  where file.bucket_id <> 'brand-files';
  delete from private.jobs job where job.tenant_id = p_tenant_id and job.kind <> 'remove_file';
  perform private.remove_store_people(p_tenant_id);
  perform private.remove_store_content(p_tenant_id);
  update public.settings set state = 'gone' where settings.tenant_id = p_tenant_id;
  delete from public.audit_log noted where noted.tenant_id = p_tenant_id;
  perform private.write_audit(p_tenant_id, 'delete', 'tenants', p_tenant_id, v_name, null, null);
end
$function$;

ALTER FUNCTION "public"."remove_store"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_managed text[];
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'people.manage');
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role <> 'user' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_managed))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ));
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  perform private.require_all_capabilities(p_tenant_id, private.capabilities_of_staff_role(p_role_id));
  delete from public.staff_grants where user_id = p_user_id and tenant_id = p_tenant_id and role_id = p_role_id;
  return found;
end
$function$;

ALTER FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant text[] := private.capabilities_of_staff_role(p_id);
  v_role private.staff_roles;
begin
  perform private.require_platform_owner();
  perform private.require_aal();
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations) values (btrim(p_name), p_translations) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability)
  select v_role.id, unnest(v_capabilities)
  on conflict do nothing;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, v_capabilities);
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, v_capabilities);
  end if;
  return v_role.id;
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.seller(p_store public.tenants)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(nullif(settings.invoicing ->> 'legalName', ''), p_store.name),
    'address', coalesce(nullif(settings.invoicing ->> 'legalAddress', ''), settings.contact ->> 'address'),
    'tax_number', nullif(settings.invoicing ->> 'taxNumber', ''),
    'email', nullif(settings.contact ->> 'contactEmail', ''), 'phone', nullif(settings.contact ->> 'contactPhone', ''),
    'translations', (
      select jsonb_object_agg(said.language, jsonb_strip_nulls(jsonb_build_object(
        'name', nullif(said.texts #>> '{invoicing,legalName}', ''),
        'address', coalesce(nullif(said.texts #>> '{invoicing,legalAddress}', ''), nullif(said.texts #>> '{contact,address}', '')))))
      from jsonb_each(settings.translations) said (language, texts)
    )))
  from (values (p_store.id)) store (id) left join public.settings on settings.tenant_id = store.id
$function$;

ALTER FUNCTION "public"."seller"(public.tenants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins removing each other at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  perform private.require_all_capabilities(
    p_tenant_id, private.capabilities_of_role(p_role) || private.capabilities_of_role(v_old));
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.staff_notifications_sent(p_notification_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  delete from private.staff_notifications told where told.id = any (p_notification_ids);
end
$function$;

ALTER FUNCTION "public"."staff_notifications_sent"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not private.holds_capability(choice.tenant_id, private.staff_topic_capability(choice.topic), choice.user_id)
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', person.phone)), ''), person.office_language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, person.office_language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id;
end
$function$;

ALTER FUNCTION "public"."staff_notifications_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.stock_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent stock change and sees it; a later one finds no job and queues the alert.
  perform 1 from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id in (
    select alert.variant_id from public.stock_alerts alert where alert.id = any (v_alerts) and not private.is_back(alert)
  )
  order by variant.id for share;
  delete from private.jobs job using public.stock_alerts alert
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text and not private.is_back(alert);
  return query
    select alert.id, alert.tenant_id, person.email, coalesce(person.name, ''), person.language, alert.product_id,
      coalesce(product.translations -> person.language ->> 'name', product.name), wanted.id,
      private.variant_name_in(person.language, wanted)
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$function$;

ALTER FUNCTION "public"."stock_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.store_readiness(p_tenant_id text)
 RETURNS TABLE(item text, level public.readiness_level, is_ready boolean, names text[], amount bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
begin
  if not private.is_service() then
    perform private.require_capability(p_tenant_id, 'settings.see');
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    return;
  end if;
  return query select * from private.business_readiness(v_settings);
  return query select * from private.address_readiness(p_tenant_id);
  return query select * from private.delivery_readiness(v_settings);
  return query select * from private.payment_readiness(v_settings);
  return query select * from private.content_readiness(v_settings);
end
$function$;

ALTER FUNCTION "public"."store_readiness"(text) OWNER TO "postgres";

ALTER TABLE "private"."capability_needs" ADD CONSTRAINT "capability_needs_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."capability_needs" ADD CONSTRAINT "capability_needs_needs_fkey" FOREIGN KEY (needs) REFERENCES private.capabilities(name);

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id) ON DELETE CASCADE;

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_all_categories_text_check" CHECK ((btrim(all_categories_text) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_picture_alt_check" CHECK ((btrim(hero_picture_alt) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_signature_check" CHECK ((btrim(mail_signature) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_order_prefix_check" CHECK ((order_prefix ~ '^[A-Z][A-Z0-9]{0,5}$'::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_story_picture_alt_check" CHECK ((btrim(story_picture_alt) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_visit_text_check" CHECK ((btrim(visit_text) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_visit_title_check" CHECK ((btrim(visit_title) <> ''::text));

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_granted_by_fkey" FOREIGN KEY (granted_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id);

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_check" CHECK (((NOT each_morning) OR (topic = 'low_stock'::public.staff_topic)));

ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_choice_id_fkey" FOREIGN KEY (choice_id) REFERENCES public.staff_notification_choices(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_tenant_id_topic_key" UNIQUE (user_id, tenant_id, topic);

ALTER TABLE "public"."store_doors" ADD CONSTRAINT "store_doors_address_problem_check" CHECK ((length(address_problem) <= 500));

ALTER TABLE "public"."store_doors" ADD CONSTRAINT "store_doors_mail_problem_check" CHECK ((length(mail_problem) <= 500));

CREATE INDEX staff_notifications_by_choice ON private.staff_notifications USING btree (choice_id, id);

CREATE INDEX staff_role_capabilities_capability ON private.staff_role_capabilities USING btree (capability);

CREATE UNIQUE INDEX staff_roles_name ON private.staff_roles USING btree (lower(btrim(name)));

CREATE INDEX staff_grants_granted_by ON public.staff_grants USING btree (granted_by);

CREATE INDEX staff_grants_role ON public.staff_grants USING btree (role_id);

CREATE INDEX staff_grants_tenant ON public.staff_grants USING btree (tenant_id, user_id);

CREATE INDEX staff_notification_choices_by_topic ON public.staff_notification_choices USING btree (tenant_id, topic);

CREATE TRIGGER roles_announced AFTER INSERT OR DELETE OR UPDATE ON private.staff_role_capabilities FOR EACH STATEMENT EXECUTE FUNCTION private.announce_roles();

CREATE TRIGGER brands_mail_sender BEFORE UPDATE OF mail_sender ON public.brands FOR EACH ROW WHEN ((new.mail_sender IS DISTINCT FROM old.mail_sender)) EXECUTE FUNCTION private.keep_mail_sender();

CREATE TRIGGER bookings_failed AFTER UPDATE OF state ON public.carrier_bookings FOR EACH ROW WHEN (((new.state = 'failed'::public.carrier_booking_state) AND (old.state <> 'failed'::public.carrier_booking_state))) EXECUTE FUNCTION private.booking_needs_attention();

CREATE TRIGGER orders_need_attention AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((new.queues <> old.queues) OR (new.status <> old.status)) AND (NOT new.is_test))) EXECUTE FUNCTION private.order_needs_attention();

CREATE TRIGGER payments_held AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'held'::public.provider_payment_status) AND (old.status <> 'held'::public.provider_payment_status))) EXECUTE FUNCTION private.money_needs_attention('payment_held');

CREATE TRIGGER payments_mismatched AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'mismatched'::public.provider_payment_status) AND (old.status <> 'mismatched'::public.provider_payment_status))) EXECUTE FUNCTION private.money_needs_attention('payment_mismatched');

CREATE TRIGGER profiles_of_gone_store BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.refuse_profile_of_gone_store();

CREATE TRIGGER refunds_failed AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'failed'::public.refund_state) AND (old.state <> 'failed'::public.refund_state))) EXECUTE FUNCTION private.money_needs_attention('refund_failed');
