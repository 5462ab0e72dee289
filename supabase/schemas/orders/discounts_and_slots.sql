-- Discounts and delivery slots.

-- Tables

create type public.discount_kind as enum ('percent', 'fixed', 'free_shipping');

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  description text not null default '' check (length(description) <= 500),
  translations jsonb not null default '{}' check (private.are_translations(translations, 5000)),
  kind public.discount_kind not null default 'percent',
  -- Percent for `percent`, pounds for `fixed`, unused for `free_shipping`.
  value numeric(12, 2) not null default 0,
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal between 0 and 10000000),
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer check (total_limit between 1 and 1000000),
  per_person_limit integer check (per_person_limit between 1 and 1000000),
  is_active boolean not null default true,
  -- Listed on the deals page.
  is_public boolean not null default false,
  -- Set on a voucher that belongs to one customer, such as one bought with points.
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  constraint discounts_window check (ends_at > starts_at),
  constraint discounts_value check (
    case kind
      when 'percent' then value > 0 and value <= 100
      when 'fixed' then value > 0 and value <= 10000000
      else value = 0
    end
  )
);
create unique index discounts_code on public.discounts (tenant_id, upper(code));
create index discounts_of_person on public.discounts (user_id, tenant_id) where user_id is not null;
alter table public.discounts enable row level security;

-- Attempts at discount codes that don't exist, by who made them.
create table private.code_guesses (
  guesser text not null,
  since timestamptz not null,
  missed integer not null,
  primary key (guesser, since)
);
create index code_guesses_oldest on private.code_guesses (since);
alter table private.code_guesses enable row level security;

create table public.delivery_slots (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- 0 is Sunday.
  day_of_week smallint not null check (day_of_week between 0 and 6),
  from_time time not null,
  -- Midnight is 24:00.
  to_time time not null,
  -- Orders per day; null for no limit.
  capacity integer check (capacity between 0 and 100000),
  -- Orders for a day close this many hours before `from_time`.
  cut_off_hours integer not null default 12 check (cut_off_hours between 0 and 336),
  -- The zone that offers it; null for everywhere.
  zone_id uuid,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, zone_id) references public.shipping_zones (tenant_id, id),
  constraint delivery_slots_times check (to_time > from_time)
);
create index delivery_slots_by_day on public.delivery_slots (tenant_id, day_of_week, from_time, id);
create index delivery_slots_by_zone on public.delivery_slots (tenant_id, zone_id) where zone_id is not null;
alter table public.delivery_slots enable row level security;

-- Orders per slot and day, counted only for slots with a capacity. Only the order functions write it.
create table public.delivery_bookings (
  tenant_id text not null,
  slot_id uuid not null,
  day date not null,
  booked integer not null default 0 check (booked >= 0),
  primary key (slot_id, day),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index delivery_bookings_by_day on public.delivery_bookings (tenant_id, day);
alter table public.delivery_bookings enable row level security;

-- Policies

create policy "Everybody reads the deals that run now" on public.discounts
  for select to anon, authenticated
  using (
    is_public and is_active and user_id is null and tenant_id <> all ((select private.hidden_stores())::text[])
    and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)
  );

create policy "People read their own vouchers" on public.discounts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all discounts of their store" on public.discounts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('offers.see'))::text[]));

call private.add_staff_policies('public.discounts', 'discounts', 'offers.change');

create policy "Everybody reads open delivery slots" on public.delivery_slots
  for select to anon, authenticated using (is_active and tenant_id <> all ((select private.hidden_stores())::text[]));

create policy "Staff read all delivery slots of their store" on public.delivery_slots
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('settings.see'))::text[]));

call private.add_staff_policies('public.delivery_slots', 'delivery slots', 'settings.delivery');

create policy "Staff read how full their store's slots are" on public.delivery_bookings
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('settings.see'))::text[]));

-- Functions

create function private.refuse_used_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is not null and not private.is_service() then
    perform private.refuse('discount_owned');
  end if;
  if exists (select 1 from public.discount_uses where tenant_id = old.tenant_id and discount_id = old.id) then
    perform private.refuse('discount_used');
  end if;
  return old;
end
$$;

-- Keys for counting code guesses: the person, and the client's address from the gateway.
create function private.code_guessers(p_tenant_id text) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    p_tenant_id || ':person:' || auth.uid(), p_tenant_id || ':address:' || private.request_client()
  ], null)
$$;

-- A person may guess wrong 20 times an hour; an address, which many people may share, 100 times.
create function private.guesses_too_many_codes(p_tenant_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(tried.missed >= case when tried.guesser like '%:person:%' then 20 else 100 end), false) from (
    select guesser, sum(missed) as missed from private.code_guesses
    where guesser = any (private.code_guessers(p_tenant_id)) and since > now() - interval '1 hour'
    group by guesser
  ) tried
$$;

-- Records every attempt, also at a code that exists: otherwise a read-only transaction would reveal which codes exist by its error.
create function private.note_code_guess(p_tenant_id text, p_missed boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.code_guesses where since < now() - interval '2 hours';
  insert into private.code_guesses (guesser, since, missed)
  select who, date_trunc('minute', now()), p_missed::integer from unnest(private.code_guessers(p_tenant_id)) who order by who
  on conflict (guesser, since) do update set missed = code_guesses.missed + excluded.missed;
$$;

-- The date that many working days after today. Egypt's weekend is Friday and Saturday.
create function private.working_day(p_days integer) returns date
language sql stable set search_path = '' as $$
  select coalesce(max(day.day), private.shop_time()::date) from (
    select days.day::date as day
    from generate_series((private.shop_time()::date + 1)::timestamp, private.shop_time()::date + 3 * p_days + 3, interval '1 day') days (day)
    where extract(dow from days.day) not in (5, 6)
    order by days.day limit greatest(p_days, 0)
  ) day
$$;

-- Takes a place in a delivery slot on a day for an address in a zone, or refuses. `p_days_from` is the number of working days the
-- delivery takes at least; null when staff agreed on the day with the customer.
create function private.book_slot(p_tenant_id text, p_slot_id text, p_day text, p_zone_id uuid, p_days_from integer default null)
returns public.delivery_slots
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select * into v_slot from public.delivery_slots
    where tenant_id = p_tenant_id and id = p_slot_id::uuid and is_active
    -- The order's foreign key takes the same lock later.
    for key share;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot');
  end if;
  if v_slot.zone_id is not null and v_slot.zone_id is distinct from p_zone_id then
    perform private.refuse('slot_not_there');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed');
  end if;
  if v_day < private.working_day(coalesce(p_days_from, 0)) then
    perform private.refuse('slot_too_soon');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = delivery_bookings.booked + 1
      where delivery_bookings.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full');
    end if;
  end if;
  return v_slot;
end
$$;

-- Time inputs write the end of a day as 00:00; it is stored as 24:00.
create function private.slot_until_midnight() returns trigger
language plpgsql as $$
begin
  if new.to_time = '00:00' then
    new.to_time := '24:00';
  end if;
  return new;
end
$$;

create function private.lock_slot_capacity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.delivery_slots where id = old.id for update;
  return new;
end
$$;

-- A slot that gets its first capacity starts counting, including existing orders.
create function private.slot_capacity_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
  select new.tenant_id, new.id, orders.slot_date, count(*) from public.orders
  where orders.tenant_id = new.tenant_id and orders.slot_id = new.id and orders.slot_date is not null
    and orders.status <> 'cancelled'
  group by orders.slot_date
  on conflict (slot_id, day) do update set booked = excluded.booked;
  return null;
end
$$;

-- The bookable delivery times for a place in the coming days, with remaining places where they are counted; none before the
-- delivery method's working days have passed.
create function public.available_slots(
  p_tenant_id text, p_days integer default 14, p_governorate text default null, p_city text default null,
  p_days_from integer default null
)
returns table (
  slot_id uuid, day date, from_time time, to_time time, places_left integer, closes_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select delivery_slots.id, days.day::date, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity - coalesce(delivery_bookings.booked, 0),
    (days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours)) at time zone
    'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as days (day)
  join public.delivery_slots on delivery_slots.day_of_week = extract(dow from days.day)
    and delivery_slots.tenant_id = p_tenant_id and delivery_slots.is_active
    and p_tenant_id <> all (private.hidden_stores())
    and (delivery_slots.zone_id is null
      or delivery_slots.zone_id = (select private.shipping_zone_of(p_tenant_id, p_governorate, p_city)))
  left join public.delivery_bookings on delivery_bookings.slot_id = delivery_slots.id
    and delivery_bookings.day = days.day::date and delivery_slots.capacity is not null
  where days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours) > private.shop_time()
    and days.day::date >= (select private.working_day(least(coalesce(p_days_from, 0), 60)))
    and (delivery_slots.capacity is null or delivery_slots.capacity > coalesce(delivery_bookings.booked, 0))
  order by days.day, delivery_slots.from_time, delivery_slots.id
$$;

-- Orders per delivery time and day; at most 62 days. Staff only.
create function public.slot_bookings(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day date, booked bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select orders.slot_id, orders.slot_date, count(*)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.slot_id is not null and orders.status <> 'cancelled'
    and orders.slot_date between p_from and least(p_to, p_from + 61)
  group by orders.slot_id, orders.slot_date;
end
$$;

create function private.refuse_used_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.orders where orders.tenant_id = old.tenant_id and orders.slot_id = old.id) then
    perform private.refuse('slot_used');
  end if;
  return old;
end
$$;

-- How often each code was used. Staff only.
create function public.discount_use_counts(p_tenant_id text, p_ids uuid[]) returns table (discount_id uuid, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'offers.see');
  return query
  select discount_uses.discount_id, count(*) from public.discount_uses
  where discount_uses.tenant_id = p_tenant_id and discount_uses.discount_id = any (p_ids)
  group by discount_uses.discount_id;
end
$$;

-- Triggers

call private.fix_columns('public.discounts', '{id,tenant_id}');
call private.serialize_upserts('public.discounts');
call private.fix_columns('public.delivery_slots', '{id,tenant_id}');
call private.serialize_upserts('public.delivery_slots');

create trigger discounts_touch before update on public.discounts
  for each row execute function private.touch_version();

create trigger delivery_slots_midnight before insert or update of to_time on public.delivery_slots
  for each row execute function private.slot_until_midnight();

create trigger delivery_slots_touch before update on public.delivery_slots
  for each row execute function private.touch_version();

create trigger delivery_slots_capacity_set after update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null) execute function private.slot_capacity_set();

create trigger discounts_in_use before delete on public.discounts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_discount();

create trigger delivery_slots_in_use before delete on public.delivery_slots
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_slot();

create trigger delivery_slots_capacity_locked before update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null)
  execute function private.lock_slot_capacity();

-- Grants

grant select on public.discounts to anon, authenticated;
grant delete on public.discounts to authenticated;
grant insert (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit,
  per_person_limit, is_active, is_public, translations, created_at
) on public.discounts to authenticated;
grant update (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit,
  per_person_limit, is_active, is_public, translations
) on public.discounts to authenticated;
grant select on public.delivery_slots to anon, authenticated;
grant delete on public.delivery_slots to authenticated;
grant insert (
  id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, zone_id, is_active, created_at
) on public.delivery_slots to authenticated;
grant update (
  id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, zone_id, is_active
) on public.delivery_slots to authenticated;
grant select on public.delivery_bookings to authenticated;
grant execute on function public.available_slots to anon, authenticated;
grant execute on function public.slot_bookings, public.discount_use_counts to authenticated;
