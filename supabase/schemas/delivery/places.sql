-- Places in Egypt: governorates and their districts, in both scripts, found in any spelling.

-- Helpers of the tables

-- A place's name, normalized: without articles, spaces, vowel marks and words such as "city".
create function private.place_key(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(regexp_replace(part.word, '^ال(?=.)', ''), '' order by part.place), '')
    from regexp_split_to_table(private.words(p_name), ' ') with ordinality part (word, place)
    where part.word not in ('', 'el', 'al', 'the', 'city', 'governorate', 'محافظه', 'مدينه', 'مركز', 'قسم', 'حي')
  );
end
$$;

-- Lookup keys of a place: its names as private.place_key normalizes them, and also with all their words, since in "Nasr cty" the
-- word "city" is misspelled too.
create function private.place_keys(p_names text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select distinct spelled.key
    from unnest(p_names) named (name),
      lateral (values (private.place_key(named.name)), (replace(private.words(named.name), ' ', ''))) spelled (key)
    where spelled.key <> '' order by spelled.key
  );
end
$$;

-- Spellings of governorates in both scripts, carriers' included.
create function private.governorate_spellings() returns table (name text, governorate text)
language sql immutable set search_path = '' as $$
  values
    ('Alexandria', 'Alexandria'), ('Alex', 'Alexandria'), ('الإسكندرية', 'Alexandria'), ('اسكندرية', 'Alexandria'),
    ('Aswan', 'Aswan'), ('أسوان', 'Aswan'),
    ('Assiut', 'Assiut'), ('Assuit', 'Assiut'), ('Asyut', 'Assiut'), ('أسيوط', 'Assiut'),
    ('Beheira', 'Beheira'), ('Behira', 'Beheira'), ('Behera', 'Beheira'), ('البحيرة', 'Beheira'),
    ('Beni Suef', 'Beni Suef'), ('Bani Suif', 'Beni Suef'), ('Bani Suef', 'Beni Suef'), ('بني سويف', 'Beni Suef'),
    ('Cairo', 'Cairo'), ('القاهرة', 'Cairo'),
    ('Dakahlia', 'Dakahlia'), ('Dakahliya', 'Dakahlia'), ('الدقهلية', 'Dakahlia'),
    ('Damietta', 'Damietta'), ('Dumyat', 'Damietta'), ('دمياط', 'Damietta'),
    ('Fayoum', 'Fayoum'), ('Faiyum', 'Fayoum'), ('Fayyum', 'Fayoum'), ('الفيوم', 'Fayoum'),
    ('Gharbia', 'Gharbia'), ('Gharbiya', 'Gharbia'), ('الغربية', 'Gharbia'),
    ('Giza', 'Giza'), ('Gizeh', 'Giza'), ('الجيزة', 'Giza'),
    ('Ismailia', 'Ismailia'), ('Isamilia', 'Ismailia'), ('Ismaileya', 'Ismailia'), ('الإسماعيلية', 'Ismailia'),
    ('Kafr El Sheikh', 'Kafr El Sheikh'), ('Kafr Alsheikh', 'Kafr El Sheikh'), ('Kafr El Shaikh', 'Kafr El Sheikh'),
    ('كفر الشيخ', 'Kafr El Sheikh'),
    ('Luxor', 'Luxor'), ('الأقصر', 'Luxor'),
    ('Matrouh', 'Matrouh'), ('Matruh', 'Matrouh'), ('Marsa Matrouh', 'Matrouh'), ('مطروح', 'Matrouh'), ('مرسى مطروح', 'Matrouh'),
    ('North Coast', 'Matrouh'), ('الساحل الشمالي', 'Matrouh'),
    ('Minya', 'Minya'), ('Menya', 'Minya'), ('المنيا', 'Minya'),
    ('Monufia', 'Monufia'), ('Menoufia', 'Monufia'), ('Monofeya', 'Monufia'), ('Menofia', 'Monufia'), ('المنوفية', 'Monufia'),
    ('New Valley', 'New Valley'), ('Alwadi Algadid', 'New Valley'), ('الوادي الجديد', 'New Valley'),
    ('North Sinai', 'North Sinai'), ('شمال سيناء', 'North Sinai'),
    ('Port Said', 'Port Said'), ('بورسعيد', 'Port Said'), ('بور سعيد', 'Port Said'),
    ('Qalyubia', 'Qalyubia'), ('El Kalioubia', 'Qalyubia'), ('Qaliubiya', 'Qalyubia'), ('Qalioubia', 'Qalyubia'),
    ('القليوبية', 'Qalyubia'),
    ('Qena', 'Qena'), ('Kena', 'Qena'), ('قنا', 'Qena'),
    ('Red Sea', 'Red Sea'), ('البحر الأحمر', 'Red Sea'),
    ('Sharqia', 'Sharqia'), ('Sharkia', 'Sharqia'), ('Sharqeya', 'Sharqia'), ('الشرقية', 'Sharqia'),
    ('Sohag', 'Sohag'), ('Suhag', 'Sohag'), ('سوهاج', 'Sohag'),
    ('South Sinai', 'South Sinai'), ('جنوب سيناء', 'South Sinai'),
    ('Suez', 'Suez'), ('السويس', 'Suez')
$$;

-- Tables

-- The spellings, normalized by private.place_key.
create table private.governorate_names (
  key text primary key,
  governorate public.governorate not null
);
alter table private.governorate_names enable row level security;

insert into private.governorate_names (key, governorate)
select distinct private.place_key(spelled.name), spelled.governorate::public.governorate from private.governorate_spellings() spelled;

-- Districts of cities, cities and centers: the part of an address below the governorate. The same for all stores; changed only in
-- this file.
create table public.districts (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  governorate public.governorate not null,
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  -- Other spellings and names.
  other_names text[] not null default '{}',
  keys text[] not null generated always as (private.place_keys(array[name, name_ar] || other_names)) stored,
  unique (governorate, name)
);
alter table public.districts enable row level security;

-- Policies

create policy "Everybody reads the districts" on public.districts
  for select to anon, authenticated using (true);

-- Functions

create function private.governorate_of(p_names text[]) returns public.governorate
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select named.governorate from unnest(p_names) with ordinality spelled (name, place)
    join private.governorate_names named on named.key = private.place_key(spelled.name)
    order by spelled.place limit 1
  );
end
$$;

-- The district for an address's city, tolerating spelling; null if none or several match. The name of another governorate's
-- district is not treated as a misspelling.
create function private.district_of(p_governorate text, p_city text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_keys constant text[] := private.place_keys(array[left(p_city, 80)]);
  v_found text[];
begin
  v_found := array(
    select district.id from public.districts district
    where district.keys && v_keys and district.governorate::text = p_governorate limit 2);
  if cardinality(v_found) = 0 and not exists (select 1 from public.districts district where district.keys && v_keys) then
    v_found := array(
      select district.id from public.districts district
      where district.governorate::text = p_governorate and exists (
        select 1 from unnest(district.keys) known (key), unnest(v_keys) typed (key)
        where length(known.key) >= 4 and length(typed.key) >= 5
          and extensions.levenshtein_less_equal(known.key, typed.key, 1) <= 1
      ) limit 2);
  end if;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$$;

-- Districts whose name in either script matches a text, in all governorates or in one, best first: equal, then beginning with it,
-- then with a word beginning with it; without an equal one, also those one or two letters off. A governorate's name, or a
-- governorate without a text, finds all of its districts. At most 100.
create function public.find_districts(
  p_query text, p_governorate public.governorate default null, p_limit integer default 8
) returns table (id text, governorate public.governorate, name text, name_ar text, is_exact boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_keys constant text[] := private.place_keys(array[left(p_query, 80)]);
  v_all_of constant public.governorate := case
    when cardinality(v_keys) = 0 then p_governorate else private.governorate_of(array[left(p_query, 80)]) end;
  v_any_exact constant boolean := exists (
    select 1 from public.districts district
    where district.keys && v_keys and (p_governorate is null or district.governorate = p_governorate));
begin
  return query
  with typed as materialized (
    -- Arabic omits short vowels, so three letters already make a word.
    select key, case when length(key) >= 8 then 2 when length(key) >= 4 or key ~ '^[^a-z]{3}$' then 1 else 0 end as slips
    from unnest(v_keys) key
  )
  select district.id, district.governorate, district.name, district.name_ar, coalesce(likeness.distance = 0, false)
  from public.districts district,
    lateral (
      select min(case
        when known.key = typed.key then 0
        when starts_with(known.key, typed.key) then 1
        when length(typed.key) >= 3 and strpos(known.key, typed.key) > 0 then 2
        -- The typed text may be a prefix of a name.
        when not v_any_exact and length(known.key) >= length(typed.key) - typed.slips then 2 + nullif(
          extensions.levenshtein_less_equal(left(known.key, length(typed.key) + 1), typed.key, typed.slips), typed.slips + 1)
        end) as distance
      from unnest(district.keys) known (key), typed
    ) likeness
  where (p_governorate is null or district.governorate = p_governorate)
    and (likeness.distance is not null or district.governorate = v_all_of)
  order by likeness.distance, district.name
  limit least(greatest(coalesce(p_limit, 8), 1), 100);
end
$$;

-- Grants

grant select on public.districts to anon, authenticated;
grant execute on function public.find_districts to anon, authenticated;
