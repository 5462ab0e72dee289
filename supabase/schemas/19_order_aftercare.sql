-- After an order: notes, replacements and mails.

-- Functions

-- Refuses with a code what comes later after a delivery than the store's setting `p_name` lets it.
create function private.refuse_too_late(p_code text, p_tenant_id text, p_name text, p_delivered_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_days constant integer := private.days_after_delivery(p_tenant_id, p_name);
begin
  if now() > p_delivered_at + interval '24 hours' * v_days then
    perform private.refuse(p_code, jsonb_strip_nulls(jsonb_build_object(
      'days', v_days, 'reason', case when v_days > 1 then 'days' end)));
  end if;
end
$$;

-- Refuses photos that the caller has not just uploaded to the bucket `order-photos`: older ones that were never sent may be
-- on their way out, by remove_unsent_photos.
create function private.require_photos(p_tenant_id text, p_photos text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(p_photos) > 5 then
    perform private.refuse('invalid_photos', jsonb_build_object('reason', 'many'));
  end if;
  if exists (
    select 1 from unnest(p_photos) sent (name)
    where not exists (
      select 1 from storage.objects stored
      where stored.bucket_id = 'order-photos' and stored.name = sent.name
        and starts_with(stored.name, p_tenant_id || '/' || auth.uid() || '/')
        and stored.created_at > now() - interval '1 day'
    )
  ) then
    perform private.refuse('invalid_photos');
  end if;
end
$$;

-- Reports a problem with a delivered order, for shoppers in the store's days (docs/product.md, Delivery), with photos that were
-- uploaded to the bucket `order-photos`.
create function public.request_return(
  p_order_id uuid, p_reason text, p_request_id uuid default null, p_photos text[] default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_answer jsonb;
begin
  if v_first is not null then
    return v_first;
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  v_answer := public.change_order_status(p_order_id, 'return_requested', p_reason);
  if v_order.status <> 'return_requested' and cardinality(p_photos) > 0 then
    update public.order_events set photos = p_photos
    where id = (
      select moves.id from public.order_events moves
      where moves.order_id = p_order_id and moves.to_status = 'return_requested'
      order by moves.created_at desc limit 1
    );
  end if;
  return private.keep_answer(p_request_id, v_answer);
end
$$;

-- Writes a note into an order's history; staff only. Internal notes are not shown to the shopper.
create function public.add_order_note(
  p_order_id uuid, p_note text, p_internal boolean default true, p_request_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_event_id uuid;
begin
  if v_first is not null then
    return;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$$;

-- The lines of an order in the sizes that were asked for, each {"order_line_id", "size"}, with what is wrong with them.
create function private.replacement_lines(p_order_id uuid, p_lines jsonb) returns private.priced_line[]
language plpgsql as $$
begin
  return array(
    select row(
      row_number() over (order by order_lines.position) - 1, order_lines.product_id, (chosen.variant).id,
      coalesce((chosen.variant).sku, order_lines.sku),
      private.variant_name((chosen.variant).option1, (chosen.variant).option2, (chosen.variant).option3),
      order_lines.customization_id, order_lines.quantity,
      order_lines.name, order_lines.image, 0, null, (chosen.variant).stock, order_lines.color,
      coalesce(chosen.size, wanted.size), order_lines.type, coalesce(chosen.options, order_lines.options),
      order_lines.customization -> 'design', order_lines.customization ->> 'preview',
      case
        when coalesce(btrim(wanted.size), '') = '' or length(wanted.size) > 200 then 'unknown_option'
        when order_lines.product_id is null and order_lines.customization is null then 'unknown_product'
        when chosen.problem is not null then 'unknown_option'
        when sum(order_lines.quantity) over (partition by (chosen.variant).id) > (chosen.variant).stock then 'out_of_stock'
      end
    )::private.priced_line
    from (
      select distinct on (asked.order_line_id) asked.order_line_id, asked.size
      from jsonb_to_recordset(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end)
        as asked (order_line_id text, size text)
    ) wanted
    join public.order_lines on order_lines.order_id = p_order_id and order_lines.id::text = wanted.order_line_id
    left join lateral private.choose_variant(order_lines.product_id, null, wanted.size, order_lines.color, order_lines.type,
      order_lines.variant_id) chosen
      on order_lines.product_id is not null
    order by order_lines.position
  );
end
$$;

-- Orders delivered items again in another size, for the price of the shipping. Idempotent by key, as place_order is.
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_lines private.priced_line[];
  v_problem private.priced_line;
  v_fee numeric;
  v_stage public.order_status;
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  select * into v_new from public.orders
  where user_id = v_old.user_id and tenant_id = v_old.tenant_id and idempotency_key = p_idempotency_key;
  if found then
    return private.placed_before(v_new.id, v_document);
  end if;
  perform private.refuse_blocked(v_old.tenant_id, v_old.user_id);
  if v_old.status <> 'delivered' then
    perform private.refuse('replacement_too_late');
  end if;
  perform private.refuse_too_late('replacement_too_late', v_old.tenant_id, 'returnDays', v_old.delivered_at);
  if exists (
    select 1 from public.orders
    where tenant_id = v_old.tenant_id and replaces_order_id = v_old.id and status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced');
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = v_old.tenant_id;
  perform private.require_open_payment(v_settings.payment, p_payment_method::text);

  perform private.lock_goods(array[v_old.id]);
  v_lines := private.replacement_lines(p_order_id, p_lines);
  if cardinality(v_lines) = 0 then
    perform private.refuse('empty_cart', jsonb_build_object('reason', 'replacement'));
  end if;
  select wrong.* into v_problem from unnest(v_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;

  v_fee := (v_settings.shipping ->> case p_shipping_method
    when 'express' then 'expressShippingFee' else 'defaultShippingFee' end)::numeric;
  v_stage := case when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending' else 'awaiting_payment' end;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash
  ) values (
    v_old.tenant_id, private.order_number(v_old.tenant_id), v_old.user_id, v_stage, v_stage,
    case when private.waits_for_staff(v_stage, p_payment_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_payment_method, case when v_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping_method, 0, v_fee,
    v_fee, v_fee, v_old.customer_name, v_old.customer_email, v_old.address, v_old.id,
    case when p_payment_method = 'online' and v_fee > 0 then now() + interval '30 minutes' end, p_idempotency_key,
    v_document
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, v_lines);
  perform private.book_order(v_new);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', 'Replacement in another size: ' || v_new.number);
  return private.order_json(v_new);
end
$$;

-- Queues the mail that a change of an order causes. The mail of a new order is queued by private.order_placed.
create function private.write_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    v_kind := new.status;
  elsif new.payment_status = 'refunded' and old.payment_status <> 'refunded' then
    -- A cancellation that nobody has taken to send yet tells of the money as well. The lock keeps it from being taken.
    perform 1 from public.order_mails
    where order_id = new.id and kind = 'cancelled' and sent_at is null and expired_at is null
      and attempts = 0
    for update;
    v_kind := case when not found then 'refunded' end;
  elsif new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') and old.status = 'awaiting_payment' then
    v_kind := 'paid';
  end if;
  if v_kind is not null and not private.is_mailed_enough(new) then
    -- One mail of each kind, also when an order is delivered a second time after a problem.
    insert into public.order_mails (tenant_id, order_id, kind, due_at)
    values (
      new.tenant_id, new.id, v_kind::public.order_mail_kind,
      now() + case when private.order_actor(new) = 'staff' then private.mail_hold() else interval '0' end
    )
    on conflict (order_id, kind, event_id) do nothing;
  end if;
  return null;
end
$$;

-- Gives up mails that waited for more than three days, with an internal note in the order's history.
create function private.expire_order_mails() returns void
language sql security definer set search_path = '' as $$
  with expired as (
    update public.order_mails set expired_at = now()
    where id in (
      select waiting.id from public.order_mails waiting
      where waiting.sent_at is null and waiting.expired_at is null and waiting.due_at <= now()
        and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning tenant_id, order_id, kind
  )
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  select expired.tenant_id, expired.order_id, 'system', format(
    'The customer was not told by email: %s. The message could not be sent for three days and has expired.',
    case expired.kind
      when 'placed' then 'order placed'
      when 'paid' then 'payment received'
      when 'shipped' then 'order shipped'
      when 'delivered' then 'order delivered'
      when 'cancelled' then 'order cancelled'
      when 'refunded' then 'money refunded'
      when 'note' then 'a note from staff'
    end), true
  from expired
$$;

-- Takes mails that are due, each with its order and its payment: for five minutes they are the caller's, and callers do not
-- wait for each other. One that fails is due again after 1, 4, 9 … minutes, twelve times, and expires after three days. For
-- the server.
create function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_mails();
  with due as (
    select id from public.order_mails
    where sent_at is null and expired_at is null and due_at <= now() and attempts < 12
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_mails set attempts = order_mails.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_mails.id = due.id
    returning order_mails.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'bank_details', case when taken.kind = 'placed' and orders.payment_method = 'bank_transfer'
      then coalesce(settings.payment ->> 'bankDetails', '') else '' end,
    'shipping', settings.shipping,
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id
    )
  ) order by taken.created_at, taken.id) into v_mails
  from taken join public.orders on orders.id = taken.order_id left join public.settings on settings.tenant_id = taken.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;

-- Marks a taken mail as sent, or as due again later. For the server.
create function public.order_mail_done(p_mail_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.order_mails set
    sent_at = case when p_sent then now() end,
    due_at = case when p_sent then due_at else now() + interval '1 minute' * (attempts * attempts) end
  where id = p_mail_id and sent_at is null;
end
$$;

-- Triggers

create trigger mailed_move after update on public.orders
  for each row when (
    new.customer_email <> '' and (old.status <> new.status or old.payment_status <> new.payment_status)
  ) execute function private.write_order_mail();

-- Grants

grant execute on function public.request_return, public.add_order_note, public.request_size_replacement to authenticated;
