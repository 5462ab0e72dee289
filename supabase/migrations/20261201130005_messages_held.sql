-- Messages that wait keep the time at which they are due; returns that were announced before are not told of.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_order_message(p_order public.orders, p_kind public.order_message_kind, p_about_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due_at constant timestamptz := now() + private.mail_hold();
  v_channel public.message_channel;
begin
  if p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    perform private.insert_order_message(p_order, p_kind, 'email', v_due_at, p_about_id, p_event_id);
  end if;
  if exists (
    select 1 from public.staff_settings
    where staff_settings.tenant_id = p_order.tenant_id and p_kind::text = any (staff_settings.message_kinds)
  ) then
    v_channel := private.phone_channel(p_order);
    if v_channel is not null then
      perform private.insert_order_message(p_order, p_kind, v_channel, v_due_at, p_about_id, p_event_id);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_by_link(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'number', orders.number, 'status', orders.status, 'charged', orders.charged,
    'cash_due', case when orders.payment_method = 'cash_on_delivery' and orders.delivered_at is null and orders.status <> 'cancelled'
      then greatest(0, orders.charged - orders.received + orders.given_back) else 0 end,
    'lines', (
      select coalesce(jsonb_agg(
        private.told_pieces(line, line.quantity - line.cancelled) || jsonb_build_object('id', line.id) order by line.position), '[]')
      from public.order_lines line where line.order_id = orders.id and line.quantity > line.cancelled
    ),
    'parcels', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', parcel.number, 'carrier_name', parcel.carrier_name, 'tracking_number', parcel.tracking_number,
        'tracking_url', parcel.tracking_url
      ) order by parcel.number), '[]')
      from public.shipments parcel where parcel.order_id = orders.id and parcel.state <> 'cancelled'
    )
  )
  from private.order_links link join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
    and orders.user_id is null
$function$;

ALTER FUNCTION "public"."order_by_link"(text) OWNER TO "postgres";

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
  with due as (
    select id from public.order_messages
    where channel = p_channel and sent_at is null and expired_at is null and failed_at is null and due_at <= now()
      and attempts < case p_channel when 'email' then 12 else 5 end
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_messages set attempts = order_messages.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_messages.id = due.id
    returning order_messages.id
  )
  select array_agg(taken.id) into v_taken from taken;
  if p_channel = 'email' then
    perform private.give_papers(v_taken);
  end if;
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'recipient', taken.recipient, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
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
    ) end,
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

CREATE TRIGGER mailed_new_return AFTER INSERT ON public.returns FOR EACH ROW WHEN ((new.state = 'requested'::public.return_state)) EXECUTE FUNCTION private.mail_return_change();

REVOKE ALL ON FUNCTION "private"."drop_untrue_messages"(public.message_channel) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_untrue_messages"(public.message_channel) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_untrue_messages"(public.message_channel) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_untrue_messages"(public.message_channel) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_still_true"(public.order_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_true"(public.order_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_still_true"(public.order_messages) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_still_true"(public.order_messages) TO "service_role";

REVOKE ALL ON FUNCTION "private"."link_token"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_token"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."link_token"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."link_token"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "service_role";
