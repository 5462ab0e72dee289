set local check_function_bodies = off;

CREATE TYPE "public"."scan_kind" AS ENUM ('shipment', 'order', 'piece');

ALTER TYPE "public"."scan_kind" OWNER TO "postgres";

CREATE TYPE "public"."scanned" AS ("kind" public.scan_kind, "tenant_id" text, "name" text, "order_id" uuid, "order_number" text, "order_status" public.order_status, "order_line_id" uuid, "open_pieces" integer, "shipment_id" uuid, "shipment_number" smallint, "shipment_state" public.shipment_state, "carrier_name" text, "awaits_inspection" boolean, "open_returns" integer, "handled_by" text, "handled_at" timestamp with time zone);

ALTER TYPE "public"."scanned" OWNER TO "postgres";

CREATE TYPE "public"."store_import_result" AS ("import_id" uuid, "records" public.imported_record[]);

ALTER TYPE "public"."store_import_result" OWNER TO "postgres";

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "gift" bigint CASCADE;

ALTER TYPE "private"."wanted_sizes" ADD ATTRIBUTE "fee" bigint CASCADE;

ALTER TYPE "public"."difference_counts" ADD ATTRIBUTE "claims" bigint CASCADE;

ALTER TYPE "public"."meant_for_me" ADD ATTRIBUTE "approval_request_id" uuid CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "gift_total" numeric CASCADE;

ALTER TYPE "public"."product_undo_result" ADD ATTRIBUTE "above" integer CASCADE;

ALTER TYPE "public"."product_undo_result" ADD ATTRIBUTE "refusal" jsonb CASCADE;

ALTER TYPE "public"."undone_changes" ADD ATTRIBUTE "above_ids" bigint[] CASCADE;

CREATE OR REPLACE FUNCTION private.accept_edit(p_order public.orders, p_edit public.order_edits)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_priced constant private.priced_edit := private.checked_edit(
    p_order, public.shown_changes(p_edit) || jsonb_build_object('expected_difference', p_edit.difference), true);
  v_edit public.order_edits;
begin
  update public.order_edits set state = 'applied', decided_at = now(), applied_at = now()
  where id = p_edit.id returning * into v_edit;
  return private.apply_edit(p_order, v_edit, v_priced);
end
$function$;

ALTER FUNCTION "private"."accept_edit"(public.orders, public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.accept_staff_invitation(p_invitation private.staff_invitations, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grants private.staff_invitation_grants[];
begin
  -- A right that the inviter is losing at this moment is lost first, or given.
  perform pg_advisory_xact_lock(hashtextextended('rights', 0));
  v_grants := array(
    select offered from private.staff_invitation_grants offered
    where offered.invitation_id = p_invitation.id
      and coalesce(offered.ends_on, 'infinity') >= private.shop_time()::date
      and private.may_give_role(p_invitation.invited_by, offered.tenant_id, offered.role_id)
  );
  if cardinality(v_grants) = 0 then
    perform private.refuse('invitation_void');
  end if;
  perform private.add_staff_member(p_user_id);
  perform private.give_staff_role(p_user_id, offered.tenant_id, offered.role_id, offered.starts_on, offered.ends_on,
    p_invitation.invited_by)
  from unnest(v_grants) offered;
  update private.staff_invitations set accepted_at = now() where id = p_invitation.id;
  -- A new account accepts it through the server, where nobody is signed in.
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  values (p_invitation.tenant_id, p_user_id, private.staff_name(p_user_id, p_invitation.tenant_id), 'update', 'staff_invitations',
    p_invitation.id::text, p_invitation.email, '{"state": "accepted"}');
end
$function$;

CREATE OR REPLACE FUNCTION private.acts_to_close(p_tenant_id text, p_day date)
 RETURNS SETOF private.booked_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select act.actor_id, act.kind, sum(act.entries) as entries, sum(act.amount) as amount
    from public.day_close_acts act where act.tenant_id = p_tenant_id group by act.actor_id, act.kind
    union all
    select booked.actor_id, booked.kind, booked.entries, booked.amount
    from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, booked.actor_id, booked.kind, (booked.entries - coalesce(taken.entries, 0))::bigint,
    booked.amount - coalesce(taken.amount, 0)
  from private.money_by_actor(array[p_tenant_id], private.close_until(p_day)) booked
  left join taken on taken.actor_id = booked.actor_id and taken.kind = booked.kind
  where booked.entries <> coalesce(taken.entries, 0) or booked.amount <> coalesce(taken.amount, 0)
$function$;

ALTER FUNCTION "private"."acts_to_close"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.adopt_imported(p_user_id uuid, p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_account record;
begin
  select
    case when account.email_confirmed_at is not null then lower(private.original_email(account.email::text, p_tenant_id)) end as email,
    case when account.phone_confirmed_at is not null then private.national_digits(account.phone) end as digits
  into v_account from auth.users account where account.id = p_user_id;
  update public.orders set user_id = p_user_id, updated_at = now()
  from (
    select named.id from public.orders named
    where named.tenant_id = p_tenant_id and named.customer_email = v_account.email and named.customer_email <> ''
    union
    select stored.order_id from public.order_addresses stored
    where stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = v_account.digits
  ) theirs
  where orders.id = theirs.id and orders.imported_from is not null and orders.user_id is null
    and private.accounts_proven_by(
      p_tenant_id, orders.customer_email, coalesce(private.national_digits(public.address(orders) ->> 'phone'), '')) = array[p_user_id];
  update public.imported_customers came set user_id = p_user_id
  where came.tenant_id = p_tenant_id and came.user_id is null
    and (came.email = v_account.email and came.email <> '' or private.national_digits(came.phone) = v_account.digits and came.phone <> '')
    and private.accounts_proven_by(p_tenant_id, came.email, private.national_digits(came.phone)) = array[p_user_id];
end
$function$;

ALTER FUNCTION "private"."adopt_imported"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.alert_owners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alert private.owner_alerts;
begin
  if new.actor_id is null or private.owner_alert_kind(new) is null then
    return null;
  end if;
  delete from private.owner_alerts told where told.actor_id = new.actor_id and told.sent_at < now() - interval '1 day';
  for v_alert in
    insert into private.owner_alerts (tenant_id, audit_id, user_id, actor_id)
    select new.tenant_id, new.id, owner.id, new.actor_id from unnest(private.owners_to_alert(new)) owner (id)
    returning *
  loop
    perform private.add_job('send_owner_alert', v_alert.id::text, p_tenant_id => new.tenant_id, p_max_attempts => 12,
      p_run_at => greatest(now(), (
        select max(told.sent_at) + interval '5 minutes' from private.owner_alerts told
        where told.user_id = v_alert.user_id and told.actor_id = new.actor_id
      )));
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."alert_owners"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform realtime.send(
    jsonb_build_object('user_id', v_row -> 'user_id', 'order_id', v_row -> 'order_id', 'conversation_id', v_row -> 'conversation_id'),
    'assigned', 'staff:' || (v_row ->> 'tenant_id'), true);
  perform realtime.send(jsonb_build_object('id', orders.id), 'update', 'orders:' || orders.tenant_id, true)
  from public.orders
  where orders.id = coalesce((v_row ->> 'order_id')::uuid, (
    select back.order_id from public.returns back where back.id::text = v_row ->> 'return_id'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares);
  end if;
  perform private.write_new_way(p_order, public.shown_changes(p_edit), p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  perform private.write_cash_terms(p_order.id, p_priced.cash);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
  perform private.create_due_refunds(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.approval_basis(p_act public.approval_act, p_arguments jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(case p_act
    when 'refund_order' then (
      select jsonb_build_object('charged', orders.charged, 'received', orders.received, 'given_back', orders.given_back)
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid)
    when 'send_refund' then (
      select jsonb_build_object('amount', refunds.amount, 'state', refunds.state)
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
    when 'place_order_for' then '{}'
    when 'adjust_store_credit' then '{}'
    when 'save_product_variants' then (
      select jsonb_build_object('version', product.version)
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid)
    else (
      select jsonb_object_agg(product.id, jsonb_build_object('price', product.price, 'original_price', product.original_price,
        'variants', private.variant_prices(product.id)))
      from public.products product where product.id = any ((private.approval_subject(p_act, p_arguments)).product_ids))
  end, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.approval_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(private.product_names(changed.product, changed.variant)
      || jsonb_build_object('price', changed.price, 'new_price', changed.new_price)), '[]')
    from (
      select product, variant, coalesce(variant.price, product.price) as price, asked.new_price
      from private.asked_prices(p_act, p_arguments, p_product_ids) asked
      join public.products product on product.id = asked.product_id and product.id = any (p_product_ids)
      left join public.product_variants variant on variant.id = asked.variant_id
      where coalesce(variant.price, product.price) is distinct from asked.new_price
      limit 20
    ) changed
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.approval_subject(p_act public.approval_act, p_arguments jsonb)
 RETURNS private.approval_subject
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_subject private.approval_subject;
begin
  v_subject.product_ids := '{}';
  case p_act
    when 'refund_order' then
      select orders.tenant_id, orders.id into v_subject.tenant_id, v_subject.order_id
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid;
    when 'send_refund' then
      select refunds.tenant_id, refunds.order_id into v_subject.tenant_id, v_subject.order_id
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid;
    when 'adjust_store_credit' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.customer_id := (p_arguments ->> 'p_user_id')::uuid;
    when 'place_order_for' then
      v_subject.tenant_id := p_arguments #>> '{p_order,tenant_id}';
    when 'change_products' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed);
    when 'save_product_variants' then
      select product.tenant_id, array[product.id] into v_subject.tenant_id, v_subject.product_ids
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid;
    when 'import_products' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := private.imported_product_ids(v_subject.tenant_id, p_arguments -> 'p_rows');
    when 'undo_product_change' then
      select change.tenant_id, array(
        select entry.product_id from private.product_change_entries entry where entry.change_id = change.id order by entry.product_id
      ) into v_subject.tenant_id, v_subject.product_ids
      from private.product_changes change where change.id = (p_arguments ->> 'p_change_id')::uuid;
    when 'undo_changes' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := array(
        select distinct entry.entity_id::uuid from public.audit_log entry
        where entry.tenant_id = v_subject.tenant_id and entry.entity = 'products'
          and private.is_asked_entry(entry, p_arguments)
      );
  end case;
  return v_subject;
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_to_confirm(p_order public.orders, p_about_id uuid DEFAULT NULL::uuid, p_only_by_mail boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_channel public.notification_channel := case when not p_only_by_mail then private.phone_channel(p_order) end;
begin
  if v_channel is null and p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    v_channel := 'email';
  end if;
  if v_channel is null then
    perform private.remark_on_order(p_order, 'cannot_be_asked', p_internal => true);
  else
    perform private.insert_order_notification(p_order, 'confirm', v_channel, now(), p_about_id, null);
  end if;
end
$function$;

ALTER FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.asked_of_order(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return case when p_order.status = 'awaiting_payment'
      then greatest(private.awaited_payment(p_order) - private.held_for_order(p_order.id), 0)
      else private.payable_online(p_order) end
    + coalesce((
      select greatest(edit.difference, 0) from public.order_edits edit
      where edit.order_id = p_order.id and edit.state = 'proposed'
    ), 0);
end
$function$;

ALTER FUNCTION "private"."asked_of_order"(public.orders) OWNER TO "postgres";
