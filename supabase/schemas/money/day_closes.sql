-- The close of a day: what came and went since the last close, by the place where it should lie, counted by hand against it.

-- Tables

create type public.money_place as enum (
  -- Cash that carriers collect.
  'carrier',
  -- Bank transfers.
  'bank',
  -- Cash in the store's own drawer.
  'till',
  -- A payment provider, by method.
  'provider',
  -- Store credit.
  'credit'
);

-- A store's closed days, in order. A close takes what the ledger has by the end of its day, or by now if the day is not over, and no
-- earlier close took. What is booked later, whatever it corrects, belongs to the next close, so a closed day never changes.
create table public.day_closes (
  id uuid not null default gen_random_uuid() unique,
  tenant_id text not null,
  day date not null,
  closed_by uuid,
  closed_at timestamptz not null default now(),
  -- The one before a store's first: what came before anybody closed a day. Nothing in it was counted.
  is_opening boolean not null default false,
  -- Open differences at the close: in carriers' statements, and with payment providers.
  statement_differences integer not null default 0 check (statement_differences >= 0),
  payment_differences integer not null default 0 check (payment_differences >= 0),
  note text not null default '' check (length(note) <= 500),
  primary key (tenant_id, day),
  foreign key (tenant_id) references public.tenants (id) on delete cascade
);
alter table public.day_closes enable row level security;

-- The money of a close by place, in pounds.
create table public.day_close_lines (
  tenant_id text not null,
  day date not null,
  place public.money_place not null,
  -- The carrier as its shipments name it, or the provider; '' for the others.
  name text not null check (length(name) <= 80),
  -- The carrier's adapter, or the provider's method; '' for the others.
  method text not null check (length(method) <= 31),
  came numeric(14, 2) not null,
  -- Refunds; from a carrier what it handed over.
  went numeric(14, 2) not null,
  -- What a carrier kept of it.
  fees numeric(14, 2) not null,
  -- What a carrier holds after it; null elsewhere.
  held numeric(14, 2),
  -- What there should be to count: money handed over less fees, elsewhere what came less what went.
  expected numeric(14, 2) not null,
  -- Null: not counted.
  counted numeric(14, 2),
  note text not null default '' check (length(note) <= 500),
  primary key (tenant_id, day, place, name, method),
  constraint day_close_lines_explain_differences check (counted = expected or counted is null or note <> ''),
  foreign key (tenant_id, day) references public.day_closes (tenant_id, day) on delete cascade
);
alter table public.day_close_lines enable row level security;

-- Who booked how much of a close's money.
create table public.day_close_acts (
  tenant_id text not null,
  day date not null,
  actor_id uuid not null,
  kind public.payment_entry_kind not null,
  entries integer not null,
  amount numeric(14, 2) not null,
  primary key (tenant_id, day, actor_id, kind),
  foreign key (tenant_id, day) references public.day_closes (tenant_id, day) on delete cascade
);
alter table public.day_close_acts enable row level security;

-- A store's money by place until a moment, in pounds.
create type private.placed_money as (
  tenant_id text, place public.money_place, name text, method text, came numeric, went numeric, fees numeric
);

-- The money of a store's day at a place, as day_close_lines has it.
create type public.day_money as (
  tenant_id text, place public.money_place, name text, method text, came numeric, went numeric, fees numeric, held numeric,
  expected numeric, counted numeric, note text
);

-- What somebody booked until a moment.
create type private.booked_money as (
  tenant_id text, actor_id uuid, kind public.payment_entry_kind, entries bigint, amount numeric
);

-- Policies

create policy "Staff read their store's closed days" on public.day_closes
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read the money of their store's closed days" on public.day_close_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read who booked money on their store's closed days" on public.day_close_acts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

-- The ledger's entries that were booked before a moment, but for the orders of another shop, whose money never came here.
create function private.own_entries(p_tenant_ids text[], p_until timestamptz) returns setof public.payment_entries
language sql stable security definer set search_path = '' as $$
  select entry.* from public.payment_entries entry join public.orders on orders.id = entry.order_id and orders.imported_from is null
  where entry.tenant_id = any (p_tenant_ids) and entry.created_at < p_until
$$;

-- Where the ledger's money lies that was booked before a moment.
create function private.money_by_place(p_tenant_ids text[], p_until timestamptz) returns setof private.placed_money
language sql stable security definer set search_path = '' as $$
  select booked.tenant_id, booked.place, booked.name, booked.method, sum(booked.came), sum(booked.went), sum(booked.fees)
  from (
    select entry.tenant_id, 'carrier'::public.money_place, shipment.carrier_name, shipment.carrier,
      case entry.kind when 'cash_collected' then entry.amount else 0 end,
      case entry.kind when 'settled' then entry.amount else 0 end, 0
    from private.own_entries(p_tenant_ids, p_until) entry join public.shipments shipment on shipment.id = entry.shipment_id
    where entry.kind in ('cash_collected', 'settled')
    union all
    select settlement.tenant_id, 'carrier', settlement.carrier_name, settlement.carrier, 0, 0, settlement.fee
    from public.settlements settlement
    where settlement.tenant_id = any (p_tenant_ids) and settlement.created_at < p_until
    union all
    select entry.tenant_id,
      case
        when entry.method = 'online' then 'provider'
        -- A carrier transfers what it pays for a lost shipment.
        when entry.method = 'bank_transfer' or entry.kind = 'compensated' then 'bank'
        else 'till'
      end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), entry.amount, 0, 0
    from private.own_entries(p_tenant_ids, p_until) entry left join public.payments payment on payment.id = entry.payment_id
    where entry.kind in ('received', 'compensated')
    union all
    select entry.tenant_id,
      case coalesce(refund.way, case when entry.payment_id is not null then 'card'::public.refund_way else 'transfer' end)
        when 'card' then 'provider' when 'transfer' then 'bank' when 'cash' then 'till' else 'credit' end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), 0, entry.amount, 0
    from private.own_entries(p_tenant_ids, p_until) entry
    left join public.refunds refund on refund.id = entry.refund_id
    left join public.payments payment on payment.id = coalesce(refund.payment_id, entry.payment_id)
      and coalesce(refund.way, 'card') = 'card'
    where entry.kind = 'given_back'
    union all
    select entry.tenant_id, 'credit', '', '', entry.amount, 0, 0
    from private.own_entries(p_tenant_ids, p_until) entry
    where entry.kind = 'credit_used'
  ) booked (tenant_id, place, name, method, came, went, fees)
  group by booked.tenant_id, booked.place, booked.name, booked.method
$$;

-- Which staff booked the ledger's money before a moment; what shoppers and the system booked is nobody's.
create function private.money_by_actor(p_tenant_ids text[], p_until timestamptz) returns setof private.booked_money
language sql stable security definer set search_path = '' as $$
  select entry.tenant_id, entry.actor_id, entry.kind, count(*), sum(entry.amount)
  from private.own_entries(p_tenant_ids, p_until) entry join public.orders on orders.id = entry.order_id
  where entry.actor_id is not null and entry.actor_id is distinct from orders.user_id
    and entry.kind in ('received', 'cash_collected', 'settled', 'given_back', 'compensated')
  group by entry.tenant_id, entry.actor_id, entry.kind
$$;

-- The end of what a close of a day takes: the day's end in store time, or now.
create function private.close_until(p_day date) returns timestamptz
language sql stable set search_path = '' as $$ select least(private.day_start(p_day + 1), clock_timestamp()) $$;

-- The money that a close of a day would take now; before a store's first close, what came since the day began.
create function private.money_to_close(p_tenant_id text, p_day date) returns setof public.day_money
language sql stable security definer set search_path = '' as $$
  with taken as (
    select line.place, line.name, line.method, sum(line.came) as came, sum(line.went) as went, sum(line.fees) as fees
    from public.day_close_lines line where line.tenant_id = p_tenant_id group by line.place, line.name, line.method
    union all
    select placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees
    from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, place, name, method, moved.came, moved.went, moved.fees,
    case place when 'carrier' then coalesce(booked.came - booked.went, 0) end,
    case place when 'carrier' then moved.went - moved.fees else moved.came - moved.went end, null::numeric, ''::text
  from private.money_by_place(array[p_tenant_id], private.close_until(p_day)) booked
  full join taken using (place, name, method)
  cross join lateral (
    select coalesce(booked.came, 0) - coalesce(taken.came, 0), coalesce(booked.went, 0) - coalesce(taken.went, 0),
      coalesce(booked.fees, 0) - coalesce(taken.fees, 0)
  ) moved (came, went, fees)
  where moved.came <> 0 or moved.went <> 0 or moved.fees <> 0 or place = 'carrier' and booked.came <> booked.went
  order by place, name, method
$$;

-- Who booked the money that a close of a day would take now.
create function private.acts_to_close(p_tenant_id text, p_day date) returns setof private.booked_money
language sql stable security definer set search_path = '' as $$
  with taken as (
    select act.actor_id, act.kind, sum(act.entries) as entries, sum(act.amount) as amount
    from public.day_close_acts act where act.tenant_id = p_tenant_id group by act.actor_id, act.kind
    union all
    select booked.actor_id, booked.kind, booked.entries, booked.amount
    from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, booked.actor_id, booked.kind, (booked.entries - coalesce(taken.entries, 0))::bigint,
    booked.amount - coalesce(taken.amount, 0)
  from private.money_by_actor(array[p_tenant_id], private.close_until(p_day)) booked
  left join taken on taken.actor_id = booked.actor_id and taken.kind = booked.kind
  where booked.entries <> coalesce(taken.entries, 0) or booked.amount <> coalesce(taken.amount, 0)
$$;

-- The money of a day by store and place: as it was closed, or else as a close would take it now. Staff only.
create function public.day_money(p_tenant_ids text[], p_day date) returns setof public.day_money
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    if exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day) then
      return query select line.tenant_id, line.place, line.name, line.method, line.came, line.went, line.fees, line.held,
          line.expected, line.counted, line.note
        from public.day_close_lines line
        where line.tenant_id = v_tenant_id and line.day = p_day order by line.place, line.name, line.method;
    else
      return query select * from private.money_to_close(v_tenant_id, p_day);
    end if;
  end loop;
end
$$;

-- Who booked the money of a day, by name: as it was closed, or else as a close would take it now. Staff only.
create function public.day_acts(p_tenant_ids text[], p_day date)
returns table (tenant_id text, actor text, kind public.payment_entry_kind, entries bigint, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    return query
    select act.tenant_id, private.staff_label(act.actor_id, act.tenant_id), act.kind, act.entries, act.amount
    from (
      select closed.tenant_id, closed.actor_id, closed.kind, closed.entries, closed.amount
      from public.day_close_acts closed where closed.tenant_id = v_tenant_id and closed.day = p_day
      union all
      select booked.* from private.acts_to_close(v_tenant_id, p_day) booked
      where not exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day)
    ) act
    order by 2, 3;
  end loop;
end
$$;

-- Who closed a day, by name. A computed field, for staff.
create function public.closer(p_close public.day_closes) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.staff_label(p_close.closed_by, p_close.tenant_id), '')
  where private.may(p_close.tenant_id, 'money.see')
$$;

-- Closes a store's day. `p_counted` is [{"place", "name", "method", "expected", "amount", "note"}]: what was counted, and what the
-- page expected; a place that is left out was not counted. Refuses if something was booked meanwhile, if an amount differs without a
-- note, and a day that is closed, lies before a closed one or has not begun. Staff only.
create function public.close_day(
  p_tenant_id text, p_day date, p_counted jsonb, p_note text default '', p_request_id uuid default null
) returns public.day_closes
language plpgsql security definer set search_path = '' as $$
declare
  v_close public.day_closes := private.idempotent_result(
    null::public.day_closes, p_request_id, jsonb_build_array('close_day', p_tenant_id, p_day, p_counted, p_note));
begin
  if v_close.tenant_id is not null then
    return v_close;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_counts(p_counted);
  -- Two closes of one store, one after the other.
  perform 1 from public.tenants tenant where tenant.id = p_tenant_id for update;
  if p_day > private.shop_time(now())::date then
    perform private.refuse('day_not_begun');
  elsif exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id and closed.day >= p_day) then
    perform private.refuse('day_closed');
  end if;
  perform private.open_day_closes(p_tenant_id, p_day);
  insert into public.day_closes (tenant_id, day, closed_by, note, statement_differences, payment_differences)
  values (p_tenant_id, p_day, auth.uid(), left(btrim(coalesce(p_note, '')), 500),
    (select count(*) from public.settlement_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null),
    (select count(*) from public.payment_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null))
  returning * into v_close;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select booked.tenant_id, p_day, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.acts_to_close(p_tenant_id, p_day) booked;
  perform private.close_money(p_tenant_id, p_day, p_counted);
  return private.store_idempotent_result(p_request_id, v_close);
end
$$;

-- Raises unless a document says what was counted.
create function private.require_counts(p_counted jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_counted) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_counted) when 'array' then p_counted else '[]' end) counted
    where jsonb_typeof(counted) <> 'object' or not pg_input_is_valid(coalesce(counted ->> 'place', ''), 'public.money_place')
      or jsonb_typeof(counted -> 'name') is distinct from 'string' or jsonb_typeof(counted -> 'method') is distinct from 'string'
      or jsonb_typeof(counted -> 'expected') is distinct from 'number' or jsonb_typeof(counted -> 'amount') is distinct from 'number'
      or abs((counted ->> 'amount')::numeric) > 100000000
  ) then
    perform private.refuse('invalid_counts');
  end if;
end
$$;

-- Before a store's first close: takes all that came before the day.
create function private.open_day_closes(p_tenant_id text, p_day date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id) then
    return;
  end if;
  insert into public.day_closes (tenant_id, day, is_opening) values (p_tenant_id, p_day - 1, true);
  insert into public.day_close_lines (tenant_id, day, place, name, method, came, went, fees, held, expected)
  select p_tenant_id, p_day - 1, placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees,
    case placed.place when 'carrier' then placed.came - placed.went end,
    case placed.place when 'carrier' then placed.went - placed.fees else placed.came - placed.went end
  from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select p_tenant_id, p_day - 1, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked;
end
$$;

-- Stores a close's money with what was counted, unless it is no longer what was expected.
create function private.close_money(p_tenant_id text, p_day date, p_counted jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_lines constant public.day_money[] := array(
    select row(line.*)::public.day_money from private.money_to_close(p_tenant_id, p_day) line);
begin
  if exists (
    select 1 from jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, expected numeric)
    left join unnest(v_lines) line using (place, name, method)
    where line.expected is distinct from counted.expected
  ) then
    perform private.refuse('day_moved');
  elsif exists (
    select 1 from jsonb_to_recordset(p_counted) counted (expected numeric, amount numeric, note text)
    where counted.amount <> counted.expected and btrim(coalesce(counted.note, '')) = ''
  ) then
    perform private.refuse('reason_required');
  end if;
  insert into public.day_close_lines (
    tenant_id, day, place, name, method, came, went, fees, held, expected, counted, note
  )
  select line.tenant_id, p_day, line.place, line.name, line.method, line.came, line.went, line.fees, line.held, line.expected,
    counted.amount, left(btrim(coalesce(counted.note, '')), 500)
  from unnest(v_lines) line
  left join jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, amount numeric, note text)
    using (place, name, method);
end
$$;

-- Triggers

create trigger audited after insert on public.day_closes
  for each row when (not new.is_opening) execute function private.audit();

-- Grants

grant select on public.day_closes, public.day_close_lines, public.day_close_acts to authenticated;
grant execute on function public.day_money, public.day_acts, public.closer, public.close_day to authenticated;
