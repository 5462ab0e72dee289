-- Orders that staff make for a customer: by phone, in a chat or at the counter.

-- Tables

-- Links in notifications about orders without an account. Only their hashes are stored.
create table private.order_links (
  token_hash bytea primary key,
  tenant_id text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_links_by_order on private.order_links (tenant_id, order_id);
alter table private.order_links enable row level security;

-- Functions

-- Places an order for a customer and returns it. `p_order` is place_order's document plus "customer": {"user_id"} or {"name",
-- "phone", "email"}, "channel": phone | chat | counter, and "manual_discount": {"amount": pounds, "reason"}. The customer is
-- matched to the account that confirmed the phone number or address. Without one, the order has no account until its owner opens a
-- notification's link (public.claim_order), and takes neither points nor cards. The same key from the same staff member returns the
-- first order. Staff only.
create function public.place_order_for(p_order jsonb) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- Serialized with the customer's own orders.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
  end if;
  v_priced := private.price_order(p_order, v_customer.user_id, true, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  return private.insert_order_for(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_staff_id);
end
$$;

-- Checks and inserts a priced order that staff made, and books it.
create function private.insert_order_for(
  p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_staff_id uuid
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  perform private.require_pictures(v_tenant_id, coalesce(p_user_id, p_staff_id), p_priced.lines);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, p_priced, p_user_id, p_address, true), p_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (p_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(p_order, p_priced, p_user_id, p_name, p_email, p_address, v_slot, v_cash, p_staff_id);
  perform private.insert_order_lines(v_order, p_priced.lines, p_offers => p_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, p_priced.offers);
  return v_order;
end
$$;

-- Accounts of a store that confirmed an email address or a phone number (national digits), two at most. Unconfirmed profile data
-- matches nobody.
create function private.accounts_proven_by(p_tenant_id text, p_email text, p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select profile.id from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and p_email <> '' and profile.email = p_email and account.email_confirmed_at is not null
      and lower(private.original_email(account.email::text, p_tenant_id)) = p_email
    union
    select profile.id from auth.users account join public.profiles profile on profile.id = account.id
    where profile.tenant_id = p_tenant_id and p_phone <> '' and account.phone_confirmed_at is not null
      and account.phone = any (array['20' || p_phone, '+20' || p_phone, '0' || p_phone])
    limit 2
  );
end
$$;

-- Whose order it is: the given account, or the one that confirmed the given phone number or address. An account that confirmed
-- neither proves nothing: staff ask the customer for both, and those decide.
create function private.customer_of_order(p_tenant_id text, p_customer jsonb, out user_id uuid, out name text, out email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_phone constant text := coalesce(private.national_digits(p_customer ->> 'phone'), '');
  v_name constant text := btrim(coalesce(p_customer ->> 'name', ''));
  v_email constant text := lower(btrim(coalesce(p_customer ->> 'email', '')));
  v_found uuid[];
begin
  name := v_name;
  email := v_email;
  if p_customer ->> 'user_id' is not null then
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id and profile.id::text = lower(p_customer ->> 'user_id'));
    if cardinality(v_found) = 0 then
      perform private.refuse('unknown_person');
    end if;
    if not exists (
      select 1 from auth.users account
      where account.id = v_found[1] and coalesce(account.email_confirmed_at, account.phone_confirmed_at) is not null
    ) then
      perform private.refuse('customer_not_proven');
    end if;
  elsif v_name = '' or length(v_name) > 120 or v_email = '' and not private.is_egyptian_phone(coalesce(p_customer ->> 'phone', '')) then
    perform private.refuse('invalid_customer');
  elsif v_email <> '' and (length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$') then
    perform private.refuse('invalid_customer', '{"reason": "email"}');
  else
    v_found := private.accounts_proven_by(p_tenant_id, v_email, v_phone);
  end if;
  -- A number shared by two accounts identifies neither.
  if cardinality(v_found) = 1 then
    select profile.id, coalesce(nullif(v_name, ''), profile.name, ''),
      coalesce(nullif(v_email, ''), case when account.email_confirmed_at is not null then profile.email end, '')
    into user_id, name, email
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and profile.id = v_found[1];
  end if;
end
$$;

-- Accounts that confirmed exactly what staff typed, a whole phone number or email address: an order can be placed for them. Other
-- search results are guesses, and staff have to ask. Staff only.
create function public.proven_customers(p_tenant_id text, p_typed text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_typed constant text := lower(btrim(coalesce(p_typed, '')));
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query select unnest(private.accounts_proven_by(p_tenant_id, v_typed,
    case when private.is_egyptian_phone(v_typed) then private.national_digits(v_typed) else '' end));
end
$$;

-- Creates a link that assigns an order without an account to the account of whoever opens it; null for any other order. The link
-- itself isn't stored.
create function private.new_order_link(p_order public.orders) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_token constant text := private.link_token();
begin
  if p_order.user_id is not null or p_order.channel = 'web' then
    return null;
  end if;
  insert into private.order_links (token_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_order.tenant_id, p_order.id);
  return v_token;
end
$$;

-- Assigns an order that staff made to the caller, who opened its notification's link within 60 days. Returns the order's id; its
-- points are theirs from now on.
create function public.claim_order(p_token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  if auth.uid() is null then
    perform private.refuse('not_signed_in');
  end if;
  select orders.* into v_order from private.order_links link
  join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
  for update of orders;
  if v_order.id is null or v_order.user_id is distinct from auth.uid() and v_order.user_id is not null then
    perform private.refuse('unknown_order_link');
  end if;
  perform private.member_becomes_customer(auth.uid(), v_order.tenant_id);
  if not exists (
    select 1 from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = v_order.tenant_id
  ) then
    perform private.refuse('no_profile');
  end if;
  perform private.require_aal();
  if v_order.user_id is null then
    update public.orders set user_id = auth.uid(), updated_at = now() where orders.id = v_order.id returning * into v_order;
    update public.discount_uses set user_id = auth.uid() where order_id = v_order.id;
    update public.offer_uses set user_id = auth.uid() where order_id = v_order.id;
    perform private.remark_on_order(v_order, 'claimed');
    perform private.settle_points(v_order);
  end if;
  return v_order.id;
end
$$;

-- Staff's discount on an order, in piastres; refuses one without a reason.
create function private.manual_discount(p_discount jsonb) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p_discount), 'null') = 'null' then
    return 0;
  end if;
  if jsonb_typeof(p_discount) <> 'object' or not private.is_amount(p_discount -> 'amount') then
    perform private.refuse('invalid_manual_discount');
  end if;
  if coalesce(btrim(p_discount ->> 'reason'), '') = '' then
    perform private.refuse('reason_required');
  end if;
  return private.piastres((p_discount ->> 'amount')::numeric);
end
$$;

-- Grants

grant execute on function public.place_order_for, public.proven_customers, public.claim_order to authenticated;
