-- Every order and line gets what it costs and is about now from what it is.

set local check_function_bodies = off;

ALTER TABLE "public"."order_lines" ADD COLUMN "kept" integer GENERATED ALWAYS AS ((((quantity - cancelled) - refused) - returned)) STORED NOT NULL;

ALTER TABLE "public"."orders" ADD COLUMN "cost" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN ((charged = (0)::numeric) AND (status = ANY (ARRAY['cancelled'::public.order_status, 'refused'::public.order_status, 'returned'::public.order_status]))) THEN total
    ELSE charged
END) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.charged_items(p_order public.orders)
 RETURNS SETOF private.invoice_item
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'line'::public.refund_line_kind, line.id, line.kept,
    line.net - line.credited, private.contained_tax(line.net - line.credited, line.tax_rate), line.tax_rate
  from public.order_lines line where line.order_id = p_order.id
  union all
  select costs.kind, null, 0, costs.amount, private.contained_tax(costs.amount, p_order.tax_rate), p_order.tax_rate
  from (values
    ('shipping'::public.refund_line_kind, private.delivery_fee(p_order)), ('goodwill', -p_order.goodwill)
  ) as costs (kind, amount)
$function$;

CREATE OR REPLACE FUNCTION private.order_sum(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_order.charged > 0 and (p_order.charged <> p_order.total or exists (
      select 1 from public.order_lines line
      where line.order_id = p_order.id and (line.kept <> line.quantity or line.edit_id is not null)
    )) then jsonb_build_object('lines', goods.lines, 'goods', goods.amount, 'delivery', private.delivery_fee(p_order),
      'reduction', goods.amount + private.delivery_fee(p_order) - p_order.charged, 'total', p_order.charged) end
  from (
    select coalesce(jsonb_agg(jsonb_build_object(
        'order_line_id', line.id, 'quantity', line.kept, 'amount', line.unit_price * line.kept) order by line.position), '[]') as lines,
      coalesce(sum(line.unit_price * line.kept), 0) as amount
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
  ) goods
$function$;

ALTER FUNCTION "private"."order_sum"(public.orders) OWNER TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."order_sum"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_sum"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_sum"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_sum"(public.orders) TO "service_role";
