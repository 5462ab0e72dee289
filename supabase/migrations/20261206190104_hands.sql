set local check_function_bodies = off;

CREATE TYPE "public"."owner_alert_kind" AS ENUM ('payment', 'rights', 'security', 'export');

ALTER TYPE "public"."owner_alert_kind" OWNER TO "postgres";

ALTER TYPE "public"."meant_for_me" ADD ATTRIBUTE "approval_request_id" uuid CASCADE;

ALTER TYPE "public"."product_undo_result" ADD ATTRIBUTE "above" integer CASCADE;

ALTER TYPE "public"."product_undo_result" ADD ATTRIBUTE "refusal" jsonb CASCADE;

ALTER TYPE "public"."undone_changes" ADD ATTRIBUTE "above_ids" bigint[] CASCADE;

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
