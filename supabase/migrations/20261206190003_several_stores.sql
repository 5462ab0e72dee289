set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.tell_staff(p_tenant_id text, p_topic public.staff_topic, p_happening text DEFAULT ''::text, p_about_ids uuid[] DEFAULT '{NULL}'::uuid[], p_note text DEFAULT ''::text, p_user_id uuid DEFAULT NULL::uuid)
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
      and (p_user_id is null or choice.user_id = p_user_id)
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

ALTER FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) OWNER TO "postgres";

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
    where not coalesce(staff_settings.customers_need_aal2, true) and not private.second_factor_demanded(v_user_id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.translations_at(p_translations jsonb, p_path text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(said.key, said.value #> p_path) filter (where said.value #> p_path is not null), '{}')
  from jsonb_each(p_translations) said
$function$;

ALTER FUNCTION "private"."translations_at"(jsonb, text[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.variant_price_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
begin
  select product.* into v_product from public.products product where product.id = new.product_id;
  if tg_op = 'UPDATE' then
    perform private.limit_price(
      v_product, new.id, coalesce(old.price, v_product.price), coalesce(new.price, v_product.price), new);
  elsif v_product.created_at < now() and new.price < v_product.price then
    perform private.limit_price(v_product, new.id, v_product.price, new.price, new);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."variant_price_written"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.waiting_figures(p_tenant_id text)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.dashboard_figures;
begin
  v_figures.sold_out := private.figure_count(p_tenant_id, 'sold_out');
  v_figures.low_stock := v_figures.sold_out + private.figure_count(p_tenant_id, 'running_out');
  v_figures.payments_to_confirm := private.figure_count(p_tenant_id, 'transfers_to_confirm');
  v_figures.refunds_due := private.figure_count(p_tenant_id, 'refunds_due');
  v_figures.problems_reported := (
    select count(*) from public.orders where tenant_id = p_tenant_id and status = 'return_requested'
  );
  v_figures.reviews_waiting := private.figure_count(p_tenant_id, 'reviews_waiting');
  v_figures.messages_waiting := private.figure_count(p_tenant_id, 'messages_waiting');
  v_figures.notifications_held := (
    select count(*) from public.order_notifications
    where tenant_id = p_tenant_id and held_at > now() - interval '1 day'
  );
  return v_figures;
end
$function$;

ALTER FUNCTION "private"."waiting_figures"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.wanted_customers(p_tenant_ids text[], p_pattern text, p_callers uuid[], p_tag text, p_blocked boolean)
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = any (p_tenant_ids)
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.phone ilike p_pattern or profiles.id = any (p_callers))
    and (profiles.id, profiles.tenant_id) not in (
      select staff.id, store.id from unnest(p_tenant_ids) store (id), unnest(private.staff_ids(store.id)) staff (id)
    )
    and ((p_tag = '' and not p_blocked) or (profiles.id, profiles.tenant_id) in (
      select record.user_id, record.tenant_id from public.customer_records record
      where record.tenant_id = any (p_tenant_ids) and (p_tag = '' or record.tags @> array[p_tag])
        and (not p_blocked or record.blocked_reason is not null)
    ))
$function$;

ALTER FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.with_translations_at(p_translations jsonb, p_path text[], p_texts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(language.key, case
    when not p_texts ? language.key then said.texts #- p_path
    when cardinality(p_path) = 1 then said.texts || jsonb_build_object(p_path[1], p_texts -> language.key)
    else said.texts || jsonb_build_object(
      p_path[1], coalesce(said.texts -> p_path[1], '{}') || jsonb_build_object(p_path[2], p_texts -> language.key))
  end), '{}')
  from jsonb_object_keys(p_translations || p_texts) language (key)
  cross join lateral (select coalesce(p_translations -> language.key, '{}') as texts) said
$function$;

ALTER FUNCTION "private"."with_translations_at"(jsonb, text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_audit(p_tenant_id text, p_action text, p_entity text, p_entity_id text, p_label text, p_before jsonb, p_after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor_id constant uuid := auth.uid();
begin
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  values (p_tenant_id, v_actor_id, private.staff_name(v_actor_id, p_tenant_id), p_action, p_entity, p_entity_id, left(p_label, 200), p_before, p_after, (
      select id from public.audit_log
      where tenant_id = p_tenant_id and created_at = now() and entity = p_entity and action = p_action
        and part_of is null and actor_id is not distinct from v_actor_id
      order by id limit 1
    ));
end
$function$;

CREATE OR REPLACE FUNCTION private.write_copied_questions(p_tenant_id text, p_parts private.copied_part[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_last constant integer := (
    select coalesce(max(question.position), -1) from public.faq_questions question where question.tenant_id = p_tenant_id);
begin
  delete from public.faq_questions question using unnest(p_parts) part
  where question.tenant_id = p_tenant_id and question.question = part.key and part.becomes is null;
  update public.faq_questions question set
    answer = part.becomes ->> 'answer', translations = part.becomes -> 'translations'
  from unnest(p_parts) part
  where question.tenant_id = p_tenant_id and question.question = part.key and part.becomes is not null;
  insert into public.faq_questions (tenant_id, question, answer, translations, position)
  select p_tenant_id, part.key, part.becomes ->> 'answer', part.becomes -> 'translations',
    v_last + row_number() over (order by part.position, part.key)
  from unnest(p_parts) part where part.now is null and part.becomes is not null
  order by part.position, part.key;
end
$function$;

ALTER FUNCTION "private"."write_copied_questions"(text, private.copied_part[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_copied_settings(p_kind public.copied_kind, p_tenant_id text, p_parts private.copied_part[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules constant jsonb := (
    select coalesce(jsonb_object_agg(part.key, part.becomes) filter (where part.becomes is not null), '{}') from unnest(p_parts) part);
  v_part private.copied_part;
begin
  if p_kind in ('policies', 'delivery_fees') then
    insert into public.settings (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  elsif p_kind in ('cash_rules', 'messages') then
    insert into public.staff_settings (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  end if;
  if p_kind = 'delivery_fees' then
    update public.settings set shipping = v_rules where tenant_id = p_tenant_id;
  elsif p_kind = 'cash_rules' then
    update public.staff_settings set cash_rules = v_rules where tenant_id = p_tenant_id;
  elsif p_kind = 'policies' then
    foreach v_part in array p_parts loop
      update public.settings set
        legal = legal || jsonb_build_object(v_part.key, v_part.becomes -> 'text'),
        translations = private.with_translations_at(translations, array['legal', v_part.key], v_part.becomes -> 'translations')
      where tenant_id = p_tenant_id and v_part.now is distinct from v_part.becomes;
    end loop;
  else
    if v_rules -> 'mail_signature' is not null then
      update public.brands set
        mail_signature = nullif(v_rules #>> '{mail_signature,text}', ''),
        translations = private.with_translations_at(translations, '{mail_signature}', v_rules #> '{mail_signature,translations}')
      where tenant_id = p_tenant_id and exists (
        select 1 from unnest(p_parts) part where part.key = 'mail_signature' and part.now is distinct from part.becomes);
    end if;
    update public.staff_settings set
      notification_channels = array(
        select jsonb_array_elements_text(coalesce(v_rules -> 'notification_channels', '[]'))),
      notification_kinds = array(select jsonb_array_elements_text(coalesce(v_rules -> 'notification_kinds', '[]')))
    where tenant_id = p_tenant_id and exists (
      select 1 from unnest(p_parts) part where part.key <> 'mail_signature' and part.now is distinct from part.becomes);
  end if;
end
$function$;

ALTER FUNCTION "private"."write_copied_settings"(public.copied_kind, text, private.copied_part[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_copied_zones(p_tenant_id text, p_parts private.copied_part[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.shipping_zones zone using unnest(p_parts) part
  where zone.tenant_id = p_tenant_id and zone.name = part.key and part.becomes is null;
  update public.shipping_zones zone set
    places = array(select place from unnest(zone.places) place where part.becomes -> 'places' ? place)
  from unnest(p_parts) part
  where zone.tenant_id = p_tenant_id and zone.name = part.key and part.becomes is not null
    and exists (select 1 from unnest(zone.places) place where not part.becomes -> 'places' ? place);
  update public.shipping_zones zone set
    translations = copied.translations, places = copied.places, rates = copied.rates, max_grams = copied.max_grams,
    carrier = copied.carrier, is_active = copied.is_active
  from unnest(p_parts) part
  cross join lateral jsonb_populate_record(null::public.shipping_zones, part.becomes) copied
  where zone.tenant_id = p_tenant_id and zone.name = part.key and part.becomes is not null;
  insert into public.shipping_zones (tenant_id, name, position, translations, places, rates, max_grams, carrier, is_active)
  select p_tenant_id, part.key, part.position, copied.translations, copied.places, copied.rates, copied.max_grams,
    copied.carrier, copied.is_active
  from unnest(p_parts) part
  cross join lateral jsonb_populate_record(null::public.shipping_zones, part.becomes) copied
  where part.now is null and part.becomes is not null
  order by part.position, part.key;
end
$function$;

ALTER FUNCTION "private"."write_copied_zones"(text, private.copied_part[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.accept_staff_invitation(p_token text)
 RETURNS public.staff_invitation_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  if auth.uid() is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select * into v_invitation from private.staff_invitations
  where token_hash = encode(sha256(convert_to(coalesce(p_token, ''), 'UTF8')), 'hex') for update;
  if private.staff_invitation_state(v_invitation, null) <> 'open' then
    return private.staff_invitation_state(v_invitation, null);
  end if;
  if not exists (
    select 1 from auth.users account
    where account.id = auth.uid() and account.email = v_invitation.email and account.email_confirmed_at is not null
  ) then
    perform private.refuse('invitation_of_another');
  end if;
  if not exists (select 1 from public.staff_members member where member.user_id = auth.uid()) then
    perform private.close_ways_in_of_others(auth.uid());
  end if;
  perform private.accept_staff_invitation(v_invitation, auth.uid());
  return 'accepted';
end
$function$;

ALTER FUNCTION "public"."accept_staff_invitation"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_order_note(p_order_id uuid, p_note text, p_internal boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  perform private.require_assignable(array[v_order.tenant_id], person.id, 'orders.see')
  from unnest(private.mentioned_in(p_note)) person (id) where p_internal;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
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

CREATE OR REPLACE FUNCTION public.assign_conversations(p_conversation_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_conversations', p_conversation_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select conversation.tenant_id from public.conversations conversation
    where conversation.id = any (p_conversation_ids) and private.may(conversation.tenant_id, 'customers.see')
    order by conversation.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_conversation_ids) wanted) then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'customers.see');
  delete from public.assignments assigned where p_user_id is null and assigned.conversation_id = any (p_conversation_ids);
  insert into public.assignments (tenant_id, conversation_id, user_id, assigned_by, seen_at)
  select conversation.tenant_id, conversation.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.conversations conversation
  where conversation.id = any (p_conversation_ids) and p_user_id is not null order by conversation.id
  on conflict (tenant_id, conversation_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_orders(p_order_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
  v_changed uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_orders', p_order_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select orders.tenant_id from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.see') order by orders.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  with removed as (
    delete from public.assignments assigned where p_user_id is null and assigned.order_id = any (p_order_ids) returning assigned.order_id
  ), written as (
    insert into public.assignments (tenant_id, order_id, user_id, assigned_by, seen_at)
    select orders.tenant_id, orders.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
    from public.orders where orders.id = any (p_order_ids) and p_user_id is not null order by orders.id
    on conflict (tenant_id, order_id) do update set
      user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
    where assignments.user_id <> excluded.user_id
    returning assignments.order_id
  )
  select array(select removed.order_id from removed union all select written.order_id from written) into v_changed;
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, case when auth.uid() is null then 'system' else 'staff' end,
    case when p_user_id is null then '{"code": "unassigned"}'
      else '{"code": "assigned"}'::jsonb || jsonb_build_object('user_id', p_user_id) end, true
  from public.orders where orders.id = any (v_changed);
end
$function$;

ALTER FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assignable_people(p_tenant_ids text[], p_capability text)
 RETURNS TABLE(tenant_id text, id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := array(
    select unnest(p_tenant_ids) intersect
    select unnest(case p_capability
      when 'orders.see' then private.tenants_where_may('orders.see')
      when 'customers.see' then private.tenants_where_may('customers.see')
    end)
  );
begin
  return query
    select found.pair[1], found.pair[2]::uuid, private.staff_label(found.pair[2]::uuid, found.pair[1])
    from unnest(private.people_who_may(v_tenants, p_capability)) key
    cross join lateral (select string_to_array(key, ' ') as pair) found
    order by 3, 2;
end
$function$;

ALTER FUNCTION "public"."assignable_people"(text[], text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.claim_order(p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if auth.uid() is null then
    perform private.refuse('not_signed_in');
  end if;
  select orders.* into v_order from private.order_links link
  join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
  for update of orders;
  if v_order.id is null or v_order.user_id is distinct from auth.uid() and v_order.user_id is not null then
    perform private.refuse('unknown_order_link');
  end if;
  perform private.member_becomes_customer(auth.uid(), v_order.tenant_id);
  if not exists (
    select 1 from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = v_order.tenant_id
  ) then
    perform private.refuse('no_profile');
  end if;
  perform private.require_aal();
  if v_order.user_id is null then
    update public.orders set user_id = auth.uid(), updated_at = now() where orders.id = v_order.id returning * into v_order;
    update public.discount_uses set user_id = auth.uid() where order_id = v_order.id;
    perform private.remark_on_order(v_order, 'claimed');
    perform private.settle_points(v_order);
  end if;
  return v_order.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_staff_invitation(p_token_hash text, p_claim uuid)
 RETURNS public.staff_claim
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
  v_state public.staff_invitation_state;
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash for update;
  v_state := private.staff_invitation_state(v_invitation, p_claim);
  if v_state <> 'open' then
    return row(v_state, null, null)::public.staff_claim;
  end if;
  if private.established_account(v_invitation.email) is not null then
    perform private.refuse('invitation_needs_sign_in');
  end if;
  update private.staff_invitations set claimed_by = p_claim, claimed_at = now() where id = v_invitation.id;
  return row('open', v_invitation.email, (
    select account.id from auth.users account where account.email = v_invitation.email and not account.is_sso_user
  ))::public.staff_claim;
end
$function$;

ALTER FUNCTION "public"."claim_staff_invitation"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.copy_to_stores(p_kind public.copied_kind, p_from text, p_to text[], p_versions text[], p_replace boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.store_copy
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id,
    jsonb_build_array('copy_to_stores', p_kind, p_from, p_to, p_versions, p_replace));
  v_target record;
  v_copy public.store_copy;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_answer is null then
    perform private.require_capability(p_from, private.copied_capability(p_kind));
    if coalesce(cardinality(p_to), 0) not between 1 and 100 or cardinality(p_versions) is distinct from cardinality(p_to)
      or (select count(distinct named) from unnest(p_to) named) <> cardinality(p_to) then
      perform private.refuse('copy_stores_required');
    end if;
    v_answer := '[]';
    -- In a fixed order, so that two copies at once cannot deadlock.
    for v_target in
      select named.id, named.version from unnest(p_to, p_versions) named (id, version) order by named.id
    loop
      v_copy := row(v_target.id, null, null);
      begin
        v_copy.audit_ids := private.copy_to_store(p_kind, p_from, v_target.id, v_target.version, p_replace);
      exception when raise_exception or insufficient_privilege or integrity_constraint_violation then
        get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
        v_copy.refusal := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal('copy_unfit'));
      end;
      v_answer := v_answer || jsonb_build_array(to_jsonb(v_copy));
    end loop;
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.store_copy, v_answer);
end
$function$;

ALTER FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_approval_requests(p_tenant_ids text[])
 RETURNS TABLE(waiting integer, news integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select
    (count(*) filter (where request.state = 'pending' and private.may_decide(request)))::integer,
    (count(*) filter (where request.state <> 'pending' and request.asked_by = auth.uid()))::integer
  from public.approval_requests request
  where request.tenant_id = any (v_tenant_ids) and (
    request.state = 'pending' and request.asked_at >= now() - interval '7 days'
    or request.asked_by = auth.uid() and request.seen_at is null
  );
end
$function$;

ALTER FUNCTION "public"."count_approval_requests"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
      and private.is_person_of(mfa_factors.user_id, p_tenant_id)
    group by mfa_factors.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_across_stores(p_tenant_id text, p_user_id uuid)
 RETURNS TABLE(tenant_id text, user_id uuid, name text, same_email boolean, same_phone boolean, orders bigint, spent numeric, last_order_at timestamp with time zone, delivered bigint, refused bigint, tags text[], blocked_reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_capability(p_tenant_id, 'customers.see_across');
  return query
  select person.tenant_id, person.user_id, coalesce(nullif(profile.name, ''), profile.email, ''), person.same_email,
    person.same_phone, coalesce(bought.orders, 0), coalesce(bought.spent, 0), bought.last_order_at, shipped.delivered,
    shipped.refused, coalesce(record.tags, '{}'), record.blocked_reason
  from private.profiles_of_person(p_tenant_id, p_user_id,
    array_remove(private.tenants_where_may('customers.see_across'), p_tenant_id)) person
  join public.profiles profile on profile.id = person.user_id and profile.tenant_id = person.tenant_id
  join public.tenants tenant on tenant.id = person.tenant_id
  left join public.customer_records record on record.user_id = person.user_id and record.tenant_id = person.tenant_id
  cross join lateral (
    select count(*) as orders, sum(sold.charged) as spent, max(sold.created_at) as last_order_at
    from public.orders sold
    where sold.tenant_id = person.tenant_id and sold.user_id = person.user_id and private.is_sale(sold.*)
  ) bought
  cross join lateral private.deliveries_of(person.tenant_id, person.user_id, null) shipped
  order by tenant.position, tenant.id, person.user_id;
end
$function$;

ALTER FUNCTION "public"."customer_across_stores"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_ids text[], p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
begin
  return query
  with page as (
    select profiles.* from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.tenant_id, page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

ALTER FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) OWNER TO "postgres";

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
  v_figures := private.waiting_figures(p_tenant_id);
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

CREATE OR REPLACE FUNCTION public.decide_approval_request(p_id uuid, p_approve boolean, p_word text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.approval_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.approval_requests := private.idempotent_result(null::public.approval_requests,
    p_request_id, jsonb_build_array('decide_approval_request', p_id, p_approve, p_word));
  v_word constant text := btrim(coalesce(p_word, ''));
  v_placed uuid;
begin
  if v_request.id is not null then
    return v_request;
  end if;
  v_request := private.lock_approval_request(p_id);
  if length(v_word) > 1000 then
    perform private.refuse('note_too_long');
  elsif p_approve is not true and v_word = '' then
    perform private.refuse('reason_required');
  end if;
  if p_approve and v_request.basis <> private.approval_basis(v_request.act, v_request.arguments) then
    perform private.end_approval_requests(array[p_id], 'changed');
  else
    update public.approval_requests request set state = case when p_approve then 'approved' else 'refused' end::public.approval_state,
      word = v_word, decided_by = auth.uid(), decided_at = now(), arguments = '{}', facts = request.facts - 'customer'
    where request.id = p_id;
    if p_approve then
      v_placed := private.carry_out(v_request.act, v_request.arguments);
      if v_request.order_id is null and v_placed is not null then
        update public.approval_requests request set order_id = v_placed, facts = request.facts || jsonb_build_object(
          'number', (select orders.number from public.orders where orders.id = v_placed))
        where request.id = p_id;
        perform private.note_approval(v_placed, '{"code": "approval_asked"}', v_request.asked_by);
      end if;
    end if;
    perform private.note_approval(request.order_id, case when p_approve then '{"code": "approval_approved"}'::jsonb
      else '{"code": "approval_refused"}' end, request.decided_by)
    from public.approval_requests request where request.id = p_id and request.order_id is not null;
  end if;
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  perform private.write_audit(v_request.tenant_id, 'update', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), '{"state": "pending"}',
    jsonb_strip_nulls(jsonb_build_object(
      'state', v_request.state, 'ended_because', v_request.ended_because, 'word', nullif(v_request.word, ''))));
  return private.store_idempotent_result(p_request_id, v_request);
end
$function$;

ALTER FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- A concurrent order commits first, or finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer ->> 'order_id' = any (v_orders::text[])
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to its order's ledger.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.staff_notification_choices where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id)
    and not exists (select 1 from public.staff_members where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- Removes the audit entries of this erasure, which hold the erased values.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    private.staff_name(auth.uid(), p_tenant_id),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_staff_role', p_tenant_id, p_id)) then
    return;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
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
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.rights_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_by_phone(p_tenant_ids text[], p_phone text, p_limit integer DEFAULT 5)
 RETURNS TABLE(tenant_id text, kind text, id uuid, name text, about text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
  select found.tenant_id, 'order', found.id, found.number, found.customer_name
  from private.orders_by_phone(v_tenant_ids, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select profiles.tenant_id, 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (private.people_by_phone(v_tenant_ids, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$function$;

ALTER FUNCTION "public"."find_by_phone"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.for_me(p_tenant_ids text[], p_limit integer DEFAULT 100)
 RETURNS SETOF public.meant_for_me
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from (
    select assigned.tenant_id, 'order', orders.id, null::uuid, orders.number, '',
      private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null
    from public.assignments assigned
    join public.orders on orders.id = assigned.order_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids)
      and assigned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select assigned.tenant_id, 'conversation', null, conversation.id,
      coalesce(nullif(conversation.subject, ''), nullif(conversation.name, ''), conversation.email), '',
      private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null
    from public.assignments assigned
    join public.conversations conversation on conversation.id = assigned.conversation_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and conversation.is_open
      and assigned.tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    union all
    select mentioned.tenant_id, 'mention', orders.id, null, orders.number, event.note,
      coalesce(private.staff_label(made.actor_id, mentioned.tenant_id), ''), mentioned.created_at, mentioned.seen_at is not null
    from public.mentions mentioned
    join public.order_events event on event.id = mentioned.event_id
    join public.orders on orders.id = event.order_id
    left join public.order_event_actors made on made.event_id = event.id
    where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids)
      and mentioned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
  ) meant (tenant_id, kind, order_id, conversation_id, about, note, from_name, at, is_seen)
  order by meant.is_seen, meant.at desc
  limit least(greatest(p_limit, 1), 500)
$function$;

ALTER FUNCTION "public"."for_me"(text[], integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.grant_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date, p_all_stores boolean DEFAULT false)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(
    v_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  return private.give_staff_role(p_user_id, v_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid());
end
$function$;

ALTER FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.invite_staff(p_tenant_id text, p_token_hash text, p_email text, p_language text, p_role_ids uuid[], p_tenant_ids text[], p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date, p_all_stores boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_tenant_ids constant text[] := case when p_all_stores then array[null::text] else p_tenant_ids end;
  v_id uuid;
begin
  perform private.begin_change_of_rights(p_tenant_id);
  if not private.are_addresses(array[v_email]) or v_email = '' then
    perform private.refuse('invalid_staff_email');
  elsif private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  elsif p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  elsif coalesce(cardinality(p_role_ids), 0) = 0 or coalesce(cardinality(v_tenant_ids), 0) = 0
    or exists (select 1 from unnest(p_role_ids) chosen where chosen not in (select id from private.staff_roles)) then
    perform private.refuse('unknown_staff_role');
  end if;
  perform private.require_all_capabilities(chosen.tenant_id, private.capabilities_of_staff_role(role_id) || array['people.manage'],
    private.ceilings_of_staff_role(role_id))
  from unnest(v_tenant_ids) chosen (tenant_id), unnest(p_role_ids) role_id;
  update private.staff_invitations set revoked_at = now()
  where tenant_id = p_tenant_id and email = v_email and accepted_at is null and revoked_at is null;
  insert into private.staff_invitations (tenant_id, token_hash, email, language, invited_by)
  values (p_tenant_id, p_token_hash, v_email, p_language, auth.uid()) returning id into v_id;
  insert into private.staff_invitation_grants (invitation_id, tenant_id, role_id, starts_on, ends_on)
  select distinct v_id, chosen.tenant_id, role_id, v_starts_on, p_ends_on
  from unnest(v_tenant_ids) chosen (tenant_id), unnest(p_role_ids) role_id;
  perform private.write_audit(p_tenant_id, 'insert', 'staff_invitations', v_id::text, v_email, null, null);
  return v_id;
end
$function$;

ALTER FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.lacks_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.second_factor_demanded(auth.uid())
    and not exists (select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
end
$function$;

ALTER FUNCTION "public"."lacks_second_factor"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_approval_requests(p_tenant_ids text[])
 RETURNS TABLE(id uuid, tenant_id text, act public.approval_act, needed numeric, facts jsonb, note text, word text, order_id uuid, customer_id uuid, product_ids uuid[], state public.approval_state, ended_because text, asked_by text, asked_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, is_own boolean, may_decide boolean, is_news boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select request.id, request.tenant_id, request.act, request.needed,
    case when profile.name <> '' then request.facts || jsonb_build_object('customer', profile.name) else request.facts end,
    request.note, request.word, request.order_id, request.customer_id, request.product_ids,
    case when shown.has_expired then 'ended' else request.state end,
    case when shown.has_expired then 'expired' else request.ended_because end,
    private.staff_label(request.asked_by, request.tenant_id), request.asked_at,
    private.staff_label(request.decided_by, request.tenant_id), request.decided_at, shown.is_own,
    shown.may_decide and request.state = 'pending' and not shown.has_expired,
    shown.is_own and request.state <> 'pending' and request.seen_at is null
  from public.approval_requests request
  left join public.profiles profile on profile.id = request.customer_id and profile.tenant_id = request.tenant_id
  cross join lateral (
    select request.asked_by = auth.uid() as is_own, private.may_decide(request) as may_decide,
      request.state = 'pending' and request.asked_at < now() - interval '7 days' as has_expired
  ) shown
  where request.tenant_id = any (v_tenant_ids) and (shown.is_own or shown.may_decide)
  order by request.state = 'pending' desc, request.asked_at desc, request.id
  limit 200;
end
$function$;

ALTER FUNCTION "public"."list_approval_requests"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_capabilities(p_tenant_id text)
 RETURNS TABLE(capability text, needs text[], ceiling_unit text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select known.name, array(
    select required from unnest(private.with_needed_capabilities(array[known.name])) required where required <> known.name),
    limited.unit
  from private.capabilities known
  left join private.limited_capabilities limited on limited.capability = known.name
  order by known.name;
end
$function$;

ALTER FUNCTION "public"."list_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_ids text[], p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
  v_found bigint;
begin
  select count(*) into v_found from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.tenant_id, orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = any (v_tenant_ids) and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.tenant_id, orders.user_id
    ) bought on bought.user_id = profiles.id and bought.tenant_id = profiles.tenant_id
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.tenant_id, page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

ALTER FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, joined timestamp with time zone, role public.user_role, in_all_stores boolean, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with works as (
    select held.user_id, held.created_at, held.role, held.tenant_id is null as everywhere from public.user_roles held
    where held.role <> 'user' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
    union all
    select held.user_id, held.created_at, null, held.tenant_id is null from public.staff_grants held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  )
  select works.user_id, private.staff_name(works.user_id, p_tenant_id), private.staff_email(works.user_id, p_tenant_id),
    min(works.created_at), coalesce(max(works.role), 'user'), bool_or(works.everywhere and works.role is not null),
    (select count(*)::integer from auth.mfa_factors factor where factor.user_id = works.user_id and factor.status = 'verified')
  from works group by works.user_id
  order by 2, 3, 1;
end
$function$;

ALTER FUNCTION "public"."list_staff"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_invitations(p_tenant_id text)
 RETURNS TABLE(id uuid, email text, invited_by text, created_at timestamp with time zone, expires_at timestamp with time zone, role_ids uuid[], tenant_ids text[], all_stores boolean, starts_on date, ends_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select invited.id, invited.email, private.staff_label(invited.invited_by, p_tenant_id), invited.created_at, invited.expires_at,
    array_agg(distinct offered.role_id), array_remove(array_agg(distinct offered.tenant_id), null),
    bool_or(offered.tenant_id is null), min(offered.starts_on), max(offered.ends_on)
  from private.staff_invitations invited
  join private.staff_invitation_grants offered on offered.invitation_id = invited.id
  where invited.tenant_id = p_tenant_id and invited.accepted_at is null and invited.revoked_at is null
    and invited.expires_at > now() - interval '30 days'
  group by invited.id
  order by invited.created_at desc, invited.id;
end
$function$;

ALTER FUNCTION "public"."list_staff_invitations"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_rights(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date, ceiling numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on,
      null::numeric as ceiling
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on, granted.ceiling
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where (given.tenant_id = p_tenant_id or given.tenant_id is null)
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, person.name, person.email, held.capability, held.role, held.role_id, held.ends_on, held.ceiling
  from held
  join (
    select someone.user_id, private.staff_name(someone.user_id, p_tenant_id) as name, private.staff_email(someone.user_id, p_tenant_id) as email
    from (select distinct held.user_id from held) someone
  ) person on person.user_id = held.user_id
  order by 2, 3, 1, 4;
end
$function$;

ALTER FUNCTION "public"."list_staff_rights"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_roles(p_tenant_id text)
 RETURNS TABLE(id uuid, key text, name text, translations jsonb, version integer, capabilities text[], ceilings jsonb, needs_second_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id),
    private.ceilings_of_staff_role(role.id), role.needs_second_factor
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$function$;

ALTER FUNCTION "public"."list_staff_roles"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_seen(p_tenant_ids text[], p_order_id uuid DEFAULT NULL::uuid, p_conversation_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant boolean := p_order_id is null and p_conversation_id is null;
begin
  perform private.require_aal();
  update public.assignments assigned set seen_at = now()
  where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and assigned.seen_at is null
    and (v_all or assigned.order_id = p_order_id or assigned.conversation_id = p_conversation_id);
  update public.mentions mentioned set seen_at = now()
  where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids) and mentioned.seen_at is null
    and (v_all or exists (
      select 1 from public.order_events event where event.id = mentioned.event_id and event.order_id = p_order_id));
end
$function$;

ALTER FUNCTION "public"."mark_seen"(text[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.morning(p_tenant_ids text[] DEFAULT NULL::text[], p_day date DEFAULT NULL::date)
 RETURNS TABLE(tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select listed.figure, private.figure_capability(listed.figure) as capability
    from unnest(enum_range(null::public.morning_figure)) listed (figure)
  ), seen as materialized (
    select asked.capability, private.morning_stores(asked.capability, p_tenant_ids) as tenant_ids
    from (select distinct known.capability from known) asked
  )
  select figures.* from private.morning_figures(
    array(select row(known.figure, seen.tenant_ids)::private.permitted_figure from known join seen using (capability)),
    coalesce(p_day, private.shop_time()::date - 1)
  ) figures
$function$;

ALTER FUNCTION "public"."morning"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.morning_mails_to_send(p_job_ids bigint[])
 RETURNS TABLE(job_id bigint, email text, language text, day date, tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
    with counted as materialized (
      select job.id, wanted.user_id, figures.*
      from private.jobs job
      join private.morning_mails wanted on wanted.id::text = split_part(job.key, ' ', 1)
      cross join lateral private.morning_figures(
        private.figures_permitted_to(wanted.user_id), private.shop_time()::date - 1) figures
      where job.id = any (p_job_ids) and job.kind = 'send_morning_mail'
        and split_part(job.key, ' ', 2) = private.shop_time()::date::text
    )
    select counted.id, mailbox.email, mailbox.language, private.shop_time()::date - 1, counted.tenant_id, counted.figure,
      counted.entries, counted.amount, counted.entries_before, counted.amount_before
    from counted
    join public.tenants on tenants.id = counted.tenant_id
    cross join lateral private.mailbox_of_person(counted.user_id) mailbox
    where exists (
      select 1 from counted other where other.id = counted.id and other.entries + other.entries_before > 0
    )
    order by counted.id, tenants.position, tenants.id, counted.figure;
end
$function$;

ALTER FUNCTION "public"."morning_mails_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.morning_rows(p_figure public.morning_figure, p_tenant_ids text[] DEFAULT NULL::text[], p_day date DEFAULT NULL::date, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS TABLE(tenant_id text, subject public.morning_subject, subject_id uuid, part_id uuid, label text, detail text, translations jsonb, status public.order_status, amount numeric, happened_at timestamp with time zone, all_entries bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with listed as (
    select entry.*, count(*) over () as all_entries
    from private.morning_entries(p_figure, private.morning_stores(private.figure_capability(p_figure), p_tenant_ids),
      coalesce(p_day, private.shop_time()::date - 1)) entry
    join public.tenants on tenants.id = entry.tenant_id
    order by tenants.position, tenants.id, entry.happened_at, entry.subject_id, entry.part_id
    limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
  )
  select listed.tenant_id, private.figure_subject(p_figure), listed.subject_id, listed.part_id,
    coalesce(orders.number, product.name, reviewed.name, nullif(talk.name, ''), talk.email, ''),
    coalesce(private.variant_name(variant.option1, variant.option2, variant.option3), nullif(talk.subject, ''), review.author_name, ''),
    private.translated_names(coalesce(product.translations, reviewed.translations), variant),
    orders.status, listed.amount, listed.happened_at, listed.all_entries
  from listed
  join public.tenants on tenants.id = listed.tenant_id
  left join public.orders on orders.id = listed.subject_id and orders.tenant_id = listed.tenant_id
  left join public.products product on product.id = listed.subject_id and product.tenant_id = listed.tenant_id
  left join public.product_variants variant on variant.id = listed.part_id
  left join public.conversations talk on talk.id = listed.subject_id and talk.tenant_id = listed.tenant_id
  left join public.reviews review on review.id = listed.subject_id and review.tenant_id = listed.tenant_id
  left join public.products reviewed on reviewed.id = review.product_id
  order by tenants.position, tenants.id, listed.happened_at, listed.subject_id, listed.part_id
$function$;

ALTER FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_morning_mail()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select wanted.hour::integer from private.morning_mails wanted where wanted.user_id = auth.uid()
$function$;

ALTER FUNCTION "public"."my_morning_mail"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_workplaces()
 RETURNS TABLE(tenant_id text, capabilities text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select tenants.id, array_agg(distinct held.capability)
  from private.held_capabilities held
  join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
  where held.user_id = auth.uid() and private.is_left_in(tenants.id, held.capability)
  group by tenants.id, tenants.position
  order by tenants.position, tenants.id
$function$;

ALTER FUNCTION "public"."my_workplaces"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_queue_counts(p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, queue public.order_queue, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
  select orders.tenant_id, waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = any (v_tenant_ids) and orders.queues <> '{}'
  group by orders.tenant_id, waiting.queue order by orders.tenant_id, waiting.queue;
end
$function$;

ALTER FUNCTION "public"."order_queue_counts"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS public.orders
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
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- Serializes a person's orders: a repeated request finds the first one, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  perform private.member_becomes_customer(v_user_id, v_tenant_id);
  select name, email into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
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
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(p_tenant_id, 'orders.place');
  v_document := private.test_order_document(p_tenant_id);
  select account.email, private.staff_name(v_staff_id, p_tenant_id) as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_copy(p_kind public.copied_kind, p_from text, p_to text[], p_replace boolean DEFAULT false)
 RETURNS TABLE(tenant_id text, version text, key text, now jsonb, becomes jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_capability constant text := private.copied_capability(p_kind);
  v_targets text[];
begin
  perform private.require_capability(p_from, v_capability);
  v_targets := array(
    select allowed from unnest(private.tenants_where_may(v_capability)) allowed
    where allowed = any (p_to) and allowed <> p_from);
  perform private.require_single_names(p_kind, array[p_from]);
  return query
  select part.tenant_id, version.seen, part.key, part.now, part.becomes
  from private.parts_to_copy(p_kind, p_from, v_targets, p_replace) part
  join (select target.id, private.copied_version(p_kind, p_from, target.id) as seen from unnest(v_targets) target (id)) version
    on version.id = part.tenant_id
  join public.tenants tenant on tenant.id = part.tenant_id
  order by tenant.position, tenant.id, part.position, part.key;
end
$function$;

ALTER FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.queue_morning_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_due uuid[];
begin
  perform private.require_service();
  with due as (
    update private.morning_mails wanted set queued_on = v_today, next_at = private.next_morning(wanted.hour, v_today)
    where wanted.next_at <= now()
    returning wanted.id
  )
  select array_agg(due.id) into v_due from due;
  perform private.add_job('send_morning_mail', due.id || ' ' || v_today, p_max_attempts => 12) from unnest(v_due) due (id);
end
$function$;

ALTER FUNCTION "public"."queue_morning_mails"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.read_staff_invitation(p_token_hash text)
 RETURNS public.staff_invitation
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
  v_stores text[];
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash;
  v_stores := array(
    select distinct offered.tenant_id from private.staff_invitation_grants offered where offered.invitation_id = v_invitation.id);
  return row(
    private.staff_invitation_state(v_invitation, null), coalesce(v_invitation.email, ''), array_remove(v_stores, null),
    array_position(v_stores, null) is not null, private.established_account(v_invitation.email) is not null, v_invitation.expires_at
  )::public.staff_invitation;
end
$function$;

ALTER FUNCTION "public"."read_staff_invitation"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redeem_owner_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.owner_redemption
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_email text;
  v_was_owner boolean;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  if private.owner_invitation_state(v_invitation, p_claim) <> 'open' or v_invitation.claimed_by is distinct from p_claim then
    return row(private.owner_invitation_state(v_invitation, p_claim), null, null)::public.owner_redemption;
  end if;
  select email into v_email from auth.users where id = p_user_id and email = coalesce(v_invitation.email, email);
  if not found then
    return row('unknown', null, null)::public.owner_redemption;
  end if;
  v_was_owner := exists (
    select 1 from public.user_roles where user_id = p_user_id and tenant_id is null and role = 'super_admin');
  perform private.close_other_ways_in(p_user_id);
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, null, 'super_admin')
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  perform private.add_staff_member(p_user_id);
  update private.owner_invitations set used_at = now(), email = null where id = v_invitation.id;
  perform private.write_audit(tenant.id, case when v_was_owner then 'restore' else 'insert' end, 'owners', p_user_id::text,
    v_email, null, null)
  from public.tenants tenant order by tenant.position, tenant.id;
  return row('redeemed', v_was_owner, array(
    select distinct row(private.unmarked_email(account.email), private.office_language(account.id, null))::public.owner_contact
    from public.user_roles held join auth.users account on account.id = held.user_id
    where held.tenant_id is null and held.role = 'super_admin' and account.id <> p_user_id and account.email is not null
  ))::public.owner_redemption;
end
$function$;

CREATE OR REPLACE FUNCTION public.redeem_staff_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.staff_invitation_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash for update;
  if v_invitation.claimed_by is distinct from p_claim
    or private.staff_invitation_state(v_invitation, p_claim) <> 'open' then
    return private.staff_invitation_state(v_invitation, p_claim);
  end if;
  if not exists (select 1 from auth.users account where account.id = p_user_id and account.email = v_invitation.email)
    or private.established_account(v_invitation.email) is not null then
    return 'unknown';
  end if;
  perform private.close_other_ways_in(p_user_id);
  perform private.accept_staff_invitation(v_invitation, p_user_id);
  return 'accepted';
end
$function$;

ALTER FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- Money already due has refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  perform private.require_under_ceiling(v_order.tenant_id, 'money.refund', v_total);
  v_order := private.create_due_refunds(p_order_id, '{}', p_refund ->> 'reason',
    private.apply_credit(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

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
  perform private.begin_change_of_rights(p_tenant_id);
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid() or not private.is_person_of(p_user_id, p_tenant_id)
    or not private.is_service() and exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and case when held.tenant_id is null
        then not private.may_everywhere('people.manage') else not held.tenant_id = any (v_managed) end
    ) or exists (
      select 1 from public.user_roles ruling
      where ruling.user_id = p_user_id and ruling.tenant_id is null and not private.is_service()
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ), private.ceilings_of_person(p_tenant_id, p_user_id));
  perform private.require_all_capabilities(null, array(
    select held.capability from private.held_capabilities held where held.user_id = p_user_id and held.tenant_id is null
  ), private.ceilings_of_person(null, p_user_id));
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(), private.staff_name(auth.uid(), p_tenant_id), 'delete', 'mfa_factors', p_user_id::text,
    private.staff_name(p_user_id, p_tenant_id)
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.renew_staff_invitation(p_tenant_id text, p_id uuid, p_token_hash text)
 RETURNS public.renewed_invitation
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  v_invitation := private.own_staff_invitation(p_tenant_id, p_id);
  perform private.require_all_capabilities(
    offered.tenant_id, private.capabilities_of_staff_role(offered.role_id) || array['people.manage'],
    private.ceilings_of_staff_role(offered.role_id))
  from private.staff_invitation_grants offered where offered.invitation_id = p_id;
  update private.staff_invitations set token_hash = p_token_hash, expires_at = now() + interval '72 hours', invited_by = auth.uid(),
    claimed_by = null, claimed_at = null
  where id = p_id;
  perform private.write_audit(p_tenant_id, 'update', 'staff_invitations', p_id::text, v_invitation.email, null, null);
  return row(
    v_invitation.email, v_invitation.language, array(
      select distinct offered.tenant_id from private.staff_invitation_grants offered
      where offered.invitation_id = p_id and offered.tenant_id is not null
    ), exists (
      select 1 from private.staff_invitation_grants offered where offered.invitation_id = p_id and offered.tenant_id is null
    ))::public.renewed_invitation;
end
$function$;

ALTER FUNCTION "public"."renew_staff_invitation"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reply_address(p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return coalesce(
    (select brand.mail_reply_to from public.brands brand where brand.tenant_id = p_tenant_id),
    (select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_tenant_id), '');
end
$function$;

ALTER FUNCTION "public"."reply_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reply_mail_done(p_message_id uuid, p_sent boolean, p_error text DEFAULT ''::text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update public.message_mails set
    sent_at = case when p_sent then now() end,
    failed_at = case when not p_sent and p_is_final then now() end,
    error = case when p_sent then '' else left(p_error, 500) end
  where message_id = p_message_id and sent_at is null;
end
$function$;

ALTER FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reply_to_conversation(p_conversation_id uuid, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null
    or not private.holds_capability(v_conversation.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_conversation.tenant_id, 'customers.answer');
  v_message := private.add_message(v_conversation, 'staff', p_body);
  if v_conversation.kind = 'contact' then
    insert into public.message_mails (message_id, tenant_id) values (v_message.id, v_message.tenant_id);
    perform private.queue_reply_mail(v_message);
  end if;
  return private.store_idempotent_result(p_request_id, v_message);
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_mail(p_message_id uuid)
 RETURNS TABLE(tenant_id text, email text, name text, subject text, language text, body text, question text, asked_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
    select conversation.tenant_id, conversation.email, conversation.name, conversation.subject,
      coalesce(conversation.language, person.language), answer.body, coalesce(asked.body, ''), asked.created_at
    from public.message_mails mail
    join public.messages answer on answer.id = mail.message_id
    join public.conversations conversation on conversation.id = answer.conversation_id
    left join public.profiles person on person.id = conversation.user_id and person.tenant_id = conversation.tenant_id
    left join lateral (
      select earlier.body, earlier.created_at from public.messages earlier
      where earlier.conversation_id = answer.conversation_id and earlier.sender <> 'staff' and earlier.created_at < answer.created_at
      order by earlier.created_at desc limit 1
    ) asked on true
    where mail.message_id = p_message_id and mail.sent_at is null;
end
$function$;

ALTER FUNCTION "public"."reply_to_mail"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_rows_of_stores(p_tenant_ids text[], p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(
    p_tenant_ids, case when p_report in ('customers', 'files') then 'reports.see' else 'sales.see' end);
begin
  return (
    select coalesce(jsonb_agg(listed.entry || jsonb_build_object('tenant_id', store.id)
      order by store.position, store.id, listed.place), '[]')
    from public.tenants store
    cross join lateral jsonb_array_elements(public.report_rows(store.id, p_report, p_from, p_to, p_limit))
      with ordinality listed (entry, place)
    where store.id = any (v_tenant_ids)
  );
end
$function$;

ALTER FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_totals_of_stores(p_tenant_ids text[], p_from date, p_to date)
 RETURNS TABLE(tenant_id text, orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_carriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'sales.see');
begin
  return query
  select store.id, totals.* from public.tenants store
  cross join lateral public.report_totals(store.id, p_from, p_to) totals
  where store.id = any (v_tenant_ids) order by store.position, store.id;
end
$function$;

ALTER FUNCTION "public"."report_totals_of_stores"(text[], date, date) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.request_approval(p_act public.approval_act, p_arguments jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('request_approval', p_act, p_arguments, p_note));
  v_subject private.approval_subject;
  v_refusal jsonb;
  v_request public.approval_requests;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  if p_act is null or jsonb_typeof(p_arguments) is distinct from 'object' or length(p_arguments::text) > 200000 then
    perform private.refuse('invalid_approval_request');
  elsif length(p_note) > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_subject := private.approval_subject(p_act, p_arguments);
  v_refusal := private.refusal_of(format('select private.carry_out(%L, %L)', p_act, p_arguments));
  if v_refusal is null then
    perform private.refuse('approval_not_needed');
  elsif v_refusal ->> 'code' <> 'above_ceiling' then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.end_old_approval_requests(v_subject.tenant_id);
  insert into public.approval_requests (
    tenant_id, act, arguments, capability, needed, facts, basis, order_id, customer_id, product_ids, note, asked_by
  ) values (
    v_subject.tenant_id, p_act, p_arguments, v_refusal ->> 'capability', (v_refusal ->> 'needed')::numeric,
    private.approval_facts(p_act, p_arguments, v_subject), private.approval_basis(p_act, p_arguments), v_subject.order_id,
    v_subject.customer_id, v_subject.product_ids, btrim(coalesce(p_note, '')), auth.uid()
  ) on conflict do nothing returning * into v_request;
  if v_request.id is null then
    perform private.refuse('already_asked');
  end if;
  perform private.note_approval(v_request.order_id, '{"code": "approval_asked"}', v_request.asked_by) where v_request.order_id is not null;
  perform private.write_audit(v_request.tenant_id, 'insert', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), null,
    jsonb_build_object('act', v_request.act, 'needed', v_request.needed, 'note', v_request.note));
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_request.id));
  return v_request.id;
end
$function$;

ALTER FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resend_reply(p_message_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('resend_reply', p_message_id)) then
    return;
  end if;
  select * into v_message from public.messages where id = p_message_id;
  if v_message.id is null
    or not private.holds_capability(v_message.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_message.tenant_id, 'customers.answer');
  update public.message_mails set failed_at = null, error = ''
  where message_id = p_message_id and sent_at is null and failed_at is not null;
  if found then
    perform private.queue_reply_mail(v_message);
  end if;
end
$function$;

ALTER FUNCTION "public"."resend_reply"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.revoke_staff_invitation(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('revoke_staff_invitation', p_tenant_id, p_id)) then
    return;
  end if;
  v_invitation := private.own_staff_invitation(p_tenant_id, p_id);
  update private.staff_invitations set revoked_at = now() where id = p_id;
  perform private.write_audit(p_tenant_id, 'delete', 'staff_invitations', p_id::text, v_invitation.email, null, null);
end
$function$;

ALTER FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.revoke_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_all_stores boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
  v_grant public.staff_grants;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  perform private.require_all_capabilities(
    v_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  delete from public.staff_grants
  where user_id = p_user_id and tenant_id is not distinct from v_tenant_id and role_id = p_role_id
  returning * into v_grant;
  if v_grant.id is null then
    return false;
  end if;
  perform private.log_grant_for_all_stores(v_grant, 'delete');
  perform private.require_somebody_in_charge(v_grant);
  return true;
end
$function$;

ALTER FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid, p_ceilings jsonb DEFAULT '{}'::jsonb, p_needs_second_factor boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant jsonb := private.rights_of_staff_role(p_id);
  v_ceilings jsonb;
  v_role private.staff_roles;
  v_first constant uuid := private.idempotent_result(null::uuid, p_request_id, jsonb_build_array(
    'save_staff_role', p_tenant_id, p_name, p_translations, p_capabilities, p_id, p_version, p_ceilings,
    p_needs_second_factor));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  v_ceilings := private.checked_ceilings(p_ceilings, v_capabilities);
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations, needs_second_factor)
    values (btrim(p_name), p_translations, p_needs_second_factor) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations,
      needs_second_factor = p_needs_second_factor, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability, ceiling)
  select v_role.id, chosen, (v_ceilings ->> chosen)::numeric from unnest(v_capabilities) chosen
  on conflict (role_id, capability) do update set ceiling = excluded.ceiling;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, private.rights_of_staff_role(v_role.id));
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, private.rights_of_staff_role(v_role.id));
  end if;
  return private.store_idempotent_result(p_request_id, v_role.id);
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.see_approval_requests(p_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.approval_requests request set seen_at = now()
  where request.id = any (p_ids) and request.asked_by = auth.uid() and request.state <> 'pending' and request.seen_at is null;
  return found;
end
$function$;

ALTER FUNCTION "public"."see_approval_requests"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_contact_message(p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text DEFAULT NULL::text, p_language text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_mailbox constant text := private.mailbox_of(p_email);
  v_client constant text := private.client_key(p_client);
  v_network constant text := private.client_network(p_client);
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  perform private.refuse_many_messages(p_tenant_id, v_mailbox, v_client, v_network);
  insert into public.conversations (tenant_id, kind, language, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact', p_language,
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  perform private.queue_contact_mails(v_conversation);
  return v_conversation.id;
end
$function$;

ALTER FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_morning_mail(p_hour integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('set_morning_mail', p_hour)) then
    return;
  end if;
  if cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  perform private.require_aal();
  if p_hour is null then
    delete from private.morning_mails wanted where wanted.user_id = auth.uid();
    return;
  end if;
  if p_hour not between 4 and 12 then
    perform private.refuse('invalid_morning_hour');
  end if;
  insert into private.morning_mails (user_id, hour, next_at) values (auth.uid(), p_hour, private.next_morning(p_hour, null))
  on conflict (user_id) do update set
    hour = excluded.hour, next_at = private.next_morning(p_hour, morning_mails.queued_on);
end
$function$;

ALTER FUNCTION "public"."set_morning_mail"(integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.begin_change_of_rights(p_tenant_id);
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
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

CREATE OR REPLACE FUNCTION public.staff_names(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sees_all constant boolean := private.may(p_tenant_id, 'customers.see');
  v_staff constant uuid[] := private.staff_ids(p_tenant_id);
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.workplaces()), false) then
    perform private.refuse('staff_only');
  end if;
  return query
  select person.id, private.staff_label(person.id, p_tenant_id)
  from unnest(p_user_ids) person (id)
  where private.is_person_of(person.id, p_tenant_id) and (
    v_sees_all or person.id = any (v_staff)
    or exists (select 1 from public.staff_members member where member.user_id = person.id));
end
$function$;

ALTER FUNCTION "public"."staff_names"(text, uuid[]) OWNER TO "postgres";

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
      coalesce(private.phone_address(jsonb_build_object('phone', person.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, reader.language;
end
$function$;

CREATE OR REPLACE FUNCTION public.unconfirmed_people(p_tenant_ids text[], p_user_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$function$;

ALTER FUNCTION "public"."unconfirmed_people"(text[], uuid[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.undoable_product_changes(p_tenant_id text)
 RETURNS TABLE(id uuid, made_at timestamp with time zone, made_by text, added integer, changed integer, deleted integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    private.staff_name(latest.made_by, p_tenant_id),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$function$;

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."limited_capabilities" ADD CONSTRAINT "limited_capabilities_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."morning_mails" ADD CONSTRAINT "morning_mails_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."prices_before" ADD CONSTRAINT "prices_before_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."prices_before" ADD CONSTRAINT "prices_before_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_invitation_id_fkey" FOREIGN KEY (invitation_id) REFERENCES private.staff_invitations(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitations" ADD CONSTRAINT "staff_invitations_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_ceiling_check" CHECK ((ceiling >= (0)::numeric));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_customer_id_tenant_id_fkey" FOREIGN KEY (customer_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_decided" CHECK (((state = 'pending'::public.approval_state) = (decided_at IS NULL)));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_ended" CHECK (((state = 'ended'::public.approval_state) = (ended_because IS NOT NULL)));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_assigned_by_fkey" FOREIGN KEY (assigned_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_conversation_id_fkey" FOREIGN KEY (tenant_id, conversation_id) REFERENCES public.conversations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."conversations" ADD CONSTRAINT "conversations_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text])));

ALTER TABLE "public"."mentions" ADD CONSTRAINT "mentions_tenant_id_event_id_fkey" FOREIGN KEY (tenant_id, event_id) REFERENCES public.order_events(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."mentions" ADD CONSTRAINT "mentions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_tenant_id_id_key" UNIQUE (tenant_id, id);

ALTER TABLE "public"."message_mails" ADD CONSTRAINT "message_mails_tenant_id_message_id_fkey" FOREIGN KEY (tenant_id, message_id) REFERENCES public.messages(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."saved_replies" ADD CONSTRAINT "saved_replies_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."saved_views" ADD CONSTRAINT "saved_views_user_id_tenant_id_page_name_key" UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, page, name);

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key" UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, role_id);

ALTER TABLE "public"."staff_members" ADD CONSTRAINT "staff_members_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_second_step_hours_check" CHECK (((second_step_hours >= 1) AND (second_step_hours <= 720)));

ALTER TABLE "public"."variant_costs" ADD CONSTRAINT "variant_costs_tenant_id_variant_id_fkey" FOREIGN KEY (tenant_id, variant_id) REFERENCES public.product_variants(tenant_id, id) ON DELETE CASCADE;

CREATE VIEW "private"."held_capabilities" AS  SELECT held.user_id,
    held.tenant_id,
    granted.capability,
    NULL::numeric(12,2) AS ceiling
   FROM (public.user_roles held
     JOIN private.role_capabilities granted ON ((granted.role = held.role)))
UNION ALL
 SELECT held.user_id,
    held.tenant_id,
    granted.capability,
    granted.ceiling
   FROM (public.staff_grants held
     JOIN private.staff_role_capabilities granted ON ((granted.role_id = held.role_id)))
  WHERE (((private.shop_time())::date >= held.starts_on) AND ((private.shop_time())::date <= COALESCE(held.ends_on, 'infinity'::date)));

ALTER VIEW "private"."held_capabilities" OWNER TO "postgres";

CREATE INDEX ceiling_uses_tenant ON private.ceiling_uses USING btree (tenant_id);

CREATE INDEX prices_before_tenant ON private.prices_before USING btree (tenant_id);

CREATE INDEX staff_invitation_grants_role ON private.staff_invitation_grants USING btree (role_id);

CREATE INDEX staff_invitation_grants_tenant ON private.staff_invitation_grants USING btree (tenant_id);

CREATE INDEX staff_invitations_invited_by ON private.staff_invitations USING btree (invited_by);

CREATE INDEX staff_invitations_tenant ON private.staff_invitations USING btree (tenant_id, created_at);

CREATE INDEX approval_requests_asked_by ON public.approval_requests USING btree (asked_by);

CREATE INDEX approval_requests_by_customer ON public.approval_requests USING btree (customer_id, tenant_id);

CREATE INDEX approval_requests_by_order ON public.approval_requests USING btree (tenant_id, order_id);

CREATE INDEX approval_requests_decided_by ON public.approval_requests USING btree (decided_by);

CREATE INDEX approval_requests_newest ON public.approval_requests USING btree (tenant_id, asked_at DESC);

CREATE UNIQUE INDEX approval_requests_pending ON public.approval_requests USING btree (tenant_id, asked_by, act, jsonb_hash_extended(arguments, (0)::bigint)) WHERE (state = 'pending'::public.approval_state);

CREATE INDEX assignments_by ON public.assignments USING btree (assigned_by);

CREATE INDEX assignments_of_person ON public.assignments USING btree (user_id, tenant_id);

CREATE INDEX mentions_of_event ON public.mentions USING btree (tenant_id, event_id);

CREATE INDEX mentions_of_person ON public.mentions USING btree (user_id, tenant_id);

CREATE INDEX message_mails_of_message ON public.message_mails USING btree (tenant_id, message_id);

CREATE INDEX orders_newest_of_all ON public.orders USING btree (created_at DESC, id) INCLUDE (tenant_id, user_id);

CREATE INDEX returns_received ON public.returns USING btree (tenant_id, received_at) WHERE (received_at IS NOT NULL);

CREATE INDEX stock_movements_sold_out ON public.stock_movements USING btree (tenant_id, created_at) WHERE ((stock_after = 0) AND (delta < 0));

CREATE INDEX variant_costs_of_store ON public.variant_costs USING btree (tenant_id, variant_id);

CREATE TRIGGER jobs_deleted AFTER DELETE ON private.morning_mails REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_morning_mail');

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER announced_decision AFTER UPDATE OF state ON public.approval_requests FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION private.announce_approval_request();

CREATE TRIGGER announced AFTER INSERT ON public.approval_requests FOR EACH ROW EXECUTE FUNCTION private.announce_approval_request();

CREATE TRIGGER announced AFTER INSERT OR DELETE OR UPDATE ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.announce_assignment();

CREATE TRIGGER assignee_told AFTER INSERT ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.tell_assignee();

CREATE TRIGGER audited_change AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER INSERT OR DELETE ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER new_assignee_told AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN ((new.user_id <> old.user_id)) EXECUTE FUNCTION private.tell_assignee();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.customizations FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER announced AFTER INSERT OR UPDATE ON public.mentions FOR EACH ROW EXECUTE FUNCTION private.announce_assignment();

CREATE TRIGGER mentioned_told AFTER INSERT ON public.mentions FOR EACH ROW EXECUTE FUNCTION private.tell_mentioned();

CREATE TRIGGER announced AFTER UPDATE ON public.message_mails FOR EACH ROW EXECUTE FUNCTION private.announce_reply_mail();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.messages REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_contact_reply');

CREATE TRIGGER audited AFTER INSERT ON public.order_events FOR EACH ROW WHEN (((new.actor = 'staff'::text) AND (new.to_status IS NULL) AND ((new.remark ->> 'user_id'::text) IS NULL) AND (COALESCE((new.remark ->> 'code'::text), ''::text) !~~ 'approval%'::text))) EXECUTE FUNCTION private.audit_order_note();

CREATE TRIGGER mentions_kept AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.is_internal AND (new.note ~~ '%@[%'::text))) EXECUTE FUNCTION private.note_mentions();

CREATE TRIGGER approval_requests_ended AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::public.order_status) AND (old.status <> 'cancelled'::public.order_status))) EXECUTE FUNCTION private.end_requests_of_order();

CREATE TRIGGER discounts_limited AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.manual_discount > (0)::numeric)) EXECUTE FUNCTION private.limit_discount();

CREATE TRIGGER new_variants_price_limited AFTER INSERT ON public.product_variants FOR EACH ROW WHEN ((new.price IS NOT NULL)) EXECUTE FUNCTION private.variant_price_written();

CREATE TRIGGER variants_price_limited AFTER UPDATE OF price ON public.product_variants FOR EACH ROW WHEN ((new.price IS DISTINCT FROM old.price)) EXECUTE FUNCTION private.variant_price_written();

CREATE TRIGGER approval_requests_ended_by_deleting AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.end_requests_of_product();

CREATE TRIGGER approval_requests_ended AFTER UPDATE OF deleted_at ON public.products FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION private.end_requests_of_product();

CREATE TRIGGER products_price_limited AFTER UPDATE OF price ON public.products FOR EACH ROW WHEN ((new.price IS DISTINCT FROM old.price)) EXECUTE FUNCTION private.product_price_written();

CREATE TRIGGER new_refunds_limited AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = ANY (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state]))) EXECUTE FUNCTION private.count_refund();

CREATE TRIGGER refunds_limited AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = ANY (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state])) AND (old.state <> ALL (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state])))) EXECUTE FUNCTION private.count_refund();

CREATE TRIGGER arrives_in_turn BEFORE INSERT ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.wait_for_same_row();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id ON public.saved_replies FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id))) EXECUTE FUNCTION private.refuse_key_change();

CREATE TRIGGER touched BEFORE UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE TRIGGER a_recent_second_step BEFORE UPDATE ON public.settings FOR EACH ROW WHEN (((new.payment <> old.payment) OR (jsonb_path_query_array(new.translations, '$.*."payment"'::jsonpath) <> jsonb_path_query_array(old.translations, '$.*."payment"'::jsonpath)))) EXECUTE FUNCTION private.needs_recent_second_step();

CREATE TRIGGER settings_money_added BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION private.require_money_settings();

CREATE TRIGGER settings_money_changed BEFORE UPDATE OF payment, invoicing ON public.settings FOR EACH ROW WHEN (((new.payment <> old.payment) OR (new.invoicing <> old.invoicing))) EXECUTE FUNCTION private.require_money_settings();

CREATE TRIGGER rights_announced AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

CREATE TRIGGER a_recent_second_step BEFORE UPDATE ON public.staff_settings FOR EACH ROW WHEN (((new.staff_need_second_factor <> old.staff_need_second_factor) OR (new.second_step_hours <> old.second_step_hours) OR (new.customers_need_aal2 <> old.customers_need_aal2))) EXECUTE FUNCTION private.needs_recent_second_step();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.stock_alerts FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER store_credits_limited AFTER INSERT ON public.store_credits FOR EACH ROW WHEN (((new.kind = 'adjusted'::public.store_credit_kind) AND (new.delta > (0)::numeric))) EXECUTE FUNCTION private.count_store_credit();

CREATE TRIGGER rights_announced AFTER UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.variant_costs FOR EACH ROW EXECUTE FUNCTION private.audit_cost();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.wishlists FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE POLICY "Staff read who works on their store's conversations" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((conversation_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('customers.see'::text), 'customers.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read who works on their store's orders" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((order_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('orders.see'::text), 'orders.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])) AND ((entity <> 'variant_costs'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff read who is mentioned in their store's notes" ON "public"."mentions" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what became of their store's mailed answers" ON "public"."message_mails" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's saved replies" ON "public"."saved_replies" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's saved replies" ON "public"."saved_replies" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's saved replies" ON "public"."saved_replies" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's saved replies" ON "public"."saved_replies" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff change their own views" ON "public"."saved_views" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces)))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff delete their own views" ON "public"."saved_views" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff read their own views" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff save views for themselves" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Super admins read who has which role in their store" ON "public"."staff_grants" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])) OR ((tenant_id IS NULL) AND (( SELECT cardinality(private.tenants_where_may('people.see'::text)) AS cardinality) > 0))));

CREATE POLICY "People who work here change their own row" ON "public"."staff_members" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People who work here read their own row" ON "public"."staff_members" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Super admins see who of their store rules every store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING (((tenant_id IS NULL) AND (( SELECT cardinality(private.tenants_where_may('people.see'::text)) AS cardinality) > 0)));

CREATE POLICY "Staff with the right read what their store's variants cost" ON "public"."variant_costs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."acts_as_staff"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acts_as_staff"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_as_staff"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_as_staff"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."add_staff_member"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_staff_member"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_staff_member"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_staff_member"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."all_costs_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."all_costs_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_costs_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_costs_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_approval_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_approval_request"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_approval_request"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_approval_request"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_assignment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_assignment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_assignment"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_assignment"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_reply_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_reply_mail"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_reply_mail"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_reply_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_label"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_label"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_label"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_label"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_cost"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_cost"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_cost"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_cost"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."begin_change_of_rights"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_change_of_rights"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_change_of_rights"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_change_of_rights"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceiling"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceiling"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceiling"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceiling"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceilings_of_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceilings_of_person"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_person"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_person"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceilings_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceilings_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."changes_costs"(private.product_change_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_costs"(private.product_change_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."changes_costs"(private.product_change_entries) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."changes_costs"(private.product_change_entries) TO "service_role";

REVOKE ALL ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_ways_in_of_others"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_ways_in_of_others"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_ways_in_of_others"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_ways_in_of_others"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."copied_capability"(public.copied_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copied_capability"(public.copied_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_capability"(public.copied_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_capability"(public.copied_kind) TO "service_role";

REVOKE ALL ON FUNCTION "private"."copied_parts"(public.copied_kind, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copied_parts"(public.copied_kind, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_parts"(public.copied_kind, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_parts"(public.copied_kind, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."copied_version"(public.copied_kind, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copied_version"(public.copied_kind, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_version"(public.copied_kind, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."copied_version"(public.copied_kind, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."copy_to_store"(public.copied_kind, text, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_to_store"(public.copied_kind, text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copy_to_store"(public.copied_kind, text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."copy_to_store"(public.copied_kind, text, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_refund"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_refund"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_refund"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_refund"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_store_credit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_store_credit"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_store_credit"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_store_credit"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_approval_requests"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_approval_requests"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_approval_requests"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_approval_requests"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_requests_of_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_requests_of_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_requests_of_product"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_requests_of_product"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_product"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_product"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."established_account"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."established_account"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_account"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_account"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_amount"(text, public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_amount"(text, public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_amount"(text, public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_amount"(text, public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_capability"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_capability"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_capability"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_capability"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_count"(text, public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_count"(text, public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_count"(text, public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_count"(text, public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_subject"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_subject"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_subject"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_subject"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figures_permitted_to"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figures_permitted_to"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figures_permitted_to"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figures_permitted_to"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_of_day"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_day"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_day"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_day"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_person_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_person_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_person_of"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_person_of"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unseen"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unseen"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unseen"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unseen"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."limit_discount"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_discount"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_discount"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_discount"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_approval_request"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_approval_request"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_approval_request"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_approval_request"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox_of_person"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_of_person"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of_person"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of_person"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_decide"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_decide"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_decide"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_decide"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_everywhere"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_everywhere"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_everywhere"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_everywhere"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_give_role"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_give_role"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_give_role"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_give_role"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_have_views"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_have_views"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."member_becomes_customer"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_becomes_customer"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_becomes_customer"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_becomes_customer"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."member_shops"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_shops"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_shops"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_shops"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."mentioned_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentioned_in"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_stores"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_stores"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_stores"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_stores"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."needs_recent_second_step"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_recent_second_step"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."needs_recent_second_step"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."needs_recent_second_step"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."next_morning"(integer, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_morning"(integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_morning"(integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_morning"(integer, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_mentions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_mentions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_mentions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_mentions"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."office_language"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_language"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_language"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_language"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."orders_by_phone"(text[], text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_by_phone"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_by_phone"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_by_phone"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."overdue_promises"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."overdue_promises"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."overdue_promises"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."overdue_promises"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_staff_invitation"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_staff_invitation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_staff_invitation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_staff_invitation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parts_to_copy"(public.copied_kind, text, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_to_copy"(public.copied_kind, text, text[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_to_copy"(public.copied_kind, text, text[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_to_copy"(public.copied_kind, text, text[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."people_by_phone"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."people_by_phone"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_by_phone"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_by_phone"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."people_who_may"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."people_who_may"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."product_price_written"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_price_written"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_price_written"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_price_written"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."profiles_of_person"(text, uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."profiles_of_person"(text, uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."profiles_of_person"(text, uuid, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."profiles_of_person"(text, uuid, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_reply_mail"(public.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_reply_mail"(public.messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_reply_mail"(public.messages) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_reply_mail"(public.messages) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_assignable"(text[], uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_assignable"(text[], uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_assignable"(text[], uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_assignable"(text[], uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_copy_target"(public.copied_kind, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_copy_target"(public.copied_kind, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_copy_target"(public.copied_kind, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_copy_target"(public.copied_kind, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_costs_allowed"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_costs_allowed"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_allowed"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_allowed"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_money_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_money_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_settings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_money_settings"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_recent_second_step"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_recent_second_step"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_recent_second_step"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_recent_second_step"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_single_names"(public.copied_kind, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_single_names"(public.copied_kind, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_single_names"(public.copied_kind, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_single_names"(public.copied_kind, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rights_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rights_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rights_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rights_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."second_factor_demanded"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."second_factor_demanded"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_factor_demanded"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_factor_demanded"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_email"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_email"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_email"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_email"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_label"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_label"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_label"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_label"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stores_where_may"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stores_where_may"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_where_may"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_where_may"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_assignee"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_assignee"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_assignee"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_assignee"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_mentioned"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_mentioned"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_mentioned"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_mentioned"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."translations_at"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."translations_at"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."translations_at"(jsonb, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."translations_at"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_cost_entry"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_cost_entry"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_cost_entry"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_cost_entry"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_columns"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."untranslated_content"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untranslated_content"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_content"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untranslated_content"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."variant_price_written"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."variant_price_written"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."variant_price_written"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."variant_price_written"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_costs"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_costs"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_costs"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_costs"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_translations_at"(jsonb, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_translations_at"(jsonb, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_translations_at"(jsonb, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_translations_at"(jsonb, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_copied_questions"(text, private.copied_part[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_copied_questions"(text, private.copied_part[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_questions"(text, private.copied_part[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_questions"(text, private.copied_part[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_copied_settings"(public.copied_kind, text, private.copied_part[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_copied_settings"(public.copied_kind, text, private.copied_part[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_settings"(public.copied_kind, text, private.copied_part[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_settings"(public.copied_kind, text, private.copied_part[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_copied_zones"(text, private.copied_part[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_copied_zones"(text, private.copied_part[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_zones"(text, private.copied_part[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_copied_zones"(text, private.copied_part[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_costs"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_costs"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_costs_of_rows"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."accept_staff_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assignable_people"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assignable_people"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_staff_invitation"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_staff_invitation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_staff_invitation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_staff_invitation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."copy_to_stores"(public.copied_kind, text, text[], text[], boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."count_approval_requests"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_approval_requests"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."customer_across_stores"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customer_across_stores"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_across_stores"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_across_stores"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_across_stores"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_by_phone"(text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_by_phone"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."for_me"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."for_me"(text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lacks_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lacks_second_factor"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_invitations"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_invitations"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."morning"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning_mails_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."morning_mails_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_mails_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_mails_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_morning_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_morning_mail"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_workplaces"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_workplaces"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_queue_counts"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_queue_counts"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_copy"(public.copied_kind, text, text[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue_morning_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."queue_morning_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_morning_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_morning_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_staff_invitation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_staff_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_staff_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_staff_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reply_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_to_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reply_to_mail"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_to_mail"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_to_mail"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_variants"(text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_variants"(text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_variants"(text, date, date, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resend_reply"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resend_reply"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."see_approval_requests"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."see_approval_requests"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_morning_mail"(integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_morning_mail"(integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_names"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."staff_names"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "service_role";

REVOKE ALL ON TABLE "public"."approval_requests" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."approval_requests" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."approval_requests" TO "service_role";

GRANT SELECT ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ON TABLE "public"."assignments" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."assignments" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."assignments" TO "service_role";

GRANT SELECT ON TABLE "public"."mentions" TO "authenticated";

REVOKE ALL ON TABLE "public"."mentions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mentions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mentions" TO "service_role";

GRANT SELECT ON TABLE "public"."message_mails" TO "authenticated";

REVOKE ALL ON TABLE "public"."message_mails" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_mails" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_mails" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("created_at") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("id"), UPDATE ("id") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("tenant_id"), UPDATE ("tenant_id") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("translations"), UPDATE ("translations") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."saved_replies" TO "authenticated";

REVOKE ALL ON TABLE "public"."saved_replies" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_replies" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_replies" TO "service_role";

GRANT UPDATE ("name") ON TABLE "public"."staff_members" TO "authenticated";

GRANT UPDATE ("office_language") ON TABLE "public"."staff_members" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_members" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_members" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_members" TO "service_role";

GRANT SELECT ON TABLE "public"."variant_costs" TO "authenticated";

REVOKE ALL ON TABLE "public"."variant_costs" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."variant_costs" TO "postgres";

REVOKE ALL ON TABLE "public"."variant_costs" FROM "service_role";

GRANT MAINTAIN, REFERENCES, SELECT, TRIGGER ON TABLE "public"."variant_costs" TO "service_role";

CREATE INDEX ceiling_uses_of_person ON private.ceiling_uses USING btree (user_id, tenant_id, capability, day);
