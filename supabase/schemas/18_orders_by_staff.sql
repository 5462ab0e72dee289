-- Orders that staff make for a customer: on the telephone, in a chat or at the counter.

-- Functions

-- Places an order for a customer and returns it with its lines. `p_order` is place_order's document with "customer":
-- {"user_id"} or {"name", "phone", "email"}, "channel": phone | chat | counter, and "manual_discount": {"amount": pounds,
-- "reason"}. Who has an account under the phone number or address is found by it; an order of nobody else has no account, and
-- takes neither points nor cards. The same key of the same member of staff gets the first order again. Staff only.
create function public.place_order_for(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_placed_id uuid;
  v_customer record;
  v_address jsonb;
  v_priced private.priced_order;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(v_tenant_id);
  perform private.require_aal();
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  select orders.id into v_placed_id from public.orders
  where orders.placed_by = v_staff_id and orders.tenant_id = v_tenant_id and orders.idempotency_key = v_key;
  if found then
    return private.placed_before(v_placed_id, jsonb_hash_extended(p_order, 0));
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- The customer's own orders wait for it, as they do for each other.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_priced := private.price_order(
    p_order, v_customer.user_id, true, v_address, private.manual_discount(p_order -> 'manual_discount'));
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, v_priced, v_customer.user_id, v_address, true), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_cash, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.order_json(v_order);
end
$$;

-- Whose order it is: the account that is named, or the one with the phone number or address that are given.
create function private.customer_of_order(p_tenant_id text, p_customer jsonb, out user_id uuid, out name text, out email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_phone constant text := private.national_digits(p_customer ->> 'phone');
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
  elsif v_name = '' or length(v_name) > 120 or v_email = '' and not private.is_egyptian_phone(coalesce(p_customer ->> 'phone', '')) then
    perform private.refuse('invalid_customer');
  elsif v_email <> '' and (length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$') then
    perform private.refuse('invalid_customer', '{"reason": "email"}');
  else
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id
        and (v_email <> '' and profile.email = v_email or v_phone <> '' and private.national_digits(profile.phone) = v_phone)
      limit 2);
  end if;
  -- Of two who share a number it is neither.
  if cardinality(v_found) = 1 then
    select profile.id, coalesce(nullif(v_name, ''), profile.name, ''), coalesce(nullif(v_email, ''), profile.email)
    into user_id, name, email
    from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = v_found[1];
  end if;
end
$$;

-- What staff take off an order, in piastres; refuses one without a reason.
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

grant execute on function public.place_order_for to authenticated;
