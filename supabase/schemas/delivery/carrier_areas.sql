-- Carriers' delivery areas: their own districts, matched with governorates and with cities as people write them.

-- Tables

-- A carrier's districts; every carrier has its own ids and spellings.
create table public.carrier_areas (
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  district_id text not null check (length(district_id) between 1 and 80),
  city_id text not null check (length(city_id) between 1 and 80),
  city text not null check (length(city) <= 120),
  city_ar text not null default '' check (length(city_ar) <= 120),
  district text not null check (length(district) <= 120),
  district_ar text not null default '' check (length(district_ar) <= 120),
  -- Null if the carrier's city is in none of the governorates.
  governorate public.governorate,
  delivers boolean not null default true,
  keys text[] not null generated always as (array[private.place_key(district), private.place_key(district_ar)]) stored,
  refreshed_at timestamptz not null default now(),
  primary key (carrier, district_id)
);
create index carrier_areas_by_governorate on public.carrier_areas (carrier, governorate, district);
alter table public.carrier_areas enable row level security;

-- Policies

create policy "Everybody reads where carriers deliver" on public.carrier_areas
  for select to anon, authenticated using (true);

-- Functions

-- The carrier's district for an address's city, tolerating spelling; null if none or several match.
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
  -- One inserted, missing or different letter in a longer name.
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

-- Replaces a carrier's districts with its current ones, [{"district_id", "city_id", "city", "city_ar", "district", "district_ar",
-- "delivers"}]; an empty list changes nothing. Returns how many there are. Server only.
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
