-- Bank transfers: shoppers' proofs, and matching them with the store's account.

-- Tables

create type public.transfer_state as enum ('to_check', 'booked', 'rejected');

-- Allowed transitions of a transfer; a checked one is final.
create table public.transfer_state_transitions (
  from_state public.transfer_state not null,
  to_state public.transfer_state not null,
  primary key (from_state, to_state)
);
alter table public.transfer_state_transitions enable row level security;

insert into public.transfer_state_transitions (from_state, to_state) values ('to_check', 'booked'), ('to_check', 'rejected');

-- A transfer that a shopper claims to have made.
create table public.transfers (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  state public.transfer_state not null default 'to_check',
  -- What the order owed when the proof was sent, and what staff found.
  amount numeric(12, 2) not null check (amount > 0),
  received numeric(12, 2) check (received > 0),
  -- Paths in the bucket `order-photos`.
  photos text[] not null check (cardinality(photos) <= 5),
  note text not null default '' check (length(note) <= 500),
  -- Why it was rejected.
  answer text not null default '' check (length(answer) <= 500),
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index transfers_by_order on public.transfers (tenant_id, order_id, created_at);
create index transfers_by_photo on public.transfers using gin (photos) where photos <> '{}';
alter table public.transfers enable row level security;

-- Who booked or rejected a transfer.
create table public.transfer_actors (
  transfer_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (transfer_id, tenant_id),
  foreign key (tenant_id, transfer_id) references public.transfers (tenant_id, id) on delete cascade
);
alter table public.transfer_actors enable row level security;

-- Policies

create policy "Everybody reads which moves a transfer can make" on public.transfer_state_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the transfers of their own orders" on public.transfers
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's transfers" on public.transfers
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read who checked their store's transfers" on public.transfer_actors
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

create function private.transfer_move_checked() returns trigger
language plpgsql set search_path = '' as $$
begin
  assert exists (
    select 1 from public.transfer_state_transitions where from_state = old.state and to_state = new.state
  ), format('A transfer that is %s cannot become %s', old.state, new.state);
  return new;
end
$$;

-- Whether an order has a transfer proof that staff haven't checked.
create function private.has_transfer_to_check(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.transfers shown where shown.order_id = p_order_id and shown.state = 'to_check')
$$;

-- What an order paid by transfer, waiting for its deposit, or with a transfer to check, still owes; 0 for every other order. A computed
-- field.
create function public.due_by_transfer(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select case
    when private.is_void(p_order.status) then 0
    when p_order.payment_method = 'bank_transfer' then public.owes(p_order)
    when p_order.status = 'awaiting_payment' and p_order.deposit > 0 then private.awaited_payment(p_order)
    -- Sent by a link to pay, whatever the order was to be paid with.
    when private.has_transfer_to_check(p_order.id) then public.owes(p_order)
    else 0
  end
$$;

-- The checkout options that don't take what an order asks for: online what is due there, by transfer what is due by transfer. A
-- computed field.
create function public.closed_payments(p_order public.orders) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select closed.option from public.settings
    cross join lateral (
      select unnest(private.closed_payment_options(settings.payment, public.due_online(p_order)))
      except select 'bank_transfer'
      union all
      select 'bank_transfer'
      where private.payment_option_problem(settings.payment, 'bank_transfer', public.due_by_transfer(p_order)) is not null
    ) closed (option)
    where settings.tenant_id = p_order.tenant_id
    order by closed.option
  )
$$;

-- What an order owes by transfer; refuses if nothing.
create function private.owed_by_transfer(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.due_by_transfer(p_order) = 0 then
    perform private.refuse('not_payable');
  end if;
  return public.due_by_transfer(p_order);
end
$$;

-- Submits pictures, uploaded to the bucket `order-photos`, as proof of a transfer. Replaces a proof that wasn't checked yet. For
-- the order's shopper and staff.
create function public.send_transfer_proof(
  p_order_id uuid, p_photos text[], p_note text default '', p_request_id uuid default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.user_id is distinct from auth.uid() then
    perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  perform private.store_transfer(v_order, v_owed, p_photos, p_note);
  return private.store_idempotent_result(p_request_id, private.refresh_order(p_order_id));
end
$$;

-- Stores the proof of a transfer, instead of one that wasn't checked yet.
create function private.store_transfer(p_order public.orders, p_amount numeric, p_photos text[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.transfers set amount = p_amount, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order.id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (p_order.tenant_id, p_order.id, p_amount, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
end
$$;

-- Normalizes a bank reference for comparison: no spaces, invisible characters or case; ASCII digits, and letters of normal width.
create function private.comparable_reference(p_reference text) returns text
language sql immutable set search_path = '' as $$
  select lower(translate(
    regexp_replace(normalize(coalesce(p_reference, ''), nfkc),
      '[\s\u00AD\u034F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]',
      '', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'))
$$;

-- Identifies a booked transfer permanently, even after its reference was erased with a person's data; null without a reference.
create function private.transfer_digest(p_reference text) returns text
language sql immutable set search_path = '' as $$
  select case when private.comparable_reference(p_reference) <> ''
    then encode(sha256(convert_to(private.comparable_reference(p_reference), 'UTF8')), 'hex') end
$$;

-- Refuses a transfer that was already booked, for any order of the store.
create function private.require_new_transfer(p_tenant_id text, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_digest constant text := private.transfer_digest(p_reference);
begin
  if v_digest is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('transfer:' || p_tenant_id || v_digest, 0));
  if exists (
    select 1 from public.payment_entries entry where entry.tenant_id = p_tenant_id and entry.transfer_digest = v_digest
  ) then
    perform private.refuse('transfer_booked', jsonb_build_object('reference', btrim(p_reference)));
  end if;
end
$$;

-- Books a transfer that staff found on the store's account, in pounds: the whole amount, part of it, or with `p_more` an excess,
-- which is refunded. Each bank reference is booked once. Staff only.
create function public.book_transfer(
  p_order_id uuid, p_amount numeric, p_reference text default '', p_request_id uuid default null, p_more boolean default false
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_owed := private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if p_amount > v_owed and not coalesce(p_more, false) then
    perform private.refuse('more_than_owed', jsonb_build_object('amount', v_owed, 'price', p_amount));
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.store_idempotent_result(p_request_id,
    private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer'));
end
$$;

-- Rejects a transfer proof with a reason, which the shopper reads in a mail and in the order's history; they may send another
-- proof. Staff only.
create function public.reject_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('reject_transfer', p_transfer_id, p_reason));
  v_event_id uuid;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'rejected', answer = left(btrim(p_reason), 500), checked_at = now(), updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  insert into public.order_events (tenant_id, order_id, actor, note, remark)
  values (v_order.tenant_id, v_order.id, 'staff', left(btrim(p_reason), 500), '{"code": "transfer_rejected"}')
  returning id into v_event_id;
  perform private.mail_note(v_order, v_event_id);
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_order.id));
end
$$;

-- Triggers

create trigger transfers_move_checked before update of state on public.transfers
  for each row when (old.state <> new.state) execute function private.transfer_move_checked();

create trigger actor_recorded after update of state on public.transfers
  for each row when (old.state <> new.state) execute function private.record_actor('transfer_actors', 'transfer_id');

-- Grants

grant select on public.transfer_state_transitions to anon, authenticated;
grant select on public.transfers, public.transfer_actors to authenticated;
grant execute on function public.due_by_transfer, public.closed_payments, public.send_transfer_proof, public.book_transfer, public.reject_transfer to authenticated;
