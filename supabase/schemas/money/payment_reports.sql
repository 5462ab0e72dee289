-- Comparing payment providers' reports of a day with the ledger: what is missing, doubled or unassigned waits for a person.

-- Tables

create type public.payment_difference_kind as enum (
  -- Reported by the provider, but not in the ledger.
  'missing',
  -- Reported twice.
  'doubled',
  -- For no attempt of the store, or for another order, integration or account than was requested.
  'foreign',
  -- Another amount or currency than in the ledger.
  'other_amount',
  -- In the ledger, but not in the provider's report.
  'unreported',
  -- In a state that the provider's documentation doesn't mention.
  'unclear'
);

create type public.payment_report_source as enum ('provider', 'file');

-- Compared reports, each of a day in store time.
create table public.payment_reports (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  provider text not null check (provider ~ '^[a-z][a-z0-9]{1,30}$'),
  day date not null,
  source public.payment_report_source not null,
  -- The transactions in the report, and how many of them differed at the last comparison.
  transactions integer not null check (transactions >= 0),
  differences integer not null check (differences >= 0),
  created_by uuid,
  compared_at timestamptz not null default now(),
  unique (tenant_id, provider, day, source),
  foreign key (tenant_id) references public.tenants (id) on delete cascade
);
alter table public.payment_reports enable row level security;

create table public.payment_differences (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  provider text not null check (provider ~ '^[a-z][a-z0-9]{1,30}$'),
  kind public.payment_difference_kind not null,
  -- The provider's id.
  transaction_id text not null check (length(transaction_id) between 1 and 300),
  order_id uuid,
  -- The provider's amount, and the ledger's.
  stated numeric(12, 2),
  expected numeric(12, 2),
  currency text not null default '' check (length(currency) <= 10),
  note text not null default '' check (length(note) <= 500),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, provider, transaction_id, kind),
  foreign key (tenant_id) references public.tenants (id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete set null (order_id)
);
create index payment_differences_open on public.payment_differences (tenant_id, created_at) where resolved_at is null;
create index payment_differences_by_order on public.payment_differences (tenant_id, order_id) where order_id is not null;
alter table public.payment_differences enable row level security;

-- Policies

create policy "Staff read which reports of their store's payments were compared" on public.payment_reports
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read what differs in reports of their store's payments" on public.payment_differences
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

-- Records a difference between a provider's report and the ledger for a person, once per transaction. Amounts in piastres.
create function private.list_payment_difference(
  p_payment public.payments, p_kind public.payment_difference_kind, p_transaction_id text, p_stated bigint, p_expected bigint,
  p_currency text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_differences (tenant_id, provider, kind, transaction_id, order_id, stated, expected, currency)
  values (p_payment.tenant_id, p_payment.provider, p_kind, left(p_transaction_id, 300), p_payment.order_id,
    private.pounds(p_stated), private.pounds(p_expected), left(coalesce(upper(p_currency), ''), 10))
  on conflict (tenant_id, provider, transaction_id, kind) do nothing;
end
$$;

-- Raises unless this is a report: {"day", "lines": [{"id", "kind": "paid" or "refunded", "amount": piastres, "currency",
-- "reference": our id of the attempt, if known, "back": its total refunds, if the provider states them}]}.
create function private.require_payment_report(p_report jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_report) is distinct from 'object' or jsonb_typeof(p_report -> 'lines') is distinct from 'array'
    or not pg_input_is_valid(coalesce(p_report ->> 'day', ''), 'date') then
    perform private.refuse('invalid_payment_report');
  end if;
  if jsonb_array_length(p_report -> 'lines') > 5000 or exists (
    select 1 from jsonb_array_elements(p_report -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'id', '')) not between 1 and 200
      or coalesce(line ->> 'kind', '') not in ('paid', 'refunded')
      or coalesce(line ->> 'amount', '') !~ '^\d{1,11}$' or coalesce(line ->> 'back', '0') !~ '^\d{1,11}$'
      or length(coalesce(line ->> 'currency', '')) > 10
  ) then
    perform private.refuse('invalid_payment_report');
  end if;
end
$$;

-- A report's lines next to the stores' ledgers: each with its payment and the booked amount. Amounts in piastres.
create function private.reported_lines(p_provider text, p_tenant_ids text[], p_report jsonb) returns table (
  id text, kind text, amount bigint, back bigint, currency text, mention bigint, payment public.payments, booked bigint,
  booked_back bigint
)
language sql stable security definer set search_path = '' as $$
  select stated.id, stated.kind, stated.amount, stated.back, coalesce(upper(stated.currency), ''),
    row_number() over (partition by stated.id, stated.kind), payment, case
      when stated.kind = 'refunded' then refund.amount
      when payment.status = 'paid' and payment.transaction_id = stated.id then private.piastres(payment.amount)
      -- Some providers' reports use another id than their API.
      when payment.status = 'paid' and exists (
        select 1 from public.payment_events event
        where event.id = p_provider || ':' || stated.id || ':paid' and event.outcome = 'booked'
      ) then private.piastres(payment.amount)
      when private.is_mismatch(payment.status) and payment.transaction_id = stated.id then payment.received_amount
    end, sent.amount + payment.returned_amount
  from jsonb_to_recordset(p_report -> 'lines') stated (
    id text, kind text, amount bigint, back bigint, currency text, reference text)
  left join lateral (
    select private.piastres(sum(refunds.amount)) as amount, (array_agg(refunds.payment_id order by refunds.number))[1] as payment_id
    from public.refunds
    where refunds.tenant_id = any (p_tenant_ids) and refunds.reference = stated.id and refunds.payment_id is not null
      and refunds.state = 'sent' and stated.kind = 'refunded'
  ) refund on true
  left join public.payments payment on payment.id = (
    select found.id from public.payments found
    where found.provider = p_provider and found.tenant_id = any (p_tenant_ids) and (
      found.id = refund.payment_id or found.transaction_id = stated.id
      or found.id = (
        select event.payment_id from public.payment_events event where event.id = p_provider || ':' || stated.id || ':paid')
      or found.id::text = stated.reference)
    order by (found.id = refund.payment_id) desc nulls last, (found.transaction_id = stated.id) desc nulls last limit 1
  )
  left join lateral (
    select private.piastres(coalesce(sum(refunds.amount), 0)) as amount from public.refunds
    where refunds.payment_id = payment.id and refunds.state = 'sent'
  ) sent on true
$$;

-- Compares a report with the ledgers of the provider account's stores and records the differences; a difference that has
-- disappeared is resolved automatically. `p_is_whole`: also record what the report should contain for its day but doesn't. A
-- transaction without an attempt is recorded for the first store. Returns how many lines differ.
create function private.compare_report(
  p_provider text, p_tenant_ids text[], p_report jsonb, p_source public.payment_report_source, p_is_whole boolean
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_line record;
  v_kind public.payment_difference_kind;
  v_differences integer := 0;
  v_nobody public.payments;
begin
  perform private.require_payment_report(p_report);
  v_nobody.tenant_id := p_tenant_ids[1];
  v_nobody.provider := p_provider;
  for v_line in select * from private.reported_lines(p_provider, p_tenant_ids, p_report) loop
    v_kind := case
      when v_line.mention > 1 then 'doubled'
      when (v_line.payment).id is null then 'foreign'
      when v_line.booked is null then 'missing'
      when v_line.amount <> v_line.booked
        or v_line.currency not in ('', coalesce((v_line.payment).came_currency, (v_line.payment).currency)) then 'other_amount'
      when v_line.back > v_line.booked_back then 'missing'
    end;
    if v_kind is null then
      update public.payment_differences set resolved_at = now()
      where provider = p_provider and tenant_id = any (p_tenant_ids) and transaction_id = v_line.id and resolved_at is null
        and payment_differences.kind in ('missing', 'other_amount', 'foreign');
    else
      v_differences := v_differences + 1;
      perform private.list_payment_difference(case when (v_line.payment).id is null then v_nobody else v_line.payment end, v_kind,
        v_line.id, case when v_kind = 'missing' and v_line.booked is not null then v_line.back else v_line.amount end,
        case when v_kind = 'missing' and v_line.booked is not null then v_line.booked_back else v_line.booked end, v_line.currency);
    end if;
  end loop;
  if p_is_whole then
    v_differences := v_differences + private.list_unreported(p_provider, p_tenant_ids, p_report);
  end if;
  insert into public.payment_reports (tenant_id, provider, day, source, transactions, differences, created_by)
  select tenant_id, p_provider, (p_report ->> 'day')::date, p_source, jsonb_array_length(p_report -> 'lines'), v_differences, auth.uid()
  from unnest(p_tenant_ids) tenant_id
  on conflict (tenant_id, provider, day, source) do update set transactions = excluded.transactions,
    differences = excluded.differences, created_by = excluded.created_by, compared_at = now();
  return v_differences;
end
$$;

-- Records payments booked on a report's day that the report doesn't contain. Returns how many.
create function private.list_unreported(p_provider text, p_tenant_ids text[], p_report jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_listed integer := 0;
begin
  for v_payment in
    select payment.* from public.payments payment
    where payment.provider = p_provider and payment.tenant_id = any (p_tenant_ids) and payment.status = 'paid'
      and private.shop_time(payment.paid_at)::date = (p_report ->> 'day')::date
      and not exists (
        select 1 from jsonb_array_elements(p_report -> 'lines') line
        where line ->> 'kind' = 'paid' and (line ->> 'id' = payment.transaction_id or exists (
          select 1 from public.payment_events event
          where event.payment_id = payment.id and event.id = p_provider || ':' || (line ->> 'id') || ':paid')))
  loop
    perform private.list_payment_difference(v_payment, 'unreported', coalesce(v_payment.transaction_id, v_payment.id::text), null,
      private.piastres(v_payment.amount), v_payment.currency);
    v_listed := v_listed + 1;
  end loop;
  return v_listed;
end
$$;

-- Compares a provider's answer for a day with the ledger; `p_is_whole` if it lists the whole day. Server only.
create function public.compare_payments(p_provider text, p_tenant_ids text[], p_report jsonb, p_is_whole boolean) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.compare_report(p_provider, p_tenant_ids, p_report, 'provider', p_is_whole);
end
$$;

-- The stores' attempts at a provider that were started or paid on a day, to be read again. Server only.
create function public.payments_of_day(p_provider text, p_tenant_ids text[], p_day date) returns table (
  payment_id uuid, tenant_id text, session_id text, transaction_id text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.session_id,
    coalesce(payment.transaction_id, payment.authorization_id)
  from public.payments payment
  where payment.provider = p_provider and payment.tenant_id = any (p_tenant_ids)
    and (private.shop_time(payment.created_at)::date = p_day or private.shop_time(payment.paid_at)::date = p_day)
    and (payment.session_id is not null or payment.transaction_id is not null)
  order by payment.created_at limit 5000;
end
$$;

-- Compares a provider's report that staff uploaded with the ledger. Staff only.
create function public.compare_payment_file(
  p_tenant_id text, p_provider text, p_report jsonb, p_request_id uuid default null
) returns public.payment_reports
language plpgsql security definer set search_path = '' as $$
declare
  v_report public.payment_reports := private.idempotent_result(
    null::public.payment_reports, p_request_id, jsonb_build_array('compare_payment_file', p_tenant_id, p_provider, p_report));
begin
  if v_report.id is not null then
    return v_report;
  end if;
  perform private.require_capability(p_tenant_id, 'money.take_payments');
  if coalesce(p_provider, '') !~ '^[a-z][a-z0-9]{1,30}$' then
    perform private.refuse('invalid_payment_report');
  end if;
  perform private.compare_report(p_provider, array[p_tenant_id], p_report, 'file', false);
  select report.* into v_report from public.payment_reports report
  where report.tenant_id = p_tenant_id and report.provider = p_provider and report.day = (p_report ->> 'day')::date
    and report.source = 'file';
  return private.store_idempotent_result(p_request_id, v_report);
end
$$;

-- Resolves a difference, with a note. Staff only.
create function public.resolve_payment_difference(p_id uuid, p_note text, p_request_id uuid default null)
returns public.payment_differences
language plpgsql security definer set search_path = '' as $$
declare
  v_difference public.payment_differences := private.idempotent_result(
    null::public.payment_differences, p_request_id, jsonb_build_array('resolve_payment_difference', p_id, p_note));
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  select * into v_difference from public.payment_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.take_payments');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  update public.payment_differences set note = left(btrim(p_note), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$$;

-- Grants

grant select on public.payment_reports, public.payment_differences to authenticated;
grant execute on function public.compare_payment_file, public.resolve_payment_difference to authenticated;
