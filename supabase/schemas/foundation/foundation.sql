-- Extensions, the schema `private` (not part of the API), default privileges, and functions that every domain uses.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end
$$;

create function private.touch_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

create function private.refuse_key_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('row_fixed');
  return null;
end
$$;

-- Records who makes or changes a row, if somebody signed in does: the trigger's arguments are the table of these and its key.
create function private.record_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then
    execute format('insert into public.%I (%I, tenant_id, actor_id) values ($1, $2, $3)', tg_argv[0], tg_argv[1])
    using new.id, new.tenant_id, auth.uid();
  end if;
  return null;
end
$$;

-- Adds a trigger that refuses changes to these columns: an upsert writes every column it names, keys included.
create procedure private.fix_columns(p_table regclass, p_columns text[])
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger columns_fixed before update of %s on %s for each row when (%s) execute function private.refuse_key_change()',
    (select string_agg(quote_ident(fixed), ', ') from unnest(p_columns) fixed), p_table,
    (select string_agg(format('old.%1$I <> new.%1$I', fixed), ' or ') from unnest(p_columns) fixed)
  );
end
$$;

create function private.is_service() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'role', '') = 'service_role';
end
$$;

-- Now, in store time: every store is in Egypt.
create function private.shop_time(p_at timestamptz default now()) returns timestamp
language sql stable as $$ select p_at at time zone 'Africa/Cairo' $$;

-- A row's translations, {"ar": {"name": "…"}}: one text per column, or an object of texts where the column holds several (an
-- option's values).
create function private.are_translations(p_value jsonb, p_longest integer) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'object' then length(p_value::text) <= p_longest and not exists (
    select 1 from jsonb_each(p_value) said where said.key !~ '^[a-z]{2}$' or jsonb_typeof(said.value) <> 'object'
  ) else false end
$$;

-- At most `p_most` texts of up to `p_longest` characters, none blank or repeated.
create function private.are_texts(p_texts text[], p_most integer, p_longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_texts) <= p_most
    and not exists (select 1 from unnest(p_texts) given where given is null or btrim(given) = '' or length(given) > p_longest)
    and cardinality(p_texts) = (select count(distinct lower(given)) from unnest(p_texts) given)
$$;

-- Folds a text for searching: case, accents, Arabic vowel marks, tatweel, letter variants and presentation forms, Persian letters,
-- non-Western digits and the space in "Abd Allah" make no difference. app/lib/folded-text.ts does the same;
-- tests/database/folded-text.test.ts compares the two.
create function private.fold(p_text text) returns text
language sql immutable as $$
  select case
    -- Fast path for ASCII.
    when octet_length(p_text) = length(p_text) then lower(p_text)
    else regexp_replace(
      translate(
        extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(regexp_replace(
          normalize(coalesce(p_text, ''), nfkd),
          '[\u00ad\u0300-\u036f\u0610-\u061c\u0640\u064b-\u065f\u0670\u0674\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
          '', 'g'), nfc))),
        U&'\0671\0672\0673\0649\06CC\06CD\06D0\06D2\06A9\06AA\06AF\0686\0698\067E\06A4\0629\06C1\06C3\06BE\06D5'
          || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'\0627\0627\0627\064A\064A\064A\064A\064A\0643\0643\062C\062C\062C\0628\0641\0647\0647\0647\0647\0647'
          || '01234567890123456789'
      ),
      U&'\\m(\0648?\0639\0628\062F)\\s+(?=\0627\0644)', '\1', 'g'
    )
  end
$$;

-- The folded words of a text, separated by single spaces. Arabic attaches the article and "and", "with", "for" and "like" to the
-- word; people search without them, so they are stripped.
create function private.words(p_text text) returns text
language sql immutable as $$
  select regexp_replace(
    regexp_replace(private.fold(p_text), '[^[:alnum:]]+', ' ', 'g'),
    U&'(^| )\0648?(?:[\0628\0643]?\0627\0644|\0644\0644)(?=[\0621-\064A]{2})', '\1', 'g'
  )
$$;

-- The translations of one column, as one text.
create function private.translated_texts(p_translations jsonb, p_column text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_translations = '{}' then
    return null;
  end if;
  return (select string_agg(said.value ->> p_column, ' ') from jsonb_each(p_translations) said);
end
$$;

-- The translations of a column's texts; with `p_text`, of that text only.
create function private.translated_words(p_translations jsonb, p_column text, p_text text default null) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_translations = '{}' then
    return null;
  end if;
  return (
    select string_agg(word.value, ' ') from jsonb_each(p_translations) said, jsonb_each_text(
      case when jsonb_typeof(said.value -> p_column) = 'object' then said.value -> p_column end
    ) word where p_text is null or word.key = p_text
  );
end
$$;

-- Merges new translations into a row's: null removes a text, a missing key keeps it.
create function private.merged_translations(p_translations jsonb, p_given jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(merged.language, merged.texts) filter (where merged.texts <> '{}'), '{}')
  from (
    select named.language,
      jsonb_strip_nulls(coalesce(p_translations -> named.language, '{}') || coalesce(p_given -> named.language, '{}')) as texts
    from (select jsonb_object_keys(p_translations || p_given) as language) named
  ) merged
$$;

-- The key under which a client's address is counted. An IPv6 client controls its whole /64, so that is the key. Null without an
-- address.
create function private.client_key(p_ip text) returns text
language sql immutable set search_path = '' as $$
  select case
    when not pg_input_is_valid(address.ip, 'inet') then null
    when family(address.ip::inet) = 6 then network(set_masklen(address.ip::inet, 64))::text
    else host(address.ip::inet)
  end
  from (select regexp_replace(btrim(p_ip), '^::ffff:(?=[0-9.]+$)', '') as ip) address
$$;

-- The network around a client's address, /24 or /48 in IPv6: one person may control many addresses of it.
create function private.client_network(p_ip text) returns text
language sql immutable set search_path = '' as $$
  select network(set_masklen(client.key::inet, case family(client.key::inet) when 6 then 48 else 24 end))::text
  from (select private.client_key(p_ip) as key) client
$$;

-- The client of the current request (private.client_key), as far as the gateway names it.
create function private.request_client() returns text
language sql stable security definer set search_path = '' as $$
  select private.client_key(
    split_part(coalesce(request.headers ->> 'cf-connecting-ip', request.headers ->> 'x-forwarded-for'), ',', 1))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) request
$$;

-- Numbers that the app shows too: `npm run types:database` exports them as constants.

-- Shoppers see "only a few left" at this stock or below.
create function private.few_left() returns integer
language sql immutable as $$ select 5 $$;

-- Staff get a low-stock warning at this stock or below, unless the store sets its own number.
create function private.low_stock() returns integer
language sql immutable as $$ select 5 $$;

create function private.piastres(p_amount numeric) returns bigint
language sql immutable as $$ select (p_amount * 100)::bigint $$;

create function private.pounds(p_piastres bigint) returns numeric
language sql immutable as $$ select round(p_piastres / 100.0, 2) $$;

-- Grants

grant execute on function
  private.are_translations,
  private.are_texts,
  private.fold,
  private.words,
  private.low_stock,
  private.is_service,
  private.shop_time,
  private.piastres,
  private.pounds
to anon, authenticated;
