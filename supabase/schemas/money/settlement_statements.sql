-- Carriers' statements: lines that match what was collected are settled, the others wait for a person.

-- Tables

create type public.statement_line_kind as enum (
  -- The collected amount.
  'matches',
  -- Only a fee, for a shipment without cash.
  'fee',
  -- Less than was collected.
  'short',
  -- More than was collected.
  'more',
  -- A shipment that the statement names twice.
  'double',
  -- Settled by an earlier statement.
  'settled',
  -- Not delivered, as far as we know.
  'not_delivered',
  -- No shipment of the store.
  'unknown',
  -- A shipment that the statement should name but doesn't.
  'missing'
);

-- A statement line next to the ledger: `place` is null for a missing line, `name` and `expected` for a line without a shipment, and
-- `pieces` if the statement doesn't count those that were taken. `taken` names them, if count and amount leave one choice.
create type public.statement_line as (
  place integer, kind public.statement_line_kind, tracking_number text, shipment_id uuid, name text, stated numeric, expected numeric,
  fee numeric, pieces integer, taken jsonb
);

-- Statement lines that differ from the ledger.
create table public.settlement_differences (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  settlement_id uuid not null,
  kind public.statement_line_kind not null check (kind not in ('matches', 'fee')),
  tracking_number text not null check (length(tracking_number) <= 80),
  shipment_id uuid,
  -- The statement's amount, and the ledger's.
  stated numeric(12, 2),
  expected numeric(12, 2),
  fee numeric(12, 2) not null default 0,
  -- How many pieces were taken, if the statement says so.
  pieces integer,
  note text not null default '' check (length(note) <= 500),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, settlement_id) references public.settlements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete set null (shipment_id)
);
create index settlement_differences_open on public.settlement_differences (tenant_id, created_at) where resolved_at is null;
create index settlement_differences_by_settlement on public.settlement_differences (tenant_id, settlement_id);
create index settlement_differences_by_shipment on public.settlement_differences (tenant_id, shipment_id)
  where shipment_id is not null;
alter table public.settlement_differences enable row level security;

-- Policies

create policy "Staff read the differences in their carriers' statements" on public.settlement_differences
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

-- Raises unless this is a carrier's statement: {"carrier", "carrier_name", "reference", "until": day, "lines": [{"number",
-- "amount", "fee", "pieces": how many were taken, if it says so}]}.
create function private.require_numbered_statement(p_statement jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_statement) is distinct from 'object' or jsonb_typeof(p_statement -> 'lines') is distinct from 'array'
    or coalesce(p_statement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$'
    or not pg_input_is_valid(coalesce(p_statement ->> 'until', '2000-01-01'), 'date') then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_statement -> 'lines') not between 1 and 2000 or exists (
    select 1 from jsonb_array_elements(p_statement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'number', '')) not between 1 and 80
      or not private.is_amount(line -> 'amount') or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
      or coalesce(line ->> 'pieces', '0') !~ '^[0-9]{1,5}$'
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$$;

-- The carrier's shipment that a statement names: by tracking number, or if it has none by its own number, 'order/shipment'; the
-- order's number suffices if it has only one shipment.
create function private.stated_shipment(p_tenant_id text, p_carrier text, p_number text) returns setof public.shipments
language sql stable security definer set search_path = '' as $$
  select tracked.* from public.shipments tracked
  where tracked.tenant_id = p_tenant_id and tracked.carrier = p_carrier and tracked.tracking_number = btrim(p_number)
    and tracked.state <> 'cancelled'
  union all
  select own.*
  from (select string_to_array(regexp_replace(p_number, '\s', '', 'g'), '/') as parts) named
  join public.orders on orders.tenant_id = p_tenant_id and orders.number = upper(named.parts[1])
  join public.shipments own on own.order_id = orders.id and own.carrier = p_carrier and own.tracking_number is null
    and own.state <> 'cancelled'
  where own.number::text = named.parts[2] or named.parts[2] is null and not exists (
    select 1 from public.shipments other where other.order_id = orders.id and other.id <> own.id and other.state <> 'cancelled'
  )
$$;

-- Which pieces of a shipment were taken, [{"order_line_id", "quantity"}], if exactly one choice of `p_count` of them costs the stated
-- amount. Null for shipments of more than 12 pieces, whose choices are too many to try.
create function private.taken_by_price(p_shipment public.shipments, p_count integer, p_amount numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all constant bigint := (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id);
  v_choices jsonb[];
begin
  if p_count is null or p_count < 1 or p_count >= v_all or v_all > 12 or p_amount <= 0 then
    return null;
  end if;
  with recursive parts as (
    select part.order_line_id, part.quantity, row_number() over (order by part.order_line_id) as place
    from public.shipment_lines part where part.shipment_id = p_shipment.id
  ), choices as (
    select 0::bigint as place, 0 as pieces, '[]'::jsonb as taken
    union all
    select parts.place, choices.pieces + taken.quantity, choices.taken
      || case when taken.quantity > 0
        then jsonb_build_array(jsonb_build_object('order_line_id', parts.order_line_id, 'quantity', taken.quantity)) else '[]' end
    from choices join parts on parts.place = choices.place + 1
    cross join lateral generate_series(0, least(parts.quantity, p_count - choices.pieces)) taken (quantity)
  )
  select array_agg(choices.taken) into v_choices from choices
  where choices.place = (select count(*) from parts) and choices.pieces = p_count
    and private.cash_for_taken(p_shipment, private.untaken_pieces(p_shipment, choices.taken)) = p_amount;
  return case when cardinality(v_choices) = 1 then v_choices[1] end;
end
$$;

-- A statement's lines next to the ledger, in order; missing ones come last.
create function private.statement_lines(p_tenant_id text, p_statement jsonb) returns setof public.statement_line
language plpgsql stable security definer set search_path = '' as $$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with named as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, (line.value ->> 'pieces')::integer as pieces, found.id as shipment_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select shipment.id from private.stated_shipment(p_tenant_id, v_carrier, line.value ->> 'number') shipment limit 1
    ) found on true
  ), stated as (
    select named.*, case
      when shipment.id is null then 'unknown'
      when named.mention > 1 then 'double'
      when facts.settled_at is not null then 'settled'
      when named.amount = 0 and facts.carrier_owes = 0 then 'fee'
      when shipment.state <> 'delivered' then 'not_delivered'
      when named.amount < facts.carrier_owes then 'short'
      when named.amount > facts.carrier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind as kind, shipment, orders.number || '/' || shipment.number as name,
    case when facts.settled_at is not null then shipment.cash_collected
      when shipment.cash_collected is not null then facts.carrier_owes end as expected,
    facts.settled
    from named
    left join public.shipments shipment on shipment.id = named.shipment_id
    left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
    left join public.orders on orders.id = shipment.order_id
  )
  select stated.place, stated.kind, stated.number, stated.shipment_id, stated.name, stated.amount, stated.expected, stated.fee,
    stated.pieces,
    case when stated.kind in ('short', 'not_delivered') and stated.settled = 0
      then private.taken_by_price(stated.shipment, stated.pieces, stated.amount) end
  from stated
  union all
  select null, 'missing', coalesce(shipment.tracking_number, orders.number || '/' || shipment.number), shipment.id,
    orders.number || '/' || shipment.number, null, facts.carrier_owes, 0, null, null
  from public.shipment_staff_facts facts
  join public.shipments shipment on shipment.id = facts.shipment_id
  join public.orders on orders.id = shipment.order_id
  where facts.tenant_id = p_tenant_id and shipment.carrier = v_carrier and (v_carrier <> 'manual' or shipment.carrier_name = v_name)
    and facts.carrier_owes > 0
    and private.shop_time(shipment.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.shipment_id = shipment.id)
  order by 1 nulls last;
end
$$;

-- Compares a carrier's statement with the ledger, read-only; `until` is the day up to which the statement should be complete. Staff
-- only.
create function public.read_statement(p_tenant_id text, p_statement jsonb) returns setof public.statement_line
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  perform private.require_numbered_statement(p_statement);
  return query select * from private.statement_lines(p_tenant_id, p_statement);
end
$$;

-- Settles a statement's matching lines, and stores the others for a person. Staff only.
create function public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid default null)
returns public.settlements
language plpgsql security definer set search_path = '' as $$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_lines public.statement_line[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform private.lock_orders(array(
    select shipment.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_shipment(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') shipment
  ));
  v_lines := private.deliver_stated_parts(
    array(select line from private.statement_lines(p_tenant_id, p_statement) line), coalesce(p_statement ->> 'reference', ''));
  v_settlement := private.insert_settlement(p_tenant_id, p_statement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind in ('matches', 'fee')));
  perform private.settle_shipments(v_settlement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind = 'matches'));
  update public.shipment_staff_facts facts set fee = line.fee
  from unnest(v_lines) line where line.kind = 'fee' and facts.shipment_id = line.shipment_id;
  insert into public.settlement_differences (
    tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee, pieces)
  select p_tenant_id, v_settlement.id, line.kind, line.tracking_number, line.shipment_id, line.stated, line.expected, line.fee,
    line.pieces
  from unnest(v_lines) line where line.kind not in ('matches', 'fee');
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$$;

-- Books the deliveries in part that a statement states, and returns its lines, in which they match then. A delivery that is refused
-- stays a difference. The caller holds the orders' locks.
create function private.deliver_stated_parts(p_lines public.statement_line[], p_note text) returns public.statement_line[]
language plpgsql security definer set search_path = '' as $$
declare
  v_lines public.statement_line[] := '{}';
  v_line public.statement_line;
begin
  perform private.lock_credit_of(array(
    select shipment.order_id from unnest(p_lines) line join public.shipments shipment on shipment.id = line.shipment_id
    where line.taken is not null));
  foreach v_line in array p_lines loop
    if v_line.taken is not null and private.refusal_of(format('select private.deliver_pieces(%L, %L, null, %L, %L)',
      v_line.shipment_id, v_line.taken, p_note, clock_timestamp())) is null then
      v_line.kind := 'matches';
      v_line.expected := v_line.stated;
    end if;
    v_lines := v_lines || v_line;
  end loop;
  return v_lines;
end
$$;

-- Corrects the amount a carrier collected for an unsettled shipment: an excess is refunded. The caller holds its order's lock.
create function private.correct_collected(p_shipment public.shipments, p_amount numeric, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  update public.shipments set cash_collected = p_amount, updated_at = now() where id = p_shipment.id;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.book_money(v_order, 'cash_collected', p_amount - coalesce(p_shipment.cash_collected, 0),
    jsonb_build_object('shipment_id', p_shipment.id), 'cash_on_delivery', '', p_reason);
  perform private.create_due_refunds(p_shipment.order_id, jsonb_build_object('shipment_id', p_shipment.id), p_reason);
end
$$;

-- Resolves a difference, with a note. `p_accept` accepts the statement's amount as handed over: if it is less, the carrier still
-- owes the rest and the customer nothing; if more, more was collected, and the excess is refunded. Staff only.
create function public.resolve_difference(
  p_id uuid, p_note text, p_accept boolean default false, p_request_id uuid default null
) returns public.settlement_differences
language plpgsql security definer set search_path = '' as $$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_settlement public.settlements;
  v_shipment public.shipments;
  v_facts public.shipment_staff_facts;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_shipment from public.shipments where id = v_difference.shipment_id;
    select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_shipment.state is distinct from 'delivered'
      or v_facts.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_facts.carrier_owes then
      perform private.correct_collected(v_shipment, v_facts.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_shipments(v_settlement, array[row(
        v_shipment.id, v_difference.tracking_number, v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$$;

-- Resolves a difference whose shipment the customer took only in part: `p_lines` are the pieces that were taken, [{"order_line_id",
-- "quantity"}]. Their price is what was collected, and the statement's amount is settled; if it is less, the carrier still owes the
-- rest. Staff only.
create function public.resolve_difference_as_part(p_id uuid, p_lines jsonb, p_note text default '', p_request_id uuid default null)
returns public.settlement_differences
language plpgsql security definer set search_path = '' as $$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference_as_part', p_id, p_lines, p_note));
  v_settlement public.settlements;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if v_difference.kind not in ('short', 'not_delivered') or v_difference.shipment_id is null then
    perform private.refuse('difference_not_acceptable');
  end if;
  perform private.lock_credit_of(array(
    select shipment.order_id from public.shipments shipment where shipment.id = v_difference.shipment_id));
  perform private.deliver_pieces(v_difference.shipment_id, p_lines, null, coalesce(p_note, ''), clock_timestamp());
  update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
  where id = v_difference.settlement_id returning * into v_settlement;
  if v_difference.stated > 0 then
    perform private.settle_shipments(v_settlement, array[row(v_difference.shipment_id, v_difference.tracking_number,
      v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
  end if;
  update public.settlement_differences set note = left(coalesce(p_note, ''), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$$;

-- An open difference, locked after its shipment's order, for people who settle cash; to others it doesn't exist.
create function private.lock_difference(p_id uuid) returns public.settlement_differences
language plpgsql security definer set search_path = '' as $$
declare
  v_difference public.settlement_differences;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.settlement_differences difference
    join public.shipments shipment on shipment.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.settle_cash');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  end if;
  return v_difference;
end
$$;

-- What carriers owe, the longest-held cash first: the cash that each holds, the number of shipments, and how much has been held for
-- over two weeks; and what is claimed from it for lost shipments. Staff only.
create function public.carrier_cash(p_tenant_id text) returns table (
  carrier text, carrier_name text, shipments bigint, amount numeric, overdue_shipments bigint, overdue numeric, oldest timestamptz,
  claims bigint, claimed numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  return query
  select owed.carrier, owed.carrier_name, count(*) filter (where owed.cash > 0), sum(owed.cash),
    count(*) filter (where owed.cash > 0 and owed.delivered_at < now() - interval '14 days'),
    coalesce(sum(owed.cash) filter (where owed.delivered_at < now() - interval '14 days'), 0),
    min(owed.delivered_at) filter (where owed.cash > 0), count(*) filter (where owed.claimed > 0), sum(owed.claimed)
  from (
    select shipment.carrier, shipment.carrier_name, shipment.delivered_at, facts.carrier_owes as cash, 0::numeric as claimed
    from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
    where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
    union all
    select shipment.carrier, shipment.carrier_name, null, 0, claim.amount
    from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
    where claim.tenant_id = p_tenant_id and claim.state = 'open'
  ) owed
  group by owed.carrier, owed.carrier_name order by min(owed.delivered_at) filter (where owed.cash > 0), owed.carrier_name;
end
$$;

-- Triggers

-- Resolves a shipment's differences once its cash is settled.
create function private.resolve_differences_of_shipment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.settlement_differences difference set resolved_at = now(), resolved_by = auth.uid()
  where difference.shipment_id = new.shipment_id and difference.resolved_at is null
    and difference.kind in ('short', 'more', 'missing', 'not_delivered');
  return null;
end
$$;

create trigger differences_resolved after update of settled_at on public.shipment_staff_facts
  for each row when (old.settled_at is null and new.settled_at is not null)
  execute function private.resolve_differences_of_shipment();

-- Grants

grant select on public.settlement_differences to authenticated;
grant execute on function
  public.read_statement, public.settle_statement, public.resolve_difference, public.resolve_difference_as_part, public.carrier_cash
to authenticated;
