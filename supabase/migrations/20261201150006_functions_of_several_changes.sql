-- Combines what the migrations before this one change in the same functions. No row changes.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.book_refund_elsewhere(p_order_id uuid, p_payment public.payments, p_amount numeric, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_cancels boolean;
  v_refund_id uuid;
  v_goodwill numeric;
  v_lines jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_cancels := p_amount = v_order.received - v_order.given_back and private.can_be_cancelled(v_order);
  if v_cancels then
    update public.orders set status = 'cancelled' where orders.id = p_order_id;
  end if;
  select refunds.id into v_refund_id from public.refunds
  where refunds.order_id = p_order_id and refunds.amount = p_amount
    and (refunds.state in ('due', 'failed') or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(v_order.received - v_order.given_back - v_order.charged, 0), p_amount), v_order.charged);
    v_lines := private.take_off(p_order_id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order_id and refunds.state in ('due', 'failed');
    perform private.make_refund(v_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order_id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_unsendable_anew(p_payment);
  perform private.settle_points(private.owe_back(p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments set label_path = null,
    tracking_number = case when courier_owes > 0 then tracking_number end,
    tracking_url = case when courier_owes > 0 then tracking_url end
  where order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case
    when auth.uid() is null then 'system' when new.placed_by is not null then 'staff' else 'shopper' end, new.status);
  if new.placed_by is null and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_message(new, 'placed');
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_customer_access(p_tenant_id);
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_days := private.sales_by_day(p_tenant_id, v_today);
  return jsonb_build_object(
    'sales', private.sales_compared(p_tenant_id, v_today),
    'days', (select jsonb_agg(value order by place)
      from jsonb_array_elements(v_days) with ordinality days (value, place) where place > 30),
    'orders', coalesce((
      select jsonb_object_agg(sold.status, sold.how_many) from (
        select orders.status, count(*) as how_many from public.orders
        where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status
      ) sold
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id) from (
        select id, number, status, total, customer_name, created_at from public.orders
        where tenant_id = p_tenant_id and not is_test order by created_at desc, id limit 8
      ) listed
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(best)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
    ), '[]'),
    'running_out', private.running_out(p_tenant_id, v_low),
    'low_stock', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders
      where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.payment_status = 'refund_due'
    ),
    'money', private.money_of_days(p_tenant_id, v_today),
    'problems_reported', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
    ),
    -- Messages to phones that waited within a day because the store's limits were reached.
    'messages_held', (
      select count(*) from public.order_messages
      where order_messages.tenant_id = p_tenant_id and order_messages.held_at > now() - interval '1 day'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.take_order_messages(p_limit integer DEFAULT 10, p_channel public.message_channel DEFAULT 'email'::public.message_channel)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken uuid[];
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_messages();
  perform private.drop_untrue_messages(p_channel);
  if p_channel = 'email' then
    v_taken := array(
      select id from public.order_messages
      where channel = 'email' and sent_at is null and expired_at is null and failed_at is null and due_at <= now() and attempts < 12
      order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
    );
    perform private.give_papers(v_taken);
  else
    v_taken := private.phone_messages_within_limits(p_channel, least(greatest(p_limit, 1), 100));
  end if;
  update public.order_messages set attempts = attempts + 1, due_at = now() + interval '5 minutes' where id = any (v_taken);
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'recipient', taken.recipient, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'sum', private.order_sum(orders),
    'attempts', taken.attempts,
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (taken.papers)
    ),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'remark', case when taken.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = taken.event_id) end,
    'bank_details', case when taken.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and (settings.payment ->> 'bankTransfer')::boolean)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(taken.kind, coalesce(taken.about_id, taken.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when taken.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  ) order by taken.created_at, taken.id) into v_mails
  from public.order_messages taken join public.orders on orders.id = taken.order_id
  left join public.settings on settings.tenant_id = taken.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where taken.id = any (v_taken);
  return coalesce(v_mails, '[]');
end
$function$;
