-- Public functions -------------------------------------------------------------------------------

-- The delivery times that can be chosen in the coming days, with the places left where they are counted.
create function public.available_slots(p_tenant_id text, p_days integer default 14)
returns table (
  slot_id uuid, day date, from_time time, to_time time, places_left integer, closes_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select s.id, d.day::date, s.from_time, s.to_time, s.capacity - coalesce(b.booked, 0),
    (d.day::date + s.from_time - make_interval(hours => s.cut_off_hours)) at time zone 'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as d (day)
  join public.delivery_slots s on s.day_of_week = extract(dow from d.day) and s.tenant_id = p_tenant_id and s.is_active
  left join public.delivery_bookings b on b.slot_id = s.id and b.day = d.day::date and s.capacity is not null
  where d.day::date + s.from_time - make_interval(hours => s.cut_off_hours) > private.shop_time()
    and (s.capacity is null or s.capacity > coalesce(b.booked, 0))
  order by d.day, s.from_time, s.id
$$;

grant execute on function public.available_slots(text, integer) to anon, authenticated, service_role;
