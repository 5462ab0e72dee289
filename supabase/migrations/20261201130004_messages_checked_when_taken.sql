-- Secrets of links are shorter from now on; those that were sent stay valid, for only their hashes are kept.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.drop_untrue_messages(p_channel public.message_channel)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.order_messages where id in (
    select waiting.id from public.order_messages waiting
    where waiting.channel = p_channel and waiting.sent_at is null and waiting.expired_at is null and waiting.failed_at is null
      and waiting.due_at <= now() and waiting.attempts = 0 and not coalesce(private.is_still_true(waiting), true)
    order by waiting.due_at limit 100 for update skip locked
  )
$function$;

ALTER FUNCTION "private"."drop_untrue_messages"(public.message_channel) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_still_true(p_message public.order_messages)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_message.kind
    when 'placed' then orders.status <> 'cancelled'
    when 'confirm' then orders.status = 'pending'
    when 'paid' then orders.status <> 'cancelled'
    when 'pieces_cancelled' then orders.status <> 'cancelled'
    when 'shipped' then parcel.state in ('handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed')
    when 'attempt_failed' then parcel.state = 'attempt_failed'
    when 'delivered' then parcel.state = 'delivered'
    when 'came_back' then parcel.state = 'came_back'
    when 'return_requested' then asked.state = 'requested'
    when 'return_answered' then asked.state <> 'received'
    when 'change_proposed' then edit.state = 'proposed'
    else true
  end
  from public.orders
  left join public.shipments parcel on parcel.id = p_message.about_id
  left join public.returns asked on asked.id = p_message.about_id
  left join public.order_edits edit on edit.id = p_message.about_id
  where orders.id = p_message.order_id
$function$;

ALTER FUNCTION "private"."is_still_true"(public.order_messages) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.link_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_')
$function$;

ALTER FUNCTION "private"."link_token"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_return_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_order_message(
    orders, (case new.state
      when 'requested' then 'return_requested' when 'received' then 'return_received' else 'return_answered'
    end)::public.order_message_kind, new.id)
  from public.orders where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_subject(p_kind public.order_message_kind, p_about_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'came_back') then (
      select jsonb_build_object('parcel', jsonb_build_object('number', parcel.number, 'carrier_name', parcel.carrier_name,
        'tracking_number', parcel.tracking_number, 'tracking_url', parcel.tracking_url, 'cash_due', parcel.cash_due,
        'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = parcel.id
        )))
      from public.shipments parcel where parcel.id = p_about_id
    )
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from public.return_lines given join public.order_lines line on line.id = given.order_line_id
          where given.return_id = asked.id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.new_confirmation(p_order public.orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
  v_code constant text := lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0');
begin
  insert into private.order_confirmations (token_hash, code_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), private.code_hash(p_order.id, v_code), p_order.tenant_id, p_order.id);
  return jsonb_build_object('token', v_token, 'code', v_code);
end
$function$;

CREATE OR REPLACE FUNCTION private.new_order_link(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
begin
  if p_order.user_id is not null or p_order.placed_by is null then
    return null;
  end if;
  insert into private.order_links (token_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_order.tenant_id, p_order.id);
  return v_token;
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
