-- Copying what one store has to other stores: policies, questions, delivery zones and fees, cash rules, and what its messages say.

-- Tables

create type public.copied_kind as enum (
  'policies', 'questions', 'zones', 'delivery_fees', 'cash_rules', 'messages'
);

-- What became of a copy in a store: the log entries with which it is undone there, or why nothing was changed.
create type public.store_copy as (tenant_id text, audit_ids bigint[], refusal jsonb);

-- A part that a copy changes: what the store has, and what it would have instead; null: no such part.
create type private.copied_part as (tenant_id text, key text, position integer, now jsonb, becomes jsonb);

-- Helpers

-- The right to change what is copied.
create function private.copied_capability(p_kind public.copied_kind) returns text
language sql immutable as $$
  select case p_kind when 'questions' then 'content.change' when 'zones' then 'settings.delivery' else 'settings.store' end
$$;

-- The texts at a path of a row's translations, by language.
create function private.translations_at(p_translations jsonb, p_path text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(said.key, said.value #> p_path) filter (where said.value #> p_path is not null), '{}')
  from jsonb_each(p_translations) said
$$;

-- A row's translations with the texts at a path replaced, by language; languages without one lose theirs.
create function private.with_translations_at(p_translations jsonb, p_path text[], p_texts jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(language.key, case
    when not p_texts ? language.key then said.texts #- p_path
    when cardinality(p_path) = 1 then said.texts || jsonb_build_object(p_path[1], p_texts -> language.key)
    else said.texts || jsonb_build_object(
      p_path[1], coalesce(said.texts -> p_path[1], '{}') || jsonb_build_object(p_path[2], p_texts -> language.key))
  end), '{}')
  from jsonb_object_keys(p_translations || p_texts) language (key)
  cross join lateral (select coalesce(p_translations -> language.key, '{}') as texts) said
$$;

-- What these stores have of a kind, in parts by natural key: a question's or zone's is its name, a rule's that of its field.
create function private.copied_parts(p_kind public.copied_kind, p_tenant_ids text[])
returns table (tenant_id text, key text, "position" integer, value jsonb)
language sql stable security definer set search_path = '' as $$
  select settings.tenant_id, field.key, field.place::integer, jsonb_build_object('text', coalesce(settings.legal ->> field.key, ''),
    'translations', private.translations_at(settings.translations, array['legal', field.key]))
  from public.settings cross join unnest('{shippingReturns,terms}'::text[]) with ordinality field (key, place)
  where p_kind = 'policies' and settings.tenant_id = any (p_tenant_ids)
  union all
  select question.tenant_id, question.question, question.position,
    jsonb_build_object('answer', question.answer, 'translations', question.translations)
  from public.faq_questions question where p_kind = 'questions' and question.tenant_id = any (p_tenant_ids)
  union all
  select zone.tenant_id, zone.name, zone.position, jsonb_build_object('translations', zone.translations,
    'places', array(select place from unnest(zone.places) place order by place), 'rates', zone.rates,
    'max_grams', zone.max_grams, 'carrier', zone.carrier, 'is_active', zone.is_active)
  from public.shipping_zones zone where p_kind = 'zones' and zone.tenant_id = any (p_tenant_ids)
  union all
  select settings.tenant_id, fee.key, 0, fee.value
  from public.settings cross join jsonb_each(settings.shipping) fee
  where p_kind = 'delivery_fees' and settings.tenant_id = any (p_tenant_ids)
  union all
  select staff_settings.tenant_id, rule.key, 0, rule.value
  from public.staff_settings cross join jsonb_each(staff_settings.cash_rules) rule
  where p_kind = 'cash_rules' and staff_settings.tenant_id = any (p_tenant_ids)
  union all
  select brand.tenant_id, 'mail_signature', 0, jsonb_build_object('text', coalesce(brand.mail_signature, ''),
    'translations', private.translations_at(brand.translations, '{mail_signature}'))
  from public.brands brand where p_kind = 'messages' and brand.tenant_id = any (p_tenant_ids)
  union all
  select staff_settings.tenant_id, chosen.key, chosen.place, to_jsonb(chosen.names)
  from public.staff_settings cross join lateral (values
    ('notification_channels', 1, staff_settings.notification_channels),
    ('notification_kinds', 2, array(select name from unnest(staff_settings.notification_kinds) name order by name))
  ) chosen (key, place, names)
  where p_kind = 'messages' and staff_settings.tenant_id = any (p_tenant_ids)
$$;

-- What copying would change in these stores, and what it would leave. Questions and zones that only the other store has stay,
-- unless they are replaced; rules are copied whole.
create function private.parts_to_copy(p_kind public.copied_kind, p_from text, p_to text[], p_replace boolean)
returns setof private.copied_part
language sql stable security definer set search_path = '' as $$
  with source as materialized (
    select part.key, part.position, part.value from private.copied_parts(p_kind, array[p_from]) part
  ), stored as materialized (
    select part.* from private.copied_parts(p_kind, p_to) part
  ), named as (
    select target.id as tenant_id, source.key from unnest(p_to) target (id) cross join source
    union
    select stored.tenant_id, stored.key from stored
  )
  select named.tenant_id, named.key, coalesce(source.position, stored.position), stored.value, case
    when source.value is null and p_kind in ('questions', 'zones') and not coalesce(p_replace, false) then stored.value
    else source.value
  end
  from named
  left join source on source.key = named.key
  left join stored on stored.tenant_id = named.tenant_id and stored.key = named.key
$$;

-- What a preview was made from: both stores' parts, so that a change of either makes another.
create function private.copied_version(p_kind public.copied_kind, p_from text, p_to text) returns text
language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(format('%L %L %L', part.tenant_id, part.key, part.value), E'\n'
    order by part.tenant_id, part.key, part.value::text), ''))
  from private.copied_parts(p_kind, array[p_from, p_to]) part
$$;

-- Refuses to copy from or to a store with two zones of one name: which is meant cannot be told.
create function private.require_single_names(p_kind public.copied_kind, p_tenant_ids text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_name text;
begin
  select part.key into v_name from private.copied_parts(p_kind, p_tenant_ids) part
  group by part.tenant_id, part.key having count(*) > 1 order by 1 limit 1;
  if found then
    perform private.refuse('copied_name_twice', jsonb_build_object('name', v_name));
  end if;
end
$$;

-- Refuses a store to which this cannot be copied. Locks what it has, so that copies and other changes come one after another.
create function private.require_copy_target(p_kind public.copied_kind, p_from text, p_to text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('copies:' || p_to, 0));
  if p_to = p_from then
    perform private.refuse('copied_to_itself');
  elsif not exists (select 1 from public.tenants tenant where tenant.id = p_to) then
    perform private.refuse('unknown_store');
  elsif p_to = any (private.gone_stores()) then
    perform private.refuse('store_gone');
  end if;
  perform private.require_capability(p_to, private.copied_capability(p_kind));
  if p_kind = 'questions' then
    perform from public.faq_questions question where question.tenant_id = p_to order by question.id for update;
  elsif p_kind = 'zones' then
    perform from public.shipping_zones zone where zone.tenant_id = p_to order by zone.id for update;
  else
    perform from public.settings where settings.tenant_id = p_to for update;
    perform from public.staff_settings where staff_settings.tenant_id = p_to for update;
    perform from public.brands brand where brand.tenant_id = p_to for update;
  end if;
end
$$;

-- Writing

-- Writes policies, flat fees, cash rules, or what messages say.
create function private.write_copied_settings(p_kind public.copied_kind, p_tenant_id text, p_parts private.copied_part[]) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Writes questions; new ones come last.
create function private.write_copied_questions(p_tenant_id text, p_parts private.copied_part[]) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Writes zones. First each gives up the places that it will not have, so that another can take them, also when it is undone.
create function private.write_copied_zones(p_tenant_id text, p_parts private.copied_part[]) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Copies to one store, if both are as they were in the preview, and returns the log entries.
create function private.copy_to_store(
  p_kind public.copied_kind, p_from text, p_to text, p_version text, p_replace boolean
) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  v_parts private.copied_part[];
begin
  perform private.require_copy_target(p_kind, p_from, p_to);
  perform private.require_single_names(p_kind, array[p_from, p_to]);
  if p_version is distinct from private.copied_version(p_kind, p_from, p_to) then
    perform private.refuse('copy_outdated');
  end if;
  v_parts := array(select part from private.parts_to_copy(p_kind, p_from, array[p_to], p_replace) part);
  if p_kind in ('questions', 'zones') then
    v_parts := array(
      select part from unnest(v_parts) part where (part).now is distinct from (part).becomes);
  end if;
  if p_kind = 'questions' then
    perform private.write_copied_questions(p_to, v_parts);
  elsif p_kind = 'zones' then
    perform private.write_copied_zones(p_to, v_parts);
  else
    perform private.write_copied_settings(p_kind, p_to, v_parts);
  end if;
  return array(
    select entry.id from public.audit_log entry
    where entry.tenant_id = p_to and entry.created_at = now() and entry.part_of is null
      and private.can_come_back(entry.entity, entry.action, entry.before)
    order by entry.id
  );
end
$$;

-- Functions

-- What each of these stores has of a kind and what it would have after copying, part by part, with the version that copy_to_stores
-- expects. Parts whose `now` equals `becomes` stay. Stores in which the caller may not change it are left out. Staff only.
create function public.preview_copy(
  p_kind public.copied_kind, p_from text, p_to text[], p_replace boolean default false
) returns table (tenant_id text, version text, key text, now jsonb, becomes jsonb)
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Copies what a store has of a kind to other stores, each as a whole or not at all. `p_versions` are those of the preview, in the
-- order of `p_to`. The log of each store has the changes and undoes them there. Staff who may change it in both.
create function public.copy_to_stores(
  p_kind public.copied_kind, p_from text, p_to text[], p_versions text[], p_replace boolean default false,
  p_request_id uuid default null
) returns setof public.store_copy
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function public.preview_copy, public.copy_to_stores to authenticated;
