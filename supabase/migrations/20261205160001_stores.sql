set local check_function_bodies = off;

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

CREATE OR REPLACE FUNCTION private.store_objects(p_tenant_id text)
 RETURNS SETOF storage.objects
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select file.*
  from (values
    ('avatars', ''), ('designs', ''), ('order-photos', ''), ('print-files', ''), ('product-images', ''),
    ('banners', 'banner-images/'), ('website-images', 'category-images/')
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
  perform private.remove_file(file.bucket_id, file.name) from private.store_objects(p_tenant_id) file;
  delete from private.jobs job where job.tenant_id = p_tenant_id and job.kind <> 'remove_file';
  perform private.remove_store_people(p_tenant_id);
  perform private.remove_store_content(p_tenant_id);
  update public.settings set state = 'gone' where settings.tenant_id = p_tenant_id;
  delete from public.audit_log noted where noted.tenant_id = p_tenant_id;
  perform private.write_audit(p_tenant_id, 'delete', 'tenants', p_tenant_id, v_name, null, null);
end
$function$;

ALTER FUNCTION "public"."remove_store"(text, text, uuid) OWNER TO "postgres";

CREATE TRIGGER profiles_of_gone_store BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.refuse_profile_of_gone_store();
