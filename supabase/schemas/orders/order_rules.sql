-- The rules a store checks for every order: placed, made by staff, changed, or sent again in another size.

-- Tables

-- A requested order: all pieces it will hold, and the amount still open in piastres. `order_id` is the order being changed, null
-- for a new one.
create type private.order_demand as (
  tenant_id text, user_id uuid, by_staff boolean, order_id uuid, payment_method text, address jsonb,
  lines private.priced_line[], amount bigint, cash_there boolean, cash_overruled text,
  -- For a change: whether more has to be paid, and whether phone number, address or delivery method changes.
  costs_more boolean, moves boolean
);

-- What paying in cash requires, as stored on an order (public.orders).
create type private.cash_terms as (
  requirement public.cash_requirement, reasons jsonb, overruled text, confirm_until timestamptz, deposit numeric
);

-- The client a shopper's order came from (private.request_client), kept for 30 days.
create table private.order_clients (
  order_id uuid primary key,
  tenant_id text not null,
  client text not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_clients_by_client on private.order_clients (tenant_id, client, created_at);
create index order_clients_by_order on private.order_clients (tenant_id, order_id);
create index order_clients_oldest on private.order_clients (created_at);
alter table private.order_clients enable row level security;

-- Functions

-- Every rule beyond goods and delivery, which private.price_order checks; refuses with the first that isn't met. Staff may order
-- for somebody who is blocked, and beyond the limits for unpaid goods, since they talk to the customer. Returns what paying in cash
-- requires.
create function private.require_order_rules(p_demand private.order_demand, p_settings public.settings) returns private.cash_terms
language plpgsql security definer set search_path = '' as $$
begin
  if not p_demand.by_staff then
    perform private.refuse_blocked(p_demand.tenant_id, p_demand.user_id);
  end if;
  if p_demand.costs_more then
    perform private.require_open_payment(p_settings, p_demand.payment_method, private.pounds(p_demand.amount));
    -- Without an account it is paid by a link, which staff send.
    if p_demand.user_id is null and p_demand.payment_method = 'online' and not p_demand.by_staff then
      perform private.refuse('payment_closed');
    end if;
  end if;
  if p_demand.amount > 0 and (p_demand.order_id is null or p_demand.moves) and not p_demand.by_staff then
    perform private.refuse_hoarding(p_demand);
  end if;
  if p_demand.amount > 0 and not p_demand.by_staff then
    perform private.refuse_stock_share(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
end
$$;

-- What paying in cash requires; for a change, only what the order hasn't already met or been exempted from, null if nothing.
-- Refuses where payment is due in advance. Staff may waive requirements with a reason, and their orders need no confirmation.
create function private.cash_terms_of(p_demand private.order_demand) returns private.cash_terms
language plpgsql stable security definer set search_path = '' as $$
declare
  v_overruled constant text := left(btrim(coalesce(case when p_demand.by_staff then p_demand.cash_overruled end, '')), 500);
  v_order public.orders;
  v_rule public.cash_demand;
  v_terms private.cash_terms := row('none', '[]', '', null, 0);
begin
  if p_demand.payment_method <> 'cash_on_delivery' or p_demand.amount <= 0
    or p_demand.order_id is not null and not (p_demand.costs_more or p_demand.moves) then
    return case when p_demand.order_id is null then v_terms end;
  end if;
  v_rule := case when p_demand.cash_there is false then private.no_cash_there() else private.cash_rule(
    p_demand.tenant_id, p_demand.user_id, p_demand.address ->> 'phone', p_demand.address ->> 'governorate',
    private.pounds(p_demand.amount)) end;
  v_terms.requirement := v_rule.requirement;
  v_terms.reasons := v_rule.reasons;
  if p_demand.order_id is not null then
    select orders.* into v_order from public.orders where orders.id = p_demand.order_id;
    if v_terms.requirement <= v_order.cash_requirement or v_order.cash_reasons @> v_terms.reasons then
      return null;
    end if;
  end if;
  if v_terms.requirement = 'pay_before' and v_overruled = '' then
    perform private.refuse('cash_not_open',
      (v_rule.reasons -> 0) - 'rule' || jsonb_build_object('reason', v_rule.reasons #>> '{0,rule}'));
  end if;
  v_terms.overruled := v_overruled;
  if v_overruled <> '' or p_demand.by_staff and v_terms.requirement <> 'deposit' then
    v_terms.requirement := 'none';
  end if;
  if v_terms.requirement in ('confirm', 'deposit') then
    v_terms.confirm_until := now() + interval '1 hour' * v_rule.hours;
  end if;
  if v_terms.requirement = 'deposit' then
    v_terms.deposit := v_rule.deposit;
  end if;
  return v_terms;
end
$$;

-- Refuses a change that would require of an existing order what only a new one can meet: a deposit, or a confirmation once it is
-- confirmed.
create function private.require_changeable_terms(p_order public.orders, p_terms private.cash_terms) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_terms.requirement = 'deposit' or p_terms.requirement = 'confirm' and p_order.stage <> 'pending' then
    perform private.refuse('change_asks_more', jsonb_build_object('reason', p_terms.requirement));
  end if;
end
$$;

-- Stores what paying in cash requires after a change.
create function private.write_cash_terms(p_order_id uuid, p_terms private.cash_terms) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  if p_terms.requirement is null then
    return;
  end if;
  update public.orders set cash_reasons = cash_reasons || p_terms.reasons, updated_at = now(),
    cash_requirement = greatest(cash_requirement, p_terms.requirement),
    confirm_until = coalesce(p_terms.confirm_until, confirm_until)
  where orders.id = p_order_id returning * into v_order;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => p_terms.overruled);
  if p_terms.requirement = 'confirm' then
    perform private.ask_to_confirm(v_order);
  end if;
end
$$;

-- Refuses a payment method that the store doesn't offer, or not for this amount in pounds.
create function private.require_open_payment(p_settings public.settings, p_method text, p_amount numeric default null) returns void
language plpgsql set search_path = '' as $$
begin
  if not coalesce(case p_method
      when 'cash_on_delivery' then p_settings.cash_on_delivery
      when 'bank_transfer' then p_settings.bank_transfer
      when 'online' then p_settings.online_payment
    end, false) then
    perform private.refuse('payment_closed');
  end if;
  perform private.require_payment_option(p_settings.payment, p_method, p_amount);
end
$$;

-- Limits unpaid goods per person, across all their accounts: other people's orders to the same phone number or address count if the
-- contact is known to be theirs and not this person's, and are not disclosed. What strangers sent to somebody's number never blocks
-- its owner: they confirm their order instead (private.cash_rule).
create function private.refuse_hoarding(p_demand private.order_demand) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_phone text := private.national_digits(p_demand.address ->> 'phone');
  v_address text := private.address_key(p_demand.address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_demand.tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Serializes orders to one phone number or address, locking in a fixed order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_demand.tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and imported_from is null
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select orders.id from public.order_addresses stored join public.orders on orders.id = stored.order_id
      where stored.tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(orders.payment_status, orders.status)
        and orders.user_id is distinct from p_demand.user_id and not orders.is_test and imported_from is null
        and (private.national_digits(stored.address ->> 'phone') = v_phone or private.address_key(stored.address) = v_address)
        and (
          private.national_digits(stored.address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, v_phone, null)
          or private.address_key(stored.address) = v_address
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, null, v_address)
        )
    );
  end if;
  if cardinality(v_own) >= v_orders_limit and p_demand.order_id is null then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit and (v_there <> '{}' or p_demand.order_id is null) then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$$;

-- Refuses an order that would let unproven people (private.is_proven_person) hold more than half of a variant's remaining stock,
-- rounded up, unpaid and unconfirmed; orders of such people from one client are added up. Nobody can empty the shelf without
-- paying, and everybody can order the last piece.
create function private.refuse_stock_share(p_demand private.order_demand) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_client constant text := private.request_client();
  v_held uuid[];
  v_line record;
begin
  if private.is_proven_person(p_demand.tenant_id, p_demand.user_id) or exists (
    select 1 from public.staff_settings where tenant_id = p_demand.tenant_id and unpaid_pieces_limit is null
  ) then
    return;
  end if;
  v_held := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and not private.is_confirmed(stage)
    union
    select orders.id from private.order_clients asked join public.orders on orders.id = asked.order_id
    where asked.tenant_id = p_demand.tenant_id and asked.client = v_client
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and not private.is_confirmed(orders.stage)
      and not private.is_proven_person(orders.tenant_id, orders.user_id)
  );
  select wanted.product_id, wanted.line, wanted.name, share.pieces, share.pieces - held.others as available into v_line
  from (
    select asked.product_id, asked.variant_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.variant_id is not null group by asked.product_id, asked.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id is distinct from p_demand.order_id), 0) as others
    from public.order_lines where order_id = any (v_held) and variant_id = wanted.variant_id
  ) held
  cross join lateral (select (variant.stock + held.pieces + 1) / 2 as pieces) share
  where wanted.pieces + held.others > share.pieces
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
      'reason', 'share', 'name', v_line.name, 'translations', private.sold_translations(v_line.product_id, null),
      'most', v_line.pieces, 'available', greatest(v_line.available, 0), 'line', v_line.line, 'product_id', v_line.product_id));
  end if;
end
$$;

create function private.note_order_client(p_order public.orders) returns void
language sql security definer set search_path = '' as $$
  delete from private.order_clients where order_id in (
    select order_id from private.order_clients where created_at < now() - interval '30 days' limit 20 for update skip locked
  );
  insert into private.order_clients (order_id, tenant_id, client)
  select p_order.id, p_order.tenant_id, client from private.request_client() client where client is not null
$$;

-- Whether an order proves who placed it: it was paid or accepted. A free order proves nothing.
create function private.proves_person(p_order public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select p_order.charged > 0 and (p_order.payment_status in ('with_carrier', 'paid') or p_order.status = 'delivered')
    and not p_order.is_test and p_order.imported_from is null
$$;

-- Whether a person has proven that they are real: they paid or accepted an order, or confirmed a phone number.
create function private.is_proven_person(p_tenant_id text, p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders where user_id = p_user_id and tenant_id = p_tenant_id and private.proves_person(orders)
  ) or exists (
    select 1 from auth.users where id = p_user_id and phone_confirmed_at is not null
  );
end
$$;

-- Whether a phone number or address is known to be a person's: they paid an order there, or confirmed the number.
create function private.is_known_contact(p_tenant_id text, p_user_id uuid, p_phone text, p_address text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id and private.proves_person(orders)
      and (private.national_digits(stored.address ->> 'phone') = p_phone or private.address_key(stored.address) = p_address)
  ) or exists (
    select 1 from auth.users
    where id = p_user_id and phone_confirmed_at is not null and private.national_digits(phone) = p_phone
  );
end
$$;
