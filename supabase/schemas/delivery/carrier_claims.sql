-- Claims against carriers for what they lost or damaged, and shipments that were lost: sent again or given back.

-- Tables

create type public.claim_state as enum ('open', 'paid', 'refused');

create table public.carrier_claims (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  shipment_id uuid not null,
  state public.claim_state not null default 'open',
  -- Claimed from the carrier, and paid by it; pounds.
  amount numeric(12, 2) not null check (amount > 0),
  received numeric(12, 2) check (received > 0),
  -- The carrier's number of the claim.
  reference text not null default '' check (length(reference) <= 200),
  note text not null default '' check (length(note) <= 500),
  -- When it was made at the carrier; null until then.
  claimed_at timestamptz,
  -- The day by which the carrier should have answered.
  due_on date not null default private.shop_time()::date + 14,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, shipment_id),
  constraint carrier_claims_answered check ((state = 'paid') = (received is not null) and (state = 'open') = (answered_at is null)),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index carrier_claims_open on public.carrier_claims (tenant_id, due_on) where state = 'open';
create index carrier_claims_newest on public.carrier_claims (tenant_id, created_at desc);
alter table public.carrier_claims enable row level security;

-- Helpers

-- Whether a carrier's answer to a claim is late. A computed field.
create function public.is_overdue(p_claim public.carrier_claims) returns boolean
language sql stable set search_path = '' as $$
  select p_claim.state = 'open' and p_claim.due_on < private.shop_time()::date
$$;

-- What customers were to pay for a shipment's pieces, in pounds.
create function private.worth_of_shipment(p_shipment_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(private.line_worth(line, part.quantity)), 0)
  from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
  where part.shipment_id = p_shipment_id
$$;

-- Policies

create policy "Staff read their store's claims against carriers" on public.carrier_claims
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- Opens a claim for each shipment that a carrier lost, for the price of its pieces. A shipment without a carrier has nobody to claim
-- from, and a test order nothing to claim.
create function private.open_claims(p_shipment_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.carrier_claims (tenant_id, shipment_id, amount)
  select shipment.tenant_id, shipment.id, private.worth_of_shipment(shipment.id)
  from public.shipments shipment join public.orders on orders.id = shipment.order_id and not orders.is_test
  where shipment.id = any (p_shipment_ids) and (shipment.carrier <> 'manual' or shipment.carrier_name <> '')
    and private.worth_of_shipment(shipment.id) > 0
  on conflict (tenant_id, shipment_id) do nothing
$$;

-- Books a shipment as lost; staff only. With `p_send_again` its pieces are taken from stock anew and wait to be packed, and nothing is
-- given back; otherwise they are no longer owed, and what was paid for them is given back. Returns the shipment.
create function public.lose_shipment(
  p_shipment_id uuid, p_send_again boolean, p_note text default '', p_request_id uuid default null
) returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('lose_shipment', p_shipment_id, p_send_again, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if v_shipment.state = 'lost' then
    perform private.refuse('shipment_closed', jsonb_build_object('state', v_shipment.state));
  end if;
  perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'lost', null));
  perform private.book_moves(array[p_shipment_id], 'lost', p_note);
  if p_send_again then
    perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  end if;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id), p_note);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$$;

-- Sends the pieces of a lost shipment again, as lose_shipment does at once: for those that a carrier reported lost. Not once money was
-- given back for them. Staff only; returns the shipment.
create function public.send_lost_again(p_shipment_id uuid, p_note text default '', p_request_id uuid default null)
returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('send_lost_again', p_shipment_id, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not public.can_send_lost_again(v_shipment) then
    perform private.refuse('not_sent_again');
  end if;
  perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$$;

-- Whether the pieces of a lost shipment can be sent again: not yet done, and no money was given back since. A computed field.
create function public.can_send_lost_again(p_shipment public.shipments) returns boolean
language sql stable set search_path = '' as $$
  select p_shipment.state = 'lost' and exists (
    select 1 from public.shipment_lines part where part.shipment_id = p_shipment.id and part.discarded > 0
  ) and not exists (
    select 1 from public.refunds
    where refunds.order_id = p_shipment.order_id and refunds.state in ('sending', 'sent')
      and refunds.created_at >= p_shipment.inspected_at
  )
$$;

-- Takes new pieces from stock for those of a lost shipment and opens them for packing; designs are printed anew. The caller has locked
-- the order and its products.
create function private.replace_lost_pieces(p_order public.orders, p_shipment_id uuid, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_fates constant public.shipment_lines[] := array(
    select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity, 0, 0, part.discarded)::public.shipment_lines
    from public.shipment_lines part where part.shipment_id = p_shipment_id and part.discarded > 0
  );
  v_missing record;
begin
  select private.line_names(line) as names, variant.stock, wanted.pieces into v_missing
  from (
    select sold.variant_id, sum(fate.sent_again)::integer as pieces, min(sold.position) as position
    from unnest(v_fates) fate join public.order_lines sold on sold.id = fate.order_line_id group by sold.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id and variant.stock < wanted.pieces
  join public.order_lines line on line.order_id = p_order.id and line.position = wanted.position
  order by wanted.position limit 1;
  if found then
    perform private.refuse('too_few_in_stock', v_missing.names || jsonb_build_object(
      'stock', v_missing.stock, 'taken', v_missing.pieces));
  end if;
  perform private.restock(p_order.id, array(
    select row(fate.order_line_id, -fate.sent_again)::private.piece_count from unnest(v_fates) fate
  ), 'replaced');
  update public.shipment_lines set sent_again = sent_again + discarded, discarded = 0 where shipment_id = p_shipment_id;
  perform private.send_again(p_order, v_fates, p_shipment_id);
  perform private.print_line_again(row(line.id, least(fate.sent_again, line.printed))::private.piece_count,
    left(coalesce(nullif(btrim(p_note), ''), 'Lost'), 500))
  from unnest(v_fates) fate join public.order_lines line on line.id = fate.order_line_id
  where line.has_design and line.printed > 0;
end
$$;

-- Makes a claim against the carrier of a shipment, or changes one that is open: {"amount": pounds, "reference", "due_on", "note"}.
-- Staff only; returns the claim.
create function public.claim_from_carrier(p_shipment_id uuid, p_claim jsonb, p_request_id uuid default null)
returns public.carrier_claims
language plpgsql security definer set search_path = '' as $$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('claim_from_carrier', p_shipment_id, p_claim));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim(p_shipment_id);
  if v_shipment.handed_over_at is null then
    perform private.refuse('nothing_to_claim');
  end if;
  perform private.require_claim(p_claim);
  select * into v_claim from public.carrier_claims claim where claim.shipment_id = p_shipment_id for update;
  if v_claim.state <> 'open' then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  end if;
  insert into public.carrier_claims as claim (tenant_id, shipment_id, amount, reference, note, due_on, claimed_at)
  values (v_shipment.tenant_id, p_shipment_id, (p_claim ->> 'amount')::numeric, btrim(coalesce(p_claim ->> 'reference', '')),
    btrim(coalesce(p_claim ->> 'note', '')), coalesce((p_claim ->> 'due_on')::date, private.shop_time()::date + 14), now())
  on conflict (tenant_id, shipment_id) do update set amount = excluded.amount, reference = excluded.reference, note = excluded.note,
    due_on = case when p_claim ->> 'due_on' is null then claim.due_on else excluded.due_on end,
    claimed_at = coalesce(claim.claimed_at, now()), updated_at = now()
  returning * into v_claim;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$$;

-- Records a carrier's answer to a claim: the pounds that it paid, which are booked in the ledger of the shipment's order, or 0 if it
-- refused. A refused claim can still be paid; one that was paid is closed. Staff only; returns the claim.
create function public.answer_claim(
  p_claim_id uuid, p_received numeric, p_reference text default '', p_note text default '', p_request_id uuid default null
) returns public.carrier_claims
language plpgsql security definer set search_path = '' as $$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('answer_claim', p_claim_id, p_received, p_reference, p_note));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim((select claim.shipment_id from public.carrier_claims claim where claim.id = p_claim_id));
  select * into v_claim from public.carrier_claims claim where claim.id = p_claim_id for update;
  if v_claim.state = 'paid' or v_claim.state = 'refused' and coalesce(p_received, 0) = 0 then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  elsif p_received is null or not private.is_amount(to_jsonb(p_received)) or p_received > v_claim.amount then
    perform private.refuse('invalid_compensation', jsonb_build_object('amount', v_claim.amount));
  end if;
  update public.carrier_claims claim set state = case when p_received > 0 then 'paid'::public.claim_state else 'refused' end,
    received = nullif(p_received, 0), answered_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(btrim(coalesce(p_reference, '')), 200), ''), claim.reference),
    note = coalesce(nullif(left(btrim(coalesce(p_note, '')), 500), ''), claim.note)
  where claim.id = p_claim_id returning * into v_claim;
  perform private.book_money(orders, 'compensated', p_received, jsonb_build_object('shipment_id', v_shipment.id),
    p_reference => v_claim.reference, p_note => v_claim.note)
  from public.orders where orders.id = v_shipment.order_id;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$$;

-- A shipment for people who may claim from carriers, with its order locked; to others it doesn't exist.
create function private.lock_shipment_to_claim(p_shipment_id uuid) returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_shipment.tenant_id, 'money.settle_cash');
  return v_shipment;
end
$$;

-- Raises unless a document is a claim.
create function private.require_claim(p_claim jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_claim) is distinct from 'object' or not private.is_amount(p_claim -> 'amount')
    or (p_claim ->> 'amount')::numeric = 0 or length(p_claim ->> 'reference') > 200 or length(p_claim ->> 'note') > 500
    or not pg_input_is_valid(coalesce(p_claim ->> 'due_on', '2000-01-01'), 'date') then
    perform private.refuse('invalid_claim');
  end if;
end
$$;

-- Grants

grant select on public.carrier_claims to authenticated;
grant execute on function public.is_overdue, public.can_send_lost_again, public.lose_shipment, public.send_lost_again,
  public.claim_from_carrier, public.answer_claim to authenticated;
