-- What whoever has a link to pay sees and does, without an account. The server asks, within its limits per client.

-- Tables

-- A line as the page shows it; the price in pounds.
create type public.pay_link_line as (
  id text, name text, image text, options jsonb, translations jsonb, garment text, quantity integer, total numeric
);

-- What a link is for. Amounts in pounds; `amount` is what it asks for now.
create type public.pay_link_view as (
  state public.pay_link_state, is_draft boolean, number text, lines public.pay_link_line[], goods numeric, reduction numeric,
  delivery numeric, gift numeric, total numeric, received numeric, amount numeric, expires_at timestamptz,
  -- The proposed change that paying accepts, and why it was proposed; null without one.
  change numeric, change_reason text,
  -- Checkout options that don't take the amount, and the account for a transfer.
  closed_payments text[], takes_transfer boolean, bank_details text,
  -- The transfer that was announced last.
  transfer_state public.transfer_state, transfer_answer text
);

-- Helpers

create function private.pay_link_of(p_tenant_id text, p_token text) returns public.pay_links
language plpgsql stable security definer set search_path = '' as $$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from private.pay_link_tokens secret
  join public.pay_links link on link.id = secret.pay_link_id
  where secret.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.tenant_id = p_tenant_id;
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  return v_link;
end
$$;

-- The link's order, or the one made of its draft; empty without one.
create function private.order_of_pay_link(p_link public.pay_links) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = coalesce(
    p_link.order_id, (select draft.order_id from public.order_drafts draft where draft.id = p_link.draft_id));
  return v_order;
end
$$;

create function private.pay_link_lines(p_draft public.order_drafts, p_order public.orders) returns public.pay_link_line[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(row(sold.id, sold.name, sold.image, sold.options, nullif(sold.translations, '{}'), sold.garment,
    sold.quantity, sold.total)::public.pay_link_line order by sold.place), '{}')
  from (
    select line.id::text as id, line.name, line.image, line.options, line.translations, line.garment, line.kept as quantity,
      line.unit_price * line.kept as total, line.position::integer as place
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
    union all
    select 'new ' || (added.place - 1), added.value ->> 'name', added.value ->> 'image', coalesce(added.value -> 'options', '[]'),
      coalesce(nullif(added.value -> 'translations', 'null'), '{}'), added.value ->> 'garment', (added.value ->> 'quantity')::integer,
      (added.value ->> 'total')::numeric, 1000 + added.place::integer
    from public.order_edits edit, jsonb_array_elements(edit.added) with ordinality added (value, place)
    where edit.order_id = p_order.id and edit.state = 'proposed'
    union all
    select priced.line::text, priced.name, priced.image, coalesce(priced.options, '[]'),
      private.sold_translations(priced.product_id, priced.options), priced.garment, priced.quantity,
      private.pounds(priced.unit * priced.quantity), priced.line
    from unnest((jsonb_populate_record(null::private.priced_order, p_draft.prices)).lines) priced
    where p_order.id is null
  ) sold
$$;

-- Refuses a link that has ended, or an amount that the page doesn't show anymore.
create function private.require_payable_link(p_link public.pay_links, p_order public.orders, p_amount numeric) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_due constant numeric := private.pay_link_due(p_link, p_order);
begin
  perform private.require_open_pay_link(p_link);
  if v_due = 0 then
    perform private.refuse('not_payable');
  elsif p_amount is distinct from v_due then
    perform private.refuse('pay_link_changed', jsonb_build_object('amount', v_due));
  end if;
end
$$;

-- The order that a link pays, locked, once somebody has agreed to pay `p_amount` pounds: made of the draft, and with the proposed
-- change, which paying accepts.
create function private.order_to_pay(
  p_link public.pay_links, p_amount numeric, p_method public.payment_method, p_credit jsonb default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_of_pay_link(p_link);
  v_link public.pay_links;
  v_draft public.order_drafts;
  v_edit public.order_edits;
begin
  perform private.lock_pay_links_of(p_link.order_id, p_link.draft_id);
  -- Read again, now that nobody else changes it.
  select link.* into v_link from public.pay_links link where link.id = p_link.id;
  v_order := private.order_of_pay_link(v_link);
  if v_order.id is not null then
    perform private.lock_orders(array[v_order.id]);
    v_order := private.order_of_pay_link(v_link);
  end if;
  perform private.require_payable_link(v_link, v_order, p_amount);
  if v_link.draft_id is not null then
    select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
    return private.order_of_draft(v_draft, p_method, p_credit);
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
  if v_edit.id is not null then
    perform private.accept_edit(v_order, v_edit);
    perform private.note_consent(v_edit, 'link', '');
    perform private.remark_on_order(v_order, 'change_accepted_by_link');
  end if;
  return private.order_of_pay_link(v_link);
end
$$;

-- Functions

-- What a link is for, in a language where the store has translated its bank details. Server only.
create function public.pay_link_page(p_tenant_id text, p_token text, p_language text) returns public.pay_link_view
language plpgsql stable security definer set search_path = '' as $$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_order public.orders := private.order_of_pay_link(v_link);
  v_draft public.order_drafts;
  v_prices private.priced_order;
  v_settings public.settings;
  v_transfer public.transfers;
  v_edit public.order_edits;
  v_view public.pay_link_view;
begin
  perform private.require_service();
  if v_link.draft_id is not null and v_order.status = 'cancelled' then
    v_order := null;
  end if;
  select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  v_view.state := public.pay_link_state(v_link);
  v_view.is_draft := v_link.draft_id is not null;
  v_view.number := v_order.number;
  v_view.lines := private.pay_link_lines(v_draft, v_order);
  v_view.expires_at := v_link.expires_at;
  v_view.amount := case when v_view.state = 'open' then private.pay_link_due(v_link, v_order) else 0 end;
  select coalesce(sum(line.total), 0) into v_view.goods from unnest(v_view.lines) line;
  if v_order.id is null then
    v_prices := jsonb_populate_record(null::private.priced_order, v_draft.prices);
    v_view.delivery := private.pounds(v_prices.shipping);
    v_view.gift := private.pounds(coalesce(v_prices.gift, 0));
    v_view.total := v_draft.total;
    v_view.received := 0;
  else
    select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
    v_view.change := v_edit.difference;
    v_view.change_reason := v_edit.reason;
    v_view.delivery := private.delivery_fee(v_order) + coalesce(v_edit.fee_difference, 0);
    v_view.gift := private.gift_fee(v_order);
    v_view.total := v_order.charged + coalesce(v_edit.difference, 0);
    v_view.received := v_order.received - v_order.given_back;
    select sent.* into v_transfer from public.transfers sent where sent.order_id = v_order.id order by sent.created_at desc limit 1;
    v_view.transfer_state := v_transfer.state;
    v_view.transfer_answer := v_transfer.answer;
  end if;
  v_view.reduction := greatest(v_view.goods + v_view.delivery + v_view.gift - v_view.total, 0);
  v_view.closed_payments := private.closed_payment_options(v_settings.payment, v_view.amount);
  v_view.takes_transfer := v_settings.bank_transfer and 'bank_transfer' <> all (v_view.closed_payments);
  v_view.bank_details := coalesce(
    nullif(v_settings.translations #>> array[p_language, 'payment', 'bankDetails'], ''), v_settings.payment ->> 'bankDetails', '');
  return v_view;
end
$$;

-- The order behind a link, for reading its payments from their providers; null while there is none. Server only.
create function public.pay_link_order(p_tenant_id text, p_token text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (private.order_of_pay_link(private.pay_link_of(p_tenant_id, p_token))).id;
end
$$;

-- The data to start an online payment by a link, of the amount in pounds that its page showed: makes the draft's order, or accepts
-- the proposed change. Server only.
create function public.payment_by_link(
  p_tenant_id text, p_token text, p_amount numeric, p_provider text, p_method text
) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  v_order := private.order_to_pay(private.pay_link_of(p_tenant_id, p_token), p_amount, 'online');
  return public.payment_to_start(v_order.id, null, p_provider, p_method, p_amount);
end
$$;

-- Submits pictures, which the server stored in the link's folder of the bucket `order-photos`, as proof of a transfer of the amount
-- that the page showed. Server only.
create function public.transfer_by_link(p_tenant_id text, p_token text, p_amount numeric, p_photos text[], p_note text default '')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_tenant_id);
  v_order public.orders;
begin
  perform private.require_service();
  perform private.require_open_payment(v_settings, 'bank_transfer', p_amount);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(p_tenant_id, p_photos, v_link.id::text);
  v_order := private.order_to_pay(v_link, p_amount, 'bank_transfer');
  -- An order that waited for a card waits for the transfer instead.
  update public.orders set payment_method = 'bank_transfer', reserved_until = null, updated_at = now()
  where orders.id = v_order.id and orders.status = 'awaiting_payment' and orders.payment_method = 'online';
  perform private.store_transfer(v_order, p_amount, p_photos, p_note);
  perform private.refresh_order(v_order.id);
end
$$;

-- The folder of a link's pictures in the bucket `order-photos`. Server only.
create function public.pay_link_folder(p_tenant_id text, p_token text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  perform private.require_service();
  perform private.require_open_pay_link(v_link);
  return v_link.tenant_id || '/' || v_link.id;
end
$$;

-- Whose store credit may pay a link: its order's or draft's customer.
create function private.payer_of_pay_link(p_link public.pay_links) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select orders.user_id from public.orders where orders.id = p_link.order_id),
    (select draft.user_id from public.order_drafts draft where draft.id = p_link.draft_id))
$$;

-- The caller's store credit that can pay a link, in pounds; 0 for everybody but its customer.
create function public.credit_for_link(p_tenant_id text, p_token text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  if public.pay_link_state(v_link) <> 'open' or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    return 0;
  end if;
  return coalesce((
    select least(profile.store_credit, private.pay_link_due(v_link, private.order_of_pay_link(v_link)))
    from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = p_tenant_id
  ), 0);
end
$$;

-- Pays a link with the caller's store credit, as far as it goes; `p_amount` is what the page showed, in pounds. Returns the order.
create function public.pay_link_with_credit(p_tenant_id text, p_token text, p_amount numeric, p_request_id uuid default null)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('pay_link_with_credit', p_tenant_id, p_token, p_amount));
  v_link public.pay_links;
  v_credit numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_link := private.pay_link_of(p_tenant_id, p_token);
  if auth.uid() is null or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_aal();
  v_order := private.order_to_pay(v_link, p_amount, 'online', 'true');
  if v_link.draft_id is null or v_order.received = 0 then
    select least(profile.store_credit, p_amount) into v_credit from public.profiles profile
    where profile.id = auth.uid() and profile.tenant_id = p_tenant_id for no key update;
    v_order := private.book_credit(v_order, v_credit);
  elsif v_order.received = v_order.charged then
    -- Placed as paid: nothing was booked since.
    perform private.end_paid_link(v_link);
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- Books store credit as a payment of an order, like private.book_payment.
create function private.book_credit(p_order public.orders, p_amount numeric) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_amount, 0) <= 0 then
    perform private.refuse('insufficient_credit', '{"reason": "balance", "amount": 0}');
  end if;
  perform private.book_money(p_order, 'credit_used', p_amount);
  insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
  values (p_order.tenant_id, p_order.user_id, 'used', -p_amount, p_order.id);
  perform private.confirm_paid_order(p_order.id);
  return private.create_due_refunds(p_order.id);
end
$$;

-- Grants

grant execute on function public.credit_for_link, public.pay_link_with_credit to authenticated;
