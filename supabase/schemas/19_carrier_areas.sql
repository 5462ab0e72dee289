-- Where couriers deliver: their own districts, matched with the governorates and the cities that people write.

-- Tables

-- How governorates are written, by couriers too: both scripts, as private.place_key has it.
create table private.governorate_names (
  key text primary key,
  governorate public.governorate not null
);
alter table private.governorate_names enable row level security;

-- Helpers

-- A place as people mean it, however they write it: without articles, spaces, vowel marks and words such as "city".
create function private.place_key(p_name text) returns text
language sql immutable as $$
  select coalesce(string_agg(regexp_replace(part.word, '^ال(?=..)', ''), '' order by part.place), '')
  from regexp_split_to_table(private.words(p_name), ' ') with ordinality part (word, place)
  where part.word not in ('', 'el', 'al', 'the', 'city', 'governorate', 'محافظه', 'مدينه', 'مركز', 'قسم', 'حي')
$$;

insert into private.governorate_names (key, governorate)
select distinct private.place_key(spelled.name), spelled.governorate::public.governorate from (values
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
) as spelled (name, governorate);

-- Tables of the API

-- A courier's districts; each courier has ids and spellings of its own.
create table public.carrier_areas (
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  district_id text not null check (length(district_id) between 1 and 80),
  city_id text not null check (length(city_id) between 1 and 80),
  city text not null check (length(city) <= 120),
  city_ar text not null default '' check (length(city_ar) <= 120),
  district text not null check (length(district) <= 120),
  district_ar text not null default '' check (length(district_ar) <= 120),
  -- Null where the courier's city is none of the governorates.
  governorate public.governorate,
  delivers boolean not null default true,
  keys text[] not null generated always as (array[private.place_key(district), private.place_key(district_ar)]) stored,
  refreshed_at timestamptz not null default now(),
  primary key (carrier, district_id)
);
create index carrier_areas_by_governorate on public.carrier_areas (carrier, governorate, district);
alter table public.carrier_areas enable row level security;

-- Policies

create policy "Everybody reads where couriers deliver" on public.carrier_areas
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

-- The district of a courier that a city of an address is, forgiving how it is written; null where none is, or several could be.
create function private.carrier_area_of(p_carrier text, p_governorate text, p_city text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_key constant text := private.place_key(p_city);
  v_found text[];
begin
  if v_key = '' then
    return null;
  end if;
  v_found := array(
    select area.district_id from public.carrier_areas area
    where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and v_key = any (area.keys)
    limit 2);
  -- One letter more, less or other in a longer name.
  if cardinality(v_found) = 0 and length(v_key) >= 5 then
    v_found := array(
      select area.district_id from public.carrier_areas area
      where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and exists (
        select 1 from unnest(area.keys) known (key)
        where length(known.key) between 4 and 100 and extensions.levenshtein_less_equal(known.key, left(v_key, 100), 1) <= 1
      ) limit 2);
  end if;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$$;

-- Keeps a courier's districts as it names them now, [{"district_id", "city_id", "city", "city_ar", "district", "district_ar",
-- "delivers"}], and forgets those that are gone; an empty list changes nothing. Returns how many there are. For the server.
create function public.store_carrier_areas(p_carrier text, p_areas jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  perform pg_advisory_xact_lock(hashtextextended('carrier_areas:' || p_carrier, 0));
  insert into public.carrier_areas (carrier, district_id, city_id, city, city_ar, district, district_ar, governorate, delivers)
  select distinct on (named.district_id) p_carrier, named.district_id, named.city_id, named.city, coalesce(named.city_ar, ''),
    named.district, coalesce(named.district_ar, ''), private.governorate_of(array[named.city_ar, named.city]),
    coalesce(named.delivers, true)
  from jsonb_to_recordset(p_areas) named (
    district_id text, city_id text, city text, city_ar text, district text, district_ar text, delivers boolean
  )
  order by named.district_id
  on conflict (carrier, district_id) do update set
    city_id = excluded.city_id, city = excluded.city, city_ar = excluded.city_ar, district = excluded.district,
    district_ar = excluded.district_ar, governorate = excluded.governorate, delivers = excluded.delivers,
    refreshed_at = excluded.refreshed_at;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    delete from public.carrier_areas area where area.carrier = p_carrier and area.refreshed_at < now();
  end if;
  return v_count;
end
$$;

-- Grants

grant select on public.carrier_areas to anon, authenticated;
grant execute on function private.place_key to authenticated;
