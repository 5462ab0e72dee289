set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform realtime.send(
    jsonb_build_object('user_id', v_row -> 'user_id', 'order_id', v_row -> 'order_id', 'conversation_id', v_row -> 'conversation_id'),
    'assigned', 'staff:' || (v_row ->> 'tenant_id'), true);
  if v_row ->> 'order_id' is not null then
    perform realtime.send(jsonb_build_object('id', v_row -> 'order_id'), 'update', 'orders:' || (v_row ->> 'tenant_id'), true);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_assignment"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_reply_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('message_id', new.message_id), 'message', 'staff:' || new.tenant_id, true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_reply_mail"() OWNER TO "postgres";

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
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

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
      'search_synonyms', 'saved_replies')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.is_unseen(p_user_id uuid, p_happening text, p_about_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_happening
    when 'mentioned' then exists (
      select 1 from public.mentions mentioned join public.order_events event on event.id = mentioned.event_id
      where mentioned.user_id = p_user_id and mentioned.seen_at is null and event.order_id = p_about_id)
    else exists (
      select 1 from public.assignments assigned
      where assigned.user_id = p_user_id and assigned.seen_at is null
        and p_about_id in (assigned.order_id, assigned.conversation_id))
  end
$function$;

ALTER FUNCTION "private"."is_unseen"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mentioned_in(p_text text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select distinct found.id[1]::uuid
    from regexp_matches(p_text, '@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]', 'g') found (id)
  )
$function$;

ALTER FUNCTION "private"."mentioned_in"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_people constant uuid[] := private.mentioned_in(new.note);
begin
  insert into public.mentions (event_id, tenant_id, user_id, seen_at)
  select new.id, new.tenant_id, person.id, case when person.id = auth.uid() then now() end
  from unnest(v_people) person (id)
  where new.tenant_id || ' ' || person.id = any (private.people_who_may(array[new.tenant_id], 'orders.see'));
  return null;
end
$function$;

ALTER FUNCTION "private"."note_mentions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.people_who_may(p_tenant_ids text[], p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct place.id || ' ' || held.user_id
    from private.held_capabilities held
    join unnest(p_tenant_ids) place (id) on place.id = held.tenant_id or held.tenant_id is null
    where held.capability = p_capability
  );
end
$function$;

ALTER FUNCTION "private"."people_who_may"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_reply_mail(p_message public.messages)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_contact_reply', p_message.id::text, p_tenant_id => p_message.tenant_id, p_max_attempts => 12)
$function$;

ALTER FUNCTION "private"."queue_reply_mail"(public.messages) OWNER TO "postgres";

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
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
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

CREATE OR REPLACE FUNCTION private.require_assignable(p_tenant_ids text[], p_user_id uuid, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_user_id is not null and exists (
    select 1 from unnest(p_tenant_ids) place (id)
    where place.id || ' ' || p_user_id <> all (private.people_who_may(array[place.id], p_capability))
  ) then
    perform private.refuse('not_assignable');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_assignable"(text[], uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_name(p_tenant_id text, p_user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select coalesce(nullif(person.name, ''), person.email) from public.profiles person
    where person.id = p_user_id order by person.tenant_id = p_tenant_id desc limit 1
  ), (select private.original_email(account.email::text, p_tenant_id) from auth.users account where account.id = p_user_id), '')
$function$;

ALTER FUNCTION "private"."staff_name"(text, uuid) OWNER TO "postgres";

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
    when 'for_me' then (
      select jsonb_build_object('id', p_told.about_id, 'number', orders.number, 'happening', p_told.happening)
      from public.staff_notification_choices choice left join public.orders on orders.id = p_told.about_id
      where choice.id = p_told.choice_id and private.is_unseen(choice.user_id, p_told.happening, p_told.about_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.staff_topic_capability(p_topic public.staff_topic)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then 'orders.see' when 'problem' then 'orders.see' when 'low_stock' then 'products.see'
    when 'failed_job' then 'settings.store' when 'for_me' then 'orders.see' end
$function$;

CREATE OR REPLACE FUNCTION private.tell_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', case when new.order_id is null then 'conversation' else 'assigned' end,
    array[coalesce(new.order_id, new.conversation_id)], p_user_id => new.user_id);
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_assignee"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_mentioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'mentioned', array[event.order_id], p_user_id => new.user_id)
  from public.order_events event where event.id = new.event_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_mentioned"() OWNER TO "postgres";
