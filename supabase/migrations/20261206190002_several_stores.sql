set local check_function_bodies = off;

CREATE TYPE "public"."store_copy" AS ("tenant_id" text, "audit_ids" bigint[], "refusal" jsonb);

ALTER TYPE "public"."store_copy" OWNER TO "postgres";

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
end
$function$;

ALTER FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.acts_as_staff(p_tenant_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return auth.uid() is not null and not private.is_service() and coalesce(p_tenant_id = any (private.workplaces()), false);
end
$function$;

ALTER FUNCTION "private"."acts_as_staff"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_staff_member(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_members (user_id, name)
  select account.id, private.printable_name(account.raw_user_meta_data -> 'name') from auth.users account where account.id = p_user_id
  on conflict (user_id) do update set name = coalesce(nullif(staff_members.name, ''), excluded.name)
$function$;

ALTER FUNCTION "private"."add_staff_member"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.all_costs_of(p_product_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(variant.id, stored.cost), '{}')
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$function$;

ALTER FUNCTION "private"."all_costs_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_approval_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'asked_by', new.asked_by, 'state', new.state),
    'approval', 'staff:' || new.tenant_id, true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_approval_request"() OWNER TO "postgres";

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
  if v_row ->> 'order_id' is not null then
    perform realtime.send(jsonb_build_object('id', v_row -> 'order_id'), 'update', 'orders:' || (v_row ->> 'tenant_id'), true);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_assignment"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_reply_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('message_id', new.message_id), 'message', 'staff:' || new.tenant_id, true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_reply_mail"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'change', 'rights:' || coalesce(new.user_id, old.user_id), true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_rights"() OWNER TO "postgres";

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
    when 'change_products' then (
      select jsonb_object_agg(product.id, jsonb_build_object('price', product.price, 'original_price', product.original_price,
        'variants', private.variant_prices(product.id)))
      from public.products product
      where product.id = any (array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed)))
    when 'save_product_variants' then (
      select jsonb_build_object('version', product.version)
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid)
  end, '{}');
end
$function$;

ALTER FUNCTION "private"."approval_basis"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_facts(p_act public.approval_act, p_arguments jsonb, p_subject private.approval_subject)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'number', (select orders.number from public.orders where orders.id = p_subject.order_id),
    'amount', case p_act
      when 'refund_order' then private.refund_total(
        p_arguments -> 'p_refund', coalesce(nullif(p_arguments #> '{p_refund,lines}', 'null'), '[]'))
      when 'send_refund' then (
        select refunds.amount from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
      when 'adjust_store_credit' then (p_arguments ->> 'p_delta')::numeric
      when 'place_order_for' then (p_arguments #>> '{p_order,manual_discount,amount}')::numeric end,
    'way', case p_act
      when 'refund_order' then p_arguments #>> '{p_refund,way}' when 'send_refund' then p_arguments ->> 'p_way' end,
    'reason', left(nullif(btrim(coalesce(p_arguments ->> 'p_reason', p_arguments #>> '{p_refund,reason}',
      p_arguments #>> '{p_order,manual_discount,reason}')), ''), 500),
    'customer', left(nullif(btrim(coalesce(p_arguments #>> '{p_order,customer,name}', (
      select profile.name from public.profiles profile
      where profile.tenant_id = p_subject.tenant_id
        and profile.id::text in (p_subject.customer_id::text, p_arguments #>> '{p_order,customer,user_id}')
    ))), ''), 120),
    'products', nullif(cardinality(p_subject.product_ids), 0),
    'prices', nullif(private.approval_prices(p_act, p_arguments, p_subject.product_ids), '[]')
  ));
end
$function$;

ALTER FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_label(p_request public.approval_requests)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_request.facts ->> 'number', p_request.facts #>> '{prices,0,name}', trim_scale(p_request.needed) || case
    when exists (
      select 1 from private.limited_capabilities limited
      where limited.capability = p_request.capability and limited.unit = 'percent'
    ) then ' %' else ' EGP' end);
end
$function$;

ALTER FUNCTION "private"."approval_label"(public.approval_requests) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(private.product_names(priced.product, priced.variant)
      || jsonb_build_object('price', priced.price, 'new_price', priced.new_price)), '[]')
    from (
      select product, null::public.product_variants as variant, product.price,
        (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric as new_price
      from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
      union all
      select product, variant, coalesce(variant.price, product.price), coalesce((wanted ->> 'price')::numeric, product.price)
      from public.products product
      cross join jsonb_array_elements(p_arguments -> 'p_variants') wanted
      join public.product_variants variant on variant.id::text = wanted ->> 'id' and variant.product_id = product.id
      where p_act = 'save_product_variants' and product.id = any (p_product_ids)
        and coalesce(variant.price, product.price) is distinct from coalesce((wanted ->> 'price')::numeric, product.price)
      limit 20
    ) priced
  );
end
$function$;

ALTER FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) OWNER TO "postgres";

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
  end case;
  return v_subject;
end
$function$;

ALTER FUNCTION "private"."approval_subject"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cost constant public.variant_costs := coalesce(new, old);
  v_name text;
begin
  if auth.uid() is null or not v_cost.tenant_id = any (private.workplaces()) then
    return null;
  end if;
  -- None is found when the cost goes with its variant.
  select private.sold_name(product.name, variant.option1, variant.option2, variant.option3) into v_name
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id = v_cost.variant_id;
  if found then
    perform private.write_audit(v_cost.tenant_id, 'update', 'variant_costs', v_cost.variant_id::text, v_name,
      jsonb_build_object('cost', old.cost), jsonb_build_object('cost', new.cost));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_cost"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_order_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, auth.uid(), private.staff_name(auth.uid(), orders.tenant_id), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
      || case when new.pieces is null then '{}' else jsonb_build_object('cancelled', new.pieces) end
  from public.orders
  where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_change_of_rights(p_tenant_id text, p_all_stores boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('rights', 0));
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_all_stores and not private.may_everywhere('people.manage') then
    perform private.refuse('grants_more_than_own');
  end if;
  perform private.require_recent_second_step(p_tenant_id);
end
$function$;

ALTER FUNCTION "private"."begin_change_of_rights"(text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_come_back(p_entity text, p_action text, p_before jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'shipping_zones', 'delivery_slots',
      'search_synonyms', 'saved_replies')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.can_subscribe(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'stores' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'rights' then v_parts[2] = auth.uid()::text
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.carry_out(p_act public.approval_act, p_arguments jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order_id uuid;
begin
  case p_act
    when 'refund_order' then
      select refunded.id into v_order_id
      from public.refund_order((p_arguments ->> 'p_order_id')::uuid, p_arguments -> 'p_refund') refunded;
    when 'send_refund' then
      select sent.order_id into v_order_id
      from public.send_refund((p_arguments ->> 'p_refund_id')::uuid, (p_arguments ->> 'p_way')::public.refund_way,
        coalesce(p_arguments ->> 'p_reference', '')) sent;
    when 'adjust_store_credit' then
      perform public.adjust_store_credit(p_arguments ->> 'p_tenant_id', (p_arguments ->> 'p_user_id')::uuid,
        (p_arguments ->> 'p_delta')::numeric, p_arguments ->> 'p_reason');
    when 'place_order_for' then
      select placed.id into v_order_id from public.place_order_for(p_arguments -> 'p_order') placed;
    when 'change_products' then
      perform public.change_products(p_arguments ->> 'p_tenant_id',
        array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed), p_arguments -> 'p_change');
    when 'save_product_variants' then
      perform public.save_product_variants((p_arguments ->> 'p_product_id')::uuid, (p_arguments ->> 'p_version')::integer,
        p_arguments -> 'p_options', p_arguments -> 'p_variants');
  end case;
  return v_order_id;
end
$function$;

ALTER FUNCTION "private"."carry_out"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceiling(p_tenant_id text, p_capability text, p_user_id uuid DEFAULT auth.uid())
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) = 0 then 0 when bool_and(held.ceiling is not null) then max(held.ceiling) end
    from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."ceiling"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceilings_of_person(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_strip_nulls(jsonb_object_agg(
      limited.capability, private.ceiling(p_tenant_id, limited.capability, p_user_id)))
    from private.limited_capabilities limited
  );
end
$function$;

ALTER FUNCTION "private"."ceilings_of_person"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceilings_of_staff_role(p_role_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(granted.capability, granted.ceiling), '{}') from private.staff_role_capabilities granted
    where granted.role_id = p_role_id and granted.ceiling is not null
  );
end
$function$;

ALTER FUNCTION "private"."ceilings_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.change_imported(p_change_id uuid, p_row jsonb, p_product public.products, p_set jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_stored constant jsonb := to_jsonb(p_product);
  v_set constant jsonb := (
    select coalesce(jsonb_object_agg(filled.name, p_set -> filled.name), '{}') from private.product_columns() filled
    where p_set ? filled.name and not private.same_value(filled.compared_as, p_set -> filled.name, v_stored -> filled.name)
  );
  v_new constant public.products := jsonb_populate_record(p_product, v_set);
  v_variants jsonb := private.imported_variants(p_product, p_row);
  v_were constant jsonb := case when v_variants ? 'grid' then private.variants_json(p_product.id) end;
  v_were_with_costs constant jsonb := case when v_were is not null then private.with_costs(p_product.tenant_id, v_were) end;
  v_before jsonb := (select coalesce(jsonb_object_agg(key, v_stored -> key), '{}') from jsonb_object_keys(v_set) key);
  v_kept jsonb := '{}';
  v_changes jsonb := '{}';
begin
  if v_set = '{}' and v_variants = '{}' then
    return jsonb_build_object('outcome', 'unchanged', 'id', p_product.id, 'name', p_product.name);
  end if;
  if v_set ?| '{price,original_price}' then
    perform private.require_lower_price(v_new.price, v_new.original_price);
  end if;
  if v_variants ? 'grid' then
    v_kept := private.product_grid(p_product.id);
  elsif v_variants ? 'stocks' then
    v_kept := jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, variant.stock) from public.product_variants variant
      where variant.product_id = p_product.id and v_variants -> 'stocks' ? variant.id::text
    ));
    v_changes := jsonb_build_object('before', jsonb_build_object('stock', p_product.stock),
      'after', jsonb_build_object('stock', p_row #> '{set,stock}'));
  end if;
  perform private.write_products(
    jsonb_build_array(jsonb_build_object('id', p_product.id, 'set', v_set || (v_variants - 'grid'))), 'Imported');
  if v_variants ? 'grid' then
    perform private.save_variants(v_new, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
    perform private.audit_variants(p_product.tenant_id, v_new.name, p_product.id,
      private.variant_changes(v_were, private.variants_json(p_product.id)));
    v_changes := private.variant_changes(
      v_were_with_costs, private.with_costs(p_product.tenant_id, private.variants_json(p_product.id)));
    v_variants := private.product_grid(p_product.id);
  end if;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, product.id, v_before || v_kept,
    (select coalesce(jsonb_object_agg(key, to_jsonb(product) -> key), '{}') from jsonb_object_keys(v_set) key) || v_variants
  from public.products product where product.id = p_product.id;
  return jsonb_build_object('outcome', 'changed', 'id', p_product.id, 'name', v_new.name,
    'before', v_before || coalesce(v_changes -> 'before', '{}'), 'after', v_set || coalesce(v_changes -> 'after', '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION private.changed_product(p_product public.products, p_change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_value numeric;
  v_variants jsonb;
begin
  case p_change ->> 'kind'
    when 'delete' then
      return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    when 'featured', 'is_new', 'is_active' then
      return jsonb_build_object(p_change ->> 'kind', (p_change ->> 'value')::boolean);
    when 'category' then
      return jsonb_build_object('category_id', p_change -> 'value');
    when 'cost' then
      return jsonb_build_object('costs', (
        select coalesce(jsonb_object_agg(id, p_change -> 'value'), '{}') from public.product_variants where product_id = p_product.id
      ));
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      if p_change ->> 'by' <> 'set' then
        perform private.check_stock_change(p_product, variant, v_value) from (
          select listed as variant from public.product_variants listed
          where listed.product_id = p_product.id and listed.is_active order by listed.position, listed.id
        ) in_order;
      end if;
      return jsonb_build_object('stocks', (
        select coalesce(jsonb_object_agg(id, case p_change ->> 'by' when 'set' then v_value else stock + v_value end), '{}')
        from public.product_variants where product_id = p_product.id and is_active
      ));
    else
      if p_change ->> 'by' <> 'set' then
        select jsonb_object_agg(variant.id, private.changed_prices(p_product, p_change, variant))
        into v_variants from public.product_variants variant where variant.product_id = p_product.id and variant.price is not null;
      end if;
      return private.changed_prices(p_product, p_change)
        || case when v_variants is null then '{}' else jsonb_build_object('variants', v_variants) end;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.changes_costs(p_entry private.product_change_entries)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_entry.after ? 'costs' or exists (
    select 1 from jsonb_array_elements(p_entry.before #> '{grid,variants}') was (variant)
    full join jsonb_array_elements(p_entry.after #> '{grid,variants}') now (variant) on now.variant ->> 'id' = was.variant ->> 'id'
    where was.variant -> 'cost' is distinct from now.variant -> 'cost'
  )
$function$;

ALTER FUNCTION "private"."changes_costs"(private.product_change_entries) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_product_change(p_tenant_id text, p_change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind text := p_change ->> 'kind';
  v_by text := coalesce(p_change ->> 'by', '');
  v_type text := coalesce(jsonb_typeof(p_change -> 'value'), '');
  v_value numeric := case when v_type = 'number' then (p_change ->> 'value')::numeric end;
  v_known text := case when v_type = 'string' then p_change ->> 'value' end;
  v_fine boolean;
begin
  v_fine := case
    when v_kind = 'delete' then true
    when v_kind in ('featured', 'is_new', 'is_active') then v_type = 'boolean'
    when v_kind = 'category' then v_type = 'null' or pg_input_is_valid(coalesce(v_known, ''), 'uuid')
      and exists (select 1 from public.categories where tenant_id = p_tenant_id and id::text = lower(v_known))
    when v_kind = 'cost' then v_type = 'null' or v_value between 0 and 10000000 and v_value = round(v_value, 2)
    when v_kind = 'stock' then v_by in ('set', 'add') and v_value = trunc(v_value)
      and v_value between (case v_by when 'set' then 0 else -10000000 end) and 10000000
    when v_kind = 'price' then jsonb_typeof(p_change -> 'strike') is not distinct from 'boolean' and case v_by
      when 'set' then v_value between 0 and 10000000
      when 'amount' then v_value between -10000000 and 10000000
      when 'percent' then v_value between -100 and 1000
    end
  end;
  if not coalesce(v_fine, false) then
    perform private.refuse('invalid_change');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_variant_values(p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams,cost}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    -- pg_input_is_valid caches the first type per call site, so each type needs its own.
    if not coalesce(pg_input_is_valid(v_value, 'numeric'), false)
      or (v_column in ('stock', 'weight_grams') and not pg_input_is_valid(v_value, 'integer'))
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_ceilings(p_ceilings jsonb, p_capabilities text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_ceilings) is distinct from 'object' or exists (
    select 1 from jsonb_each(case when jsonb_typeof(p_ceilings) = 'object' then p_ceilings else '{}' end) given
    left join private.limited_capabilities limited on limited.capability = given.key
    where limited.capability is null or not private.is_amount(given.value)
      or limited.unit = 'percent' and given.value::numeric > 100
  ) then
    perform private.refuse('invalid_ceiling');
  end if;
  return (
    select coalesce(jsonb_object_agg(given.key, given.value), '{}') from jsonb_each(p_ceilings) given
    where given.key = any (p_capabilities)
  );
end
$function$;

ALTER FUNCTION "private"."checked_ceilings"(jsonb, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_ways_in_of_others(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from auth.sessions session
  where session.user_id = p_user_id and session.id::text is distinct from auth.jwt() ->> 'session_id';
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.identities identity using auth.users account
  where account.id = p_user_id and identity.user_id = p_user_id and identity.provider <> 'email'
    and identity.identity_data ->> 'email' is distinct from account.email;
  update auth.users set phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '' where id = p_user_id;
$function$;

ALTER FUNCTION "private"."close_ways_in_of_others"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.content_readiness(p_settings public.settings)
 RETURNS SETOF private.readiness
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_products bigint;
  v_without_picture bigint;
  v_untranslated bigint;
  v_sample text[];
  v_demo_products bigint;
  -- Without a brand, pages are in both languages.
  v_needs_arabic constant boolean := not exists (
    select 1 from public.brands brand where brand.tenant_id = p_settings.tenant_id and brand.only_language = 'en');
begin
  select count(*) filter (where product.price > 0 and product.stock > 0),
    count(*) filter (where private.first_picture(product.images) is null),
    (array_agg(product.name order by product.name) filter (where private.first_picture(product.images) is null))[1:3],
    count(*) filter (where exists (
      select 1 from (values ('name', product.name), ('description', product.description), ('unit', product.unit),
        ('material', product.material), ('gender', product.gender)) own (name, said)
      where own.said <> '' and coalesce(product.translations #>> array['ar', own.name], '') = ''
    ))
  into v_products, v_without_picture, v_sample, v_untranslated
  from public.products product where product.tenant_id = p_settings.tenant_id and product.is_active;
  v_untranslated := v_untranslated + private.untranslated_content(p_settings.tenant_id);
  select count(*) into v_demo_products
  from private.demo_rows marked join public.products product on product.id = marked.id
  where marked.tenant_id = p_settings.tenant_id and marked.kind = 'product' and product.is_active;
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), coalesce(fact.names, '{}'), fact.amount
  from (values
    ('policies', 'missing', btrim(p_settings.legal ->> 'shippingReturns') <> '' and btrim(p_settings.legal ->> 'terms') <> '',
      null::text[], 0::bigint),
    ('questions', 'recommended', exists (
      select 1 from public.faq_questions question where question.tenant_id = p_settings.tenant_id
    ), null, 0),
    -- A store without brand rows has those of its preset.
    ('hero_picture', 'recommended', not exists (
      select 1 from public.brands brand
      where brand.tenant_id = p_settings.tenant_id and brand.hero_picture is null and brand.hero_films = '{}'
    ), null, 0),
    ('products', 'missing', v_products > 0, null, 0),
    ('pictures', 'recommended', v_without_picture = 0, v_sample, v_without_picture),
    ('translations', 'recommended', v_untranslated = 0 or not v_needs_arabic, null, v_untranslated),
    ('demo_products', 'demo', v_demo_products = 0, null, v_demo_products)
  ) fact (item, level, is_ready, names, amount);
end
$function$;

CREATE OR REPLACE FUNCTION private.copied_capability(p_kind public.copied_kind)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_kind when 'questions' then 'content.change' when 'zones' then 'settings.delivery' else 'settings.store' end
$function$;

ALTER FUNCTION "private"."copied_capability"(public.copied_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.copied_parts(p_kind public.copied_kind, p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, key text, "position" integer, value jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select settings.tenant_id, field.key, field.place::integer, jsonb_build_object('text', coalesce(settings.legal ->> field.key, ''),
    'translations', private.translations_at(settings.translations, array['legal', field.key]))
  from public.settings cross join unnest('{shippingReturns,terms}'::text[]) with ordinality field (key, place)
  where p_kind = 'policies' and settings.tenant_id = any (p_tenant_ids)
  union all
  select question.tenant_id, question.question, question.position,
    jsonb_build_object('answer', question.answer, 'translations', question.translations)
  from public.faq_questions question where p_kind = 'questions' and question.tenant_id = any (p_tenant_ids)
  union all
  select zone.tenant_id, zone.name, zone.position, jsonb_build_object('translations', zone.translations,
    'places', array(select place from unnest(zone.places) place order by place), 'rates', zone.rates,
    'max_grams', zone.max_grams, 'carrier', zone.carrier, 'is_active', zone.is_active)
  from public.shipping_zones zone where p_kind = 'zones' and zone.tenant_id = any (p_tenant_ids)
  union all
  select settings.tenant_id, fee.key, 0, fee.value
  from public.settings cross join jsonb_each(settings.shipping) fee
  where p_kind = 'delivery_fees' and settings.tenant_id = any (p_tenant_ids)
  union all
  select staff_settings.tenant_id, rule.key, 0, rule.value
  from public.staff_settings cross join jsonb_each(staff_settings.cash_rules) rule
  where p_kind = 'cash_rules' and staff_settings.tenant_id = any (p_tenant_ids)
  union all
  select brand.tenant_id, 'mail_signature', 0, jsonb_build_object('text', coalesce(brand.mail_signature, ''),
    'translations', private.translations_at(brand.translations, '{mail_signature}'))
  from public.brands brand where p_kind = 'messages' and brand.tenant_id = any (p_tenant_ids)
  union all
  select staff_settings.tenant_id, chosen.key, chosen.place, to_jsonb(chosen.names)
  from public.staff_settings cross join lateral (values
    ('notification_channels', 1, staff_settings.notification_channels),
    ('notification_kinds', 2, array(select name from unnest(staff_settings.notification_kinds) name order by name))
  ) chosen (key, place, names)
  where p_kind = 'messages' and staff_settings.tenant_id = any (p_tenant_ids)
$function$;

ALTER FUNCTION "private"."copied_parts"(public.copied_kind, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.copied_version(p_kind public.copied_kind, p_from text, p_to text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select md5(coalesce(string_agg(format('%L %L %L', part.tenant_id, part.key, part.value), E'\n'
    order by part.tenant_id, part.key, part.value::text), ''))
  from private.copied_parts(p_kind, array[p_from, p_to]) part
$function$;

ALTER FUNCTION "private"."copied_version"(public.copied_kind, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.copy_to_store(p_kind public.copied_kind, p_from text, p_to text, p_version text, p_replace boolean)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts private.copied_part[];
begin
  perform private.require_copy_target(p_kind, p_from, p_to);
  perform private.require_single_names(p_kind, array[p_from, p_to]);
  if p_version is distinct from private.copied_version(p_kind, p_from, p_to) then
    perform private.refuse('copy_outdated');
  end if;
  v_parts := array(select part from private.parts_to_copy(p_kind, p_from, array[p_to], p_replace) part);
  if p_kind in ('questions', 'zones') then
    v_parts := array(
      select part from unnest(v_parts) part where (part).now is distinct from (part).becomes);
  end if;
  if p_kind = 'questions' then
    perform private.write_copied_questions(p_to, v_parts);
  elsif p_kind = 'zones' then
    perform private.write_copied_zones(p_to, v_parts);
  else
    perform private.write_copied_settings(p_kind, p_to, v_parts);
  end if;
  return array(
    select entry.id from public.audit_log entry
    where entry.tenant_id = p_to and entry.created_at = now() and entry.part_of is null
      and private.can_come_back(entry.entity, entry.action, entry.before)
    order by entry.id
  );
end
$function$;

ALTER FUNCTION "private"."copy_to_store"(public.copied_kind, text, text, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_under_ceiling(new.tenant_id, 'money.refund', new.amount, new.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."count_refund"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_store_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_under_ceiling(new.tenant_id, 'money.give_credit', new.delta, new.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."count_store_credit"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_under_ceiling(p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_staff(p_tenant_id) or private.ceiling(p_tenant_id, p_capability) is null then
    return;
  end if;
  perform private.require_under_ceiling(p_tenant_id, p_capability, p_amount, p_about_id);
  delete from private.ceiling_uses old where old.user_id = auth.uid() and old.day < private.shop_time()::date;
  insert into private.ceiling_uses (about_id, tenant_id, user_id, capability, amount)
  values (p_about_id, p_tenant_id, auth.uid(), p_capability, p_amount)
  on conflict (about_id) do update set user_id = excluded.user_id, day = excluded.day, amount = excluded.amount;
end
$function$;

ALTER FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_approval_requests(p_ids uuid[], p_because text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.approval_requests request set state = 'ended', ended_because = p_because, decided_at = now(), arguments = '{}',
    facts = request.facts - 'customer'
  where request.id = any (p_ids) and request.state = 'pending';
end
$function$;

ALTER FUNCTION "private"."end_approval_requests"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_old_approval_requests(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = p_tenant_id and request.state = 'pending' and request.asked_at < now() - interval '7 days'
    for update skip locked
  ), 'expired');
  delete from public.approval_requests request
  where request.tenant_id = p_tenant_id and request.decided_at < now() - interval '90 days';
end
$function$;

ALTER FUNCTION "private"."end_old_approval_requests"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_requests_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.order_id = new.id and request.act = 'refund_order' and request.state = 'pending'
  ), 'order_cancelled');
  return null;
end
$function$;

ALTER FUNCTION "private"."end_requests_of_order"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_requests_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = old.tenant_id and request.state = 'pending' and old.id = any (request.product_ids)
  ), 'product_deleted');
  return null;
end
$function$;

ALTER FUNCTION "private"."end_requests_of_product"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_late(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
begin
  case p_figure
    when 'orders_late' then
      return query select orders.tenant_id, orders.id, null::uuid, null::numeric, orders.created_at
      from public.orders
      left join private.overdue_promises(v_today) promise on promise.days = orders.days_to
      where orders.tenant_id = any (p_tenant_ids) and not orders.is_test
        and orders.status = any (array(
          select known.status from public.order_statuses known where known.is_awaited and known.status <> 'awaiting_payment'
        ))
        and case when orders.slot_date is null then orders.created_at < private.day_start(promise.placed_until + 1)
          else orders.slot_date < v_today end;
    when 'shipments_quiet' then
      return query select shipment.tenant_id, shipment.order_id, shipment.id, null::numeric, heard.last_at
      from public.shipments shipment
      join public.shipment_states known on known.state = shipment.state and known.is_under_way
      join public.orders on orders.id = shipment.order_id and not orders.is_test
      cross join lateral (
        select greatest(shipment.handed_over_at, max(event.created_at)) as last_at
        from public.shipment_events event where event.shipment_id = shipment.id
      ) heard
      -- The predicate of the index.
      where shipment.tenant_id = any (p_tenant_ids) and shipment.state not in ('delivered', 'returned_to_sender', 'lost', 'cancelled')
        and heard.last_at < now() - interval '3 days';
    when 'messages_late' then
      return query select waiting.* from private.entries_unanswered('messages_waiting', p_tenant_ids) waiting
      where waiting.happened_at < now() - interval '1 day';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_late"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_of_day(p_figure public.morning_figure, p_tenant_ids text[], p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'sold' then
      return query select store.id, sold.order_id, null::uuid, sold.amount, orders.created_at
      from unnest(p_tenant_ids) store (id)
      cross join lateral private.sales_between(store.id, p_since, p_until) sold
      join public.orders on orders.id = sold.order_id;
    when 'orders_placed' then
      return query select placed.tenant_id, placed.id, null::uuid, null::numeric, placed.created_at
      from public.orders placed
      where placed.tenant_id = any (p_tenant_ids) and placed.created_at >= p_since and placed.created_at < p_until
        and not placed.is_test and placed.replaces_order_id is null;
    when 'payments_received' then
      return query select entry.tenant_id, entry.order_id, null::uuid, entry.amount, entry.created_at
      from public.payment_entries entry join public.orders on orders.id = entry.order_id and not orders.is_test
      where entry.tenant_id = any (p_tenant_ids) and entry.kind in ('received', 'cash_collected')
        and entry.created_at >= p_since and entry.created_at < p_until;
    when 'returns_received' then
      return query select arrived.tenant_id, arrived.order_id, null::uuid, null::numeric, arrived.received_at
      from public.returns arrived
      where arrived.tenant_id = any (p_tenant_ids) and arrived.received_at >= p_since and arrived.received_at < p_until;
    when 'ran_out' then
      return query select distinct on (variant.id) moved.tenant_id, variant.product_id, variant.id, null::numeric, moved.created_at
      from public.stock_movements moved
      join public.product_variants variant on variant.id = moved.variant_id and variant.is_active and variant.stock = 0
      join public.products product on product.id = variant.product_id and product.is_active
      where moved.tenant_id = any (p_tenant_ids) and moved.stock_after = 0 and moved.delta < 0
        and moved.created_at >= p_since and moved.created_at < p_until
      order by variant.id, moved.created_at desc;
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_of_stock(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with limits as materialized (
    select store.id, case p_figure when 'sold_out' then 0 else 1 end as least,
      case p_figure when 'sold_out' then 0 else private.low_stock_of(store.id) end as most
    from unnest(p_tenant_ids) store (id)
  )
  select product.tenant_id, product.id, null::uuid, null::numeric, null::timestamptz
  from limits join public.products product on product.tenant_id = limits.id and product.is_active
    and product.stock between limits.least and limits.most
$function$;

ALTER FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_owed(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'cash_with_carriers' then
      return query select orders.tenant_id, orders.id, null::uuid, orders.at_carrier, orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.at_carrier > 0;
    when 'cash_overdue' then
      return query select facts.tenant_id, shipment.order_id, shipment.id, facts.carrier_owes, shipment.delivered_at
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = any (p_tenant_ids) and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days';
    when 'refunds_due' then
      return query select orders.tenant_id, orders.id, null::uuid, greatest(-private.balance(orders), 0), orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.payment_status = 'refund_due';
    when 'transfers_to_confirm' then
      return query select orders.tenant_id, orders.id, null::uuid, public.owes(orders), orders.created_at
      from public.orders
      where orders.tenant_id = any (p_tenant_ids) and orders.status = 'awaiting_payment' and orders.payment_method = 'bank_transfer';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_owed"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_queued(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute format(
    'select tenant_id, id, null::uuid, null::numeric, created_at from public.orders where tenant_id = any ($1) and queues @> %L',
    array[p_figure]) using p_tenant_ids;
end
$function$;

ALTER FUNCTION "private"."entries_queued"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_unanswered(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'messages_waiting' then
      return query select talk.tenant_id, talk.id, null::uuid, null::numeric, talk.last_message_at
      from public.conversations talk
      join public.conversation_staff_facts facts on facts.conversation_id = talk.id and facts.tenant_id = talk.tenant_id
      where talk.tenant_id = any (p_tenant_ids) and talk.is_open and facts.answered_at is null;
    when 'reviews_waiting' then
      return query select review.tenant_id, review.id, null::uuid, null::numeric, review.created_at
      from public.reviews review where review.tenant_id = any (p_tenant_ids) and review.status = 'pending';
    when 'returns_waiting' then
      return query select asked.tenant_id, asked.order_id, null::uuid, null::numeric, asked.created_at
      from public.returns asked where asked.tenant_id = any (p_tenant_ids) and asked.state = 'requested';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.established_account(p_email text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account.id from auth.users account
  where account.email = p_email and not account.is_sso_user and (
    exists (select 1 from public.staff_members member where member.user_id = account.id)
    or exists (select 1 from public.profiles profile where profile.id = account.id)
    or exists (select 1 from private.held_capabilities held where held.user_id = account.id)
  )
$function$;

ALTER FUNCTION "private"."established_account"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_amount(p_tenant_id text, p_figure public.morning_figure)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(entry.amount), 0) from private.morning_entries(p_figure, array[p_tenant_id], null) entry
$function$;

ALTER FUNCTION "private"."figure_amount"(text, public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_capability(p_figure public.morning_figure)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_figure = 'sold' then 'reports.see'
    when p_figure in ('payments_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm') then 'money.see'
    when p_figure in ('ran_out', 'running_out', 'sold_out') then 'products.see'
    when p_figure in ('messages_late', 'messages_waiting') then 'customers.see'
    when p_figure = 'reviews_waiting' then 'content.see'
    else 'orders.see'
  end
$function$;

ALTER FUNCTION "private"."figure_capability"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_count(p_tenant_id text, p_figure public.morning_figure)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from private.morning_entries(p_figure, array[p_tenant_id], null)
$function$;

ALTER FUNCTION "private"."figure_count"(text, public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_subject(p_figure public.morning_figure)
 RETURNS public.morning_subject
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case private.figure_capability(p_figure)
    when 'products.see' then 'product' when 'customers.see' then 'conversation' when 'content.see' then 'review' else 'order'
  end::public.morning_subject
$function$;

ALTER FUNCTION "private"."figure_subject"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figures_permitted_to(p_user_id uuid)
 RETURNS private.permitted_figure[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(known.figure, array(
      select tenants.id from public.tenants
      where private.holds_capability(tenants.id, private.figure_capability(known.figure), p_user_id)
        and tenants.id <> all (private.gone_stores())
    ))::private.permitted_figure
    from unnest(enum_range(null::public.morning_figure)) known (figure)
  )
$function$;

ALTER FUNCTION "private"."figures_permitted_to"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '' where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.give_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date, p_ends_on date, p_granted_by uuid)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grant public.staff_grants;
begin
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, p_starts_on, p_ends_on, p_granted_by)
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  perform private.log_grant_for_all_stores(v_grant, 'insert');
  return v_grant;
end
$function$;

ALTER FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from private.held_capabilities held where held.user_id = v_user_id)
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified')
      and not private.second_factor_demanded(v_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
  v_category jsonb;
  v_set jsonb;
  v_constraint text;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  if jsonb_typeof(coalesce(p_row -> 'set', '{}')) <> 'object' or exists (
    select 1 from jsonb_object_keys(p_row -> 'set') key
    where key = 'category_id' or key not in (select filled.name from private.product_columns() filled)
      and key not in ('stock', 'size', 'color', 'type')
  ) then
    perform private.refuse('unknown_column');
  end if;
  perform private.require_costs_allowed(p_tenant_id, p_row -> 'variants');
  v_product := private.imported_product(p_tenant_id, p_change_id, p_row);
  v_category := private.imported_category(p_tenant_id, p_change_id, p_row, p_create_categories);
  v_set := private.imported_set(v_product, p_row) || (v_category - 'new_category');
  return v_category - 'category_id' || case when v_product.id is null
    then private.add_imported(p_tenant_id, p_change_id, p_row, v_set)
    else private.change_imported(p_change_id, p_row, v_product, v_set) end;
exception
  when raise_exception or check_violation then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint,
      v_constraint = constraint_name;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is not null then
      return private.refused_row(coalesce(v_refusal ->> 'column', ''), v_refusal) || case v_refusal ->> 'code'
        when 'unknown_category' then jsonb_build_object('missing_category', v_refusal -> 'name') else '{}' end;
    end if;
    return private.refused_row(coalesce(substring(v_constraint from '^product(?:s|_variants)_(.*)_check\d*$'),
      case when v_constraint like 'categories\_%' then 'category' end, ''), private.refusal('invalid_value'));
  when unique_violation then
    return private.refused_row('category', private.refusal('category_added'));
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', private.refusal('invalid_value', jsonb_build_object('reason', 'unreadable')));
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- The position in the file of each of the product's options.
  v_places constant integer[] := array(
    select (select min(given.place)::integer from jsonb_array_elements(p_options) with ordinality given (option, place)
      where lower(given.option ->> 'name') = lower(stored.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality stored (option, place) order by stored.place
  );
  v_same constant boolean := jsonb_array_length(p_options) = cardinality(v_places) and array_position(v_places, null) is null;
  v_rows jsonb;
  v_changed boolean;
begin
  if p_options = '[]' and v_options <> '[]' then
    if jsonb_array_length(v_now #> '{grid,variants}') = 1 and jsonb_array_length(p_variants) = 1 then
      return private.imported_grid(p_product_id, v_options, jsonb_build_array(
        p_variants -> 0 || jsonb_build_object('options', v_now #> '{grid,variants,0,options}')));
    end if;
    perform private.refuse_lines(v_options, p_variants);
  end if;
  with there as (
    select stored.variant || jsonb_build_object(
      'stock', v_now #> array['stocks', stored.variant ->> 'id'], 'cost', stored.variant -> 'cost') as variant, stored.place
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality stored (variant, place)
  ),
  named as (
    select given.variant || jsonb_build_object('options', case when v_same
        then array(
          select given.variant -> 'options' ->> asked.place - 1
          from unnest(v_places) with ordinality asked (place, stored_place) order by asked.stored_place
        )
        else array(select jsonb_array_elements_text(given.variant -> 'options')) end) as variant, given.line
    from jsonb_array_elements(p_variants) with ordinality given (variant, line)
  ),
  by_options as (
    select named.line, there.place from named
    join there on v_same and lower(named.variant ->> 'options') = lower(there.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select named.line, there.place from named join there on lower(named.variant ->> 'sku') = lower(there.variant ->> 'sku')
    where named.line not in (select by_options.line from by_options)
      and there.place not in (select by_options.place from by_options)
  )
  select
    jsonb_agg(
      case when stored.place is null then named.variant when named.line is null then stored.variant - 'stock'
        else named.variant || jsonb_build_object('id', stored.variant -> 'id') end
      order by stored.place, named.line
    ) filter (where v_same or named.line is not null),
    not v_same or bool_or(named.line is not null and not coalesce(
      stored.variant || (named.variant - '{row,options}'::text[]) = stored.variant
      and lower(named.variant ->> 'options') = lower(stored.variant ->> 'options'), false))
  into v_rows, v_changed
  from named
  full join (
    select there.*, matched.line from there left join matched on matched.place = there.place
  ) stored on stored.line = named.line;
  v_options := case
    when v_same then private.merged_options(v_options, p_options, v_places, v_now #> '{grid,variants}', v_rows)
    else p_options end;
  if not v_changed and v_options = v_now #> '{grid,options}' then
    return null;
  end if;
  return jsonb_build_object('variants', v_rows, 'options', v_options);
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_audits(p_entity text, p_changes private.audited_change[], p_part_of bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  select change.tenant_id, auth.uid(), private.staff_name(auth.uid(), change.tenant_id), 'update', p_entity, change.entity_id,
    orders.number || coalesce(' / ' || shipment.number, ''), change.before, change.after, p_part_of
  from unnest(p_changes) change
  left join public.shipments shipment on p_entity = 'shipments' and shipment.id = change.entity_id::uuid
  join public.orders on orders.id = case p_entity when 'orders' then change.entity_id::uuid else shipment.order_id end
  returning id
$function$;

CREATE OR REPLACE FUNCTION private.is_as_left(p_product public.products, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now constant jsonb := to_jsonb(p_product) || jsonb_build_object('variants', private.variant_prices(p_product.id))
    || case when p_after ? 'grid' then private.product_grid(p_product.id) else '{}' end
    || case when p_after ? 'costs' then jsonb_build_object('costs', private.all_costs_of(p_product.id)) else '{}' end;
begin
  return p_product.id is not null and (p_after ? 'deleted_at') = (p_product.deleted_at is not null) and not exists (
    select 1 from jsonb_each(p_after) field
    where field.key not in ('stocks', 'deleted_at') and field.value is distinct from v_now -> field.key
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_of_day(p_figure public.morning_figure)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_figure in ('sold', 'orders_placed', 'payments_received', 'returns_received')
$function$;

ALTER FUNCTION "private"."is_of_day"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_person_of(p_user_id uuid, p_tenant_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null))
    or exists (
      select 1 from public.staff_grants held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null));
end
$function$;

ALTER FUNCTION "private"."is_person_of"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_unseen(p_user_id uuid, p_happening text, p_about_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_happening
    when 'mentioned' then exists (
      select 1 from public.mentions mentioned join public.order_events event on event.id = mentioned.event_id
      where mentioned.user_id = p_user_id and mentioned.seen_at is null and event.order_id = p_about_id)
    else exists (
      select 1 from public.assignments assigned
      where assigned.user_id = p_user_id and assigned.seen_at is null
        and p_about_id in (assigned.order_id, assigned.conversation_id))
  end
$function$;

ALTER FUNCTION "private"."is_unseen"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.left_under_ceiling(p_tenant_id text, p_capability text, p_about_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, p_capability) end;
begin
  if v_ceiling is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'ceiling', p_tenant_id, p_capability, auth.uid()), 0));
  return greatest(v_ceiling - coalesce((
    select sum(used.amount) from private.ceiling_uses used
    where used.user_id = auth.uid() and used.tenant_id = p_tenant_id and used.capability = p_capability
      and used.day = private.shop_time()::date and used.about_id is distinct from p_about_id
  ), 0), 0);
end
$function$;

ALTER FUNCTION "private"."left_under_ceiling"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_discount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case
    when private.acts_as_staff(new.tenant_id) then private.ceiling(new.tenant_id, 'orders.discount') end;
  v_items constant numeric := new.subtotal - new.discount_total;
begin
  if new.manual_discount > round(v_items * v_ceiling / 100, 2) then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', 'discount', 'capability', 'orders.discount', 'percent', v_ceiling, 'amount', round(v_items * v_ceiling / 100, 2),
      'needed', ceil(new.manual_discount * 10000 / v_items) / 100));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."limit_discount"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_price(p_product public.products, p_about_id uuid, p_before numeric, p_after numeric, p_variant public.product_variants DEFAULT NULL::public.product_variants)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_ceiling numeric;
  v_before numeric;
  v_lowest numeric;
begin
  if not private.acts_as_staff(p_product.tenant_id) or p_before is null or p_before = p_after then
    return;
  end if;
  perform private.require_capability(p_product.tenant_id, 'products.price');
  v_ceiling := private.ceiling(p_product.tenant_id, 'products.price');
  if v_ceiling is null or p_after > p_before then
    return;
  end if;
  v_before := greatest(p_before, (
    select known.price from private.prices_before known
    where known.user_id = auth.uid() and known.about_id = p_about_id and known.day = v_today
  ));
  v_lowest := round(v_before * (100 - v_ceiling) / 100, 2);
  if coalesce(p_after, 0) < v_lowest then
    perform private.refuse('above_ceiling', private.product_names(p_product, p_variant) || jsonb_build_object(
      'reason', 'price', 'capability', 'products.price', 'percent', v_ceiling, 'price', v_lowest,
      'needed', ceil((v_before - coalesce(p_after, 0)) * 10000 / v_before) / 100));
  end if;
  delete from private.prices_before old where old.user_id = auth.uid() and old.day < v_today;
  insert into private.prices_before (user_id, about_id, tenant_id, price)
  values (auth.uid(), p_about_id, p_product.tenant_id, v_before)
  on conflict (user_id, about_id) do nothing;
end
$function$;

ALTER FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_approval_request(p_id uuid)
 RETURNS public.approval_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.approval_requests;
begin
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  if v_request.asked_by = auth.uid() then
    perform private.refuse('own_approval_request');
  elsif v_request.id is null or not private.may_decide(v_request) then
    perform private.refuse('unknown_approval_request');
  end if;
  perform private.lock_orders(array[v_request.order_id]) where v_request.order_id is not null;
  perform 1 from public.products product where product.id = any (v_request.product_ids) order by product.id for update;
  select request.* into v_request from public.approval_requests request where request.id = p_id for update;
  if v_request.state is distinct from 'pending' then
    perform private.refuse('approval_request_decided', jsonb_build_object('reason', coalesce(v_request.state, 'ended')));
  elsif v_request.asked_at < now() - interval '7 days' then
    perform private.refuse('approval_request_decided', '{"reason": "ended"}');
  end if;
  return v_request;
end
$function$;

ALTER FUNCTION "private"."lock_approval_request"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_grant_for_all_stores(p_grant public.staff_grants, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_grant.tenant_id is null then
    perform private.write_audit(tenant.id, p_action, 'staff_grants', p_grant.id::text,
      private.audit_label('staff_grants', to_jsonb(p_grant)),
      case p_action when 'delete' then to_jsonb(p_grant) end, case p_action when 'insert' then to_jsonb(p_grant) end)
    from public.tenants tenant order by tenant.position, tenant.id;
  end if;
end
$function$;

ALTER FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_staff_role(p_tenant_id text, p_action text, p_role private.staff_roles, p_before jsonb, p_after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_audit(p_tenant_id, p_action, 'staff_roles', p_role.id::text, p_role.name, p_before, p_after);
end
$function$;

ALTER FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mailbox_of_person(p_user_id uuid)
 RETURNS TABLE(email text, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(profile.email, ''), private.original_email(account.email::text, profile.tenant_id), account.email::text),
    private.office_language(account.id, profile.tenant_id)
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user_id
  order by profile.created_at limit 1
$function$;

ALTER FUNCTION "private"."mailbox_of_person"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.make_refunds(p_order_id uuid, p_amount numeric, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_payment record;
  v_money numeric;
  v_left numeric;
  v_is_sent boolean;
  v_lines jsonb := p_lines;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_is_sent := p_way is not null
    or coalesce(p_amount <= private.left_under_ceiling(v_order.tenant_id, 'money.refund'), true);
  v_left := least(p_amount, private.money_left(v_order));
  v_money := v_left;
  for v_payment in
    select payment.id, private.card_money_left(payment) as amount from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'paid' and coalesce(p_way, 'card') = 'card' and v_is_sent
    order by payment.paid_at desc, payment.created_at desc, payment.id
  loop
    if least(v_left, v_payment.amount) > 0 then
      v_lines := private.make_refund(v_order, least(v_left, v_payment.amount), 'card', v_payment.id, p_links, p_reason, v_lines, '');
      v_left := v_left - least(v_left, v_payment.amount);
    end if;
  end loop;
  if v_left > 0 and p_way = 'card' then
    perform private.refuse('no_card_payment', jsonb_build_object('amount', v_money - v_left));
  end if;
  v_lines := private.make_refund(v_order, v_left, p_way, null, p_links, p_reason, v_lines, p_reference);
  perform private.make_refund(v_order, p_amount - v_money,
    case when v_order.user_id is not null and v_is_sent then 'store_credit'::public.refund_way end, null, p_links, p_reason, v_lines, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.may_decide(p_request public.approval_requests)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_request.asked_by is distinct from auth.uid() and not private.is_service()
    and private.may(p_request.tenant_id, p_request.capability)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability), true);
end
$function$;

ALTER FUNCTION "private"."may_decide"(public.approval_requests) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_everywhere(p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_service() or private.has_required_aal() and exists (
    select 1 from private.held_capabilities held
    where held.user_id = auth.uid() and held.capability = p_capability and held.tenant_id is null
  );
end
$function$;

ALTER FUNCTION "private"."may_everywhere"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_give_role(p_user_id uuid, p_tenant_id text, p_role_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select given from unnest(private.capabilities_of_staff_role(p_role_id) || array['people.manage']) given
    where not exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and held.capability = given
        and (held.tenant_id is null or held.tenant_id is not distinct from p_tenant_id)
    )
  ) and not exists (
    select 1 from private.staff_role_capabilities granted
    join private.limited_capabilities limited on limited.capability = granted.capability
    where granted.role_id = p_role_id
      and private.ceiling(p_tenant_id, granted.capability, p_user_id) < coalesce(granted.ceiling, 'infinity')
  );
end
$function$;

ALTER FUNCTION "private"."may_give_role"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_have_views(p_tenant_id text, p_workplaces text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_tenant_id is null then cardinality(p_workplaces) > 0 else p_tenant_id = any (p_workplaces) end
$function$;

ALTER FUNCTION "private"."may_have_views"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.member_becomes_customer(p_user_id uuid, p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.staff_members member where member.user_id = p_user_id) and not exists (
    select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id
  ) then
    perform private.add_customer(p_user_id, p_tenant_id, '', private.staff_name(p_user_id, p_tenant_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."member_becomes_customer"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.member_shops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id = auth.uid() then
    perform private.member_becomes_customer(new.user_id, new.tenant_id);
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."member_shops"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mentioned_in(p_text text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select distinct found.id[1]::uuid
    from regexp_matches(p_text, '@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]', 'g') found (id)
  )
$function$;

ALTER FUNCTION "private"."mentioned_in"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_of_days(p_tenant_id text, p_today date)
 RETURNS public.money_figures
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    private.delivered_between(p_tenant_id, days.since, 'infinity'),
    private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    private.figure_amount(p_tenant_id, 'cash_with_carriers'),
    private.figure_amount(p_tenant_id, 'cash_overdue'))::public.money_figures
  from (select private.day_start(p_today - 29) as since) days
$function$;

CREATE OR REPLACE FUNCTION private.morning_entries(p_figure public.morning_figure, p_tenant_ids text[], p_day date)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.is_of_day(p_figure) or p_figure = 'ran_out' then
    return query select * from private.entries_of_day(
      p_figure, p_tenant_ids, private.day_start(p_day), private.day_start(p_day + 1));
  elsif p_figure in ('cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm') then
    return query select * from private.entries_owed(p_figure, p_tenant_ids);
  elsif p_figure in ('to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender') then
    return query select * from private.entries_queued(p_figure, p_tenant_ids);
  elsif p_figure in ('orders_late', 'shipments_quiet', 'messages_late') then
    return query select * from private.entries_late(p_figure, p_tenant_ids);
  elsif p_figure in ('running_out', 'sold_out') then
    return query select * from private.entries_of_stock(p_figure, p_tenant_ids);
  else
    return query select * from private.entries_unanswered(p_figure, p_tenant_ids);
  end if;
end
$function$;

ALTER FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.morning_figures(p_permitted private.permitted_figure[], p_day date)
 RETURNS TABLE(tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with permitted as (
    select asked.figure, asked.tenant_ids from unnest(p_permitted) asked where cardinality(asked.tenant_ids) > 0
  ), present as materialized (
    select permitted.figure, entry.tenant_id, count(*) as entries, sum(entry.amount) as amount
    from permitted cross join lateral private.morning_entries(permitted.figure, permitted.tenant_ids, p_day) entry
    group by permitted.figure, entry.tenant_id
  ), past as materialized (
    select permitted.figure, entry.tenant_id, count(*) as entries, sum(entry.amount) as amount
    from permitted cross join lateral private.morning_entries(permitted.figure, permitted.tenant_ids, p_day - 7) entry
    where private.is_of_day(permitted.figure)
    group by permitted.figure, entry.tenant_id
  )
  select store.id, permitted.figure, coalesce(present.entries, 0), coalesce(present.amount, 0),
    coalesce(past.entries, 0), coalesce(past.amount, 0)
  from permitted cross join lateral unnest(permitted.tenant_ids) store (id)
  left join present on present.figure = permitted.figure and present.tenant_id = store.id
  left join past on past.figure = permitted.figure and past.tenant_id = store.id
  order by permitted.figure, store.id
$function$;

ALTER FUNCTION "private"."morning_figures"(private.permitted_figure[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.morning_stores(p_capability text, p_tenant_ids text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select seen.id from unnest(private.tenants_where_may(p_capability)) seen (id)
    where seen.id <> all (private.gone_stores()) and (p_tenant_ids is null or seen.id = any (p_tenant_ids))
  )
$function$;

ALTER FUNCTION "private"."morning_stores"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.needs_recent_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_recent_second_step(new.tenant_id);
  return new;
end
$function$;

ALTER FUNCTION "private"."needs_recent_second_step"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_morning(p_hour integer, p_queued_on date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (greatest(private.shop_time()::date + (extract(hour from private.shop_time()) >= p_hour)::integer, p_queued_on + 1)
    + make_interval(hours => p_hour)) at time zone 'Africa/Cairo'
$function$;

ALTER FUNCTION "private"."next_morning"(integer, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_approval(p_order_id uuid, p_remark jsonb, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event_id uuid;
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', p_remark, true
  from public.orders where orders.id = p_order_id
  returning id into v_event_id;
  update public.order_event_actors acted set actor_id = p_person
  where acted.event_id = v_event_id and acted.actor_id <> p_person;
end
$function$;

ALTER FUNCTION "private"."note_approval"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_people constant uuid[] := private.mentioned_in(new.note);
begin
  insert into public.mentions (event_id, tenant_id, user_id, seen_at)
  select new.id, new.tenant_id, person.id, case when person.id = auth.uid() then now() end
  from unnest(v_people) person (id)
  where new.tenant_id || ' ' || person.id = any (private.people_who_may(array[new.tenant_id], 'orders.see'));
  return null;
end
$function$;

ALTER FUNCTION "private"."note_mentions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.office_language(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select member.office_language from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.office_language from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc, profile.tenant_id limit 1
    ),
    'en'
  );
end
$function$;

ALTER FUNCTION "private"."office_language"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.orders_by_phone(p_tenant_ids text[], p_phone text, p_limit integer)
 RETURNS SETOF public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_condition text := private.phone_condition('private.national_digits(o.address ->> ''phone'')', p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select o.* from public.orders o where o.tenant_id = any (%L) and (%s) order by o.created_at desc, o.id limit %s',
      p_tenant_ids, v_condition, p_limit);
  end if;
end
$function$;

ALTER FUNCTION "private"."orders_by_phone"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.overdue_promises(p_today date)
 RETURNS TABLE(days smallint, placed_until date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select promised.days::smallint, max(counted.day)
  from (
    select day.day::date as day, count(*) filter (where extract(dow from day.day) not in (5, 6)) over (
      order by day.day desc rows between unbounded preceding and 1 preceding
    ) as working_days
    from generate_series((p_today - 100)::timestamp, p_today - 1, interval '1 day') day
  ) counted
  join generate_series(0, 60) promised (days) on promised.days <= counted.working_days
  group by promised.days
$function$;

ALTER FUNCTION "private"."overdue_promises"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.own_staff_invitation(p_tenant_id text, p_id uuid)
 RETURNS private.staff_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  perform private.require_recent_second_step(p_tenant_id);
  select * into v_invitation from private.staff_invitations where id = p_id and tenant_id = p_tenant_id for update;
  if v_invitation.id is null then
    perform private.refuse('unknown_invitation');
  elsif v_invitation.accepted_at is not null or v_invitation.revoked_at is not null then
    perform private.refuse('invitation_closed');
  end if;
  return v_invitation;
end
$function$;

ALTER FUNCTION "private"."own_staff_invitation"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.parts_to_copy(p_kind public.copied_kind, p_from text, p_to text[], p_replace boolean)
 RETURNS SETOF private.copied_part
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with source as materialized (
    select part.key, part.position, part.value from private.copied_parts(p_kind, array[p_from]) part
  ), stored as materialized (
    select part.* from private.copied_parts(p_kind, p_to) part
  ), named as (
    select target.id as tenant_id, source.key from unnest(p_to) target (id) cross join source
    union
    select stored.tenant_id, stored.key from stored
  )
  select named.tenant_id, named.key, coalesce(source.position, stored.position), stored.value, case
    when source.value is null and p_kind in ('questions', 'zones') and not coalesce(p_replace, false) then stored.value
    else source.value
  end
  from named
  left join source on source.key = named.key
  left join stored on stored.tenant_id = named.tenant_id and stored.key = named.key
$function$;

ALTER FUNCTION "private"."parts_to_copy"(public.copied_kind, text, text[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.people_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('private.national_digits(p.phone)', p_phone);
begin
  if v_condition is not null then
    execute format(
      'select array(
        select p.id from public.profiles p where p.tenant_id = any (%L) and p.phone is not null and (%s) limit 200
      )', p_tenant_ids, v_condition) into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_ids, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$function$;

ALTER FUNCTION "private"."people_by_phone"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.people_who_may(p_tenant_ids text[], p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct place.id || ' ' || held.user_id
    from private.held_capabilities held
    join unnest(p_tenant_ids) place (id) on place.id = held.tenant_id or held.tenant_id is null
    where held.capability = p_capability
  );
end
$function$;

ALTER FUNCTION "private"."people_who_may"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_data_actor(p_tenant_id text, p_user_id uuid, p_capability text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := case
    when private.is_service() then 'system' when p_user_id = auth.uid() then 'shopper' else 'staff' end;
begin
  if v_actor = 'staff' then
    perform private.require_capability(p_tenant_id, p_capability);
    perform private.require_recent_second_step(p_tenant_id);
  else
    perform private.require_aal();
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  return v_actor;
end
$function$;

CREATE OR REPLACE FUNCTION private.product_grid(p_product_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with options as materialized (
    select option.* from public.product_options option where option.product_id = p_product_id
  )
  select jsonb_build_object(
    'grid', jsonb_build_object(
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('name', option.name, 'kind', option.kind, 'values', option.values,
          'swatches', option.swatches, 'translations', option.translations) order by option.position), '[]') from options option
      ),
      'variants', coalesce(jsonb_agg(jsonb_build_object(
        'id', variant.id,
        'options', (array[variant.option1, variant.option2, variant.option3])[:(select count(*)::integer from options)],
        'sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price, 'original_price', variant.original_price,
        'weight_grams', variant.weight_grams, 'image', variant.image, 'is_active', variant.is_active
      ) || case when stored.cost is null then '{}' else jsonb_build_object('cost', stored.cost) end
        order by variant.position, variant.id), '[]')
    ),
    'stocks', coalesce(jsonb_object_agg(variant.id, variant.stock) filter (where variant.id is not null), '{}')
  )
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$function$;

CREATE OR REPLACE FUNCTION private.product_price_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.limit_price(new, new.id, old.price, new.price);
  return null;
end
$function$;

ALTER FUNCTION "private"."product_price_written"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.profiles_of_person(p_tenant_id text, p_user_id uuid, p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, user_id uuid, same_email boolean, same_phone boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with confirmed as materialized (
    select
      case when account.email_confirmed_at is not null
        then lower(private.original_email(account.email::text, p_tenant_id)) else '' end as email,
      case when account.phone_confirmed_at is not null then coalesce(account.phone, '') else '' end as phone
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and profile.id = p_user_id
  ), known as (
    select other.id as tenant_id, profile.id as user_id, true as same_email, false as same_phone
    from confirmed
    cross join unnest(p_tenant_ids) as other (id)
    join public.profiles profile on profile.tenant_id = other.id and profile.email = confirmed.email
    join auth.users account on account.id = profile.id
    where confirmed.email <> '' and account.email_confirmed_at is not null
      and lower(private.original_email(account.email::text, other.id)) = confirmed.email
    union all
    select profile.tenant_id, profile.id, false, true
    from confirmed
    join auth.users account on account.phone_confirmed_at is not null and account.phone = any (array[
      confirmed.phone, '20' || private.national_digits(confirmed.phone), '+20' || private.national_digits(confirmed.phone),
      '0' || private.national_digits(confirmed.phone)
    ])
    join public.profiles profile on profile.id = account.id and profile.tenant_id = any (p_tenant_ids)
    where confirmed.phone <> ''
  )
  select known.tenant_id, known.user_id, bool_or(known.same_email), bool_or(known.same_phone)
  from known
  where not exists (
    select 1 from private.held_capabilities held
    where held.user_id = known.user_id and (held.tenant_id = known.tenant_id or held.tenant_id is null)
  )
  group by known.tenant_id, known.user_id
$function$;

ALTER FUNCTION "private"."profiles_of_person"(text, uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_reply_mail(p_message public.messages)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_contact_reply', p_message.id::text, p_tenant_id => p_message.tenant_id, p_max_attempts => 12)
$function$;

ALTER FUNCTION "private"."queue_reply_mail"(public.messages) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_store_content(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_store_people(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.approval_requests request where request.tenant_id = p_tenant_id;
  delete from private.ceiling_uses used where used.tenant_id = p_tenant_id;
  delete from private.prices_before lowered where lowered.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from private.staff_invitations invited where invited.tenant_id = p_tenant_id;
  delete from public.staff_notification_choices choice where choice.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_all_capabilities(p_tenant_id text, p_capabilities text[], p_ceilings jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from unnest(p_capabilities) given
    where not case when p_tenant_id is null then private.may_everywhere(given) else private.may(p_tenant_id, given) end
  ) then
    perform private.refuse('grants_more_than_own');
  elsif not private.is_service() and exists (
    select 1 from private.limited_capabilities limited
    where limited.capability = any (p_capabilities)
      and private.ceiling(p_tenant_id, limited.capability)
        < coalesce((p_ceilings ->> limited.capability)::numeric, 'infinity')
  ) then
    perform private.refuse('grants_more_than_own', '{"reason": "ceiling"}');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_assignable(p_tenant_ids text[], p_user_id uuid, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_user_id is not null and exists (
    select 1 from unnest(p_tenant_ids) place (id)
    where place.id || ' ' || p_user_id <> all (private.people_who_may(array[place.id], p_capability))
  ) then
    perform private.refuse('not_assignable');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_assignable"(text[], uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_copy_target(p_kind public.copied_kind, p_from text, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('copies:' || p_to, 0));
  if p_to = p_from then
    perform private.refuse('copied_to_itself');
  elsif not exists (select 1 from public.tenants tenant where tenant.id = p_to) then
    perform private.refuse('unknown_store');
  elsif p_to = any (private.gone_stores()) then
    perform private.refuse('store_gone');
  end if;
  perform private.require_capability(p_to, private.copied_capability(p_kind));
  if p_kind = 'questions' then
    perform from public.faq_questions question where question.tenant_id = p_to order by question.id for update;
  elsif p_kind = 'zones' then
    perform from public.shipping_zones zone where zone.tenant_id = p_to order by zone.id for update;
  else
    perform from public.settings where settings.tenant_id = p_to for update;
    perform from public.staff_settings where staff_settings.tenant_id = p_to for update;
    perform from public.brands brand where brand.tenant_id = p_to for update;
  end if;
end
$function$;

ALTER FUNCTION "private"."require_copy_target"(public.copied_kind, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_costs_allowed(p_tenant_id text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line integer;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or private.may(p_tenant_id, 'costs.see') then
    return;
  end if;
  select case when pg_input_is_valid(given.variant ->> 'row', 'integer') then (given.variant ->> 'row')::integer else given.place end
  into v_line
  from jsonb_array_elements(p_rows) with ordinality given (variant, place)
  where jsonb_typeof(given.variant) = 'object' and given.variant ? 'cost' order by given.place limit 1;
  if found then
    perform private.refuse_variant('costs_not_allowed', '{}', array[v_line], 'cost');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_costs_allowed"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_deletable(p_tenant_id text, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) or exists (
    select 1 from public.staff_grants where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null)
  ) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (not private.is_complete(status) or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_money_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Nobody is signed in where the installation itself writes.
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.money');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."require_money_settings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_new_store_id(p_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_id is null or length(p_id) not between 2 and 30 or p_id !~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' then
    perform private.refuse('store_id_invalid');
  elsif p_id = any ('{account,admin,all,api,app,assets,auth,brands,catalogue,cdn,chat,localhost,mail,orders,public,rest,shop,staff,'
    'static,storage,stores,support,www}') then
    perform private.refuse('store_id_reserved', jsonb_build_object('id', p_id));
  elsif exists (select 1 from public.tenants tenant where tenant.id = p_id)
    or exists (select 1 from auth.users account where strpos(account.email, '+' || p_id || '@') > 0) then
    perform private.refuse('store_id_taken', jsonb_build_object('id', p_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_recent_second_step(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours constant integer := coalesce(
    (select staff_settings.second_step_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id), 12);
begin
  if private.is_service() or auth.uid() is null
    or not exists (select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified') then
    return;
  end if;
  if not jsonb_path_exists(
    coalesce(auth.jwt() -> 'amr', '[]'),
    '$[*] ? (@.method == "totp" || @.method starts with "mfa/").timestamp ? (@ > $since)',
    jsonb_build_object('since', extract(epoch from now()) - v_hours * 3600)
  ) then
    perform private.refuse('second_step_old', jsonb_build_object('hours', v_hours));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_recent_second_step"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_single_names(p_kind public.copied_kind, p_tenant_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name text;
begin
  select part.key into v_name from private.copied_parts(p_kind, p_tenant_ids) part
  group by part.tenant_id, part.key having count(*) > 1 order by 1 limit 1;
  if found then
    perform private.refuse('copied_name_twice', jsonb_build_object('name', v_name));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_single_names"(public.copied_kind, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_somebody_in_charge(p_removed public.staff_grants)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if 'people.manage' = any (private.capabilities_of_staff_role(p_removed.role_id)) and exists (
    select 1 from public.tenants tenant
    where (tenant.id = p_removed.tenant_id or p_removed.tenant_id is null) and not exists (
      select 1 from private.held_capabilities held
      where held.capability = 'people.manage' and (held.tenant_id = tenant.id or held.tenant_id is null)
    ) and tenant.id <> all (private.gone_stores())
  ) then
    perform private.refuse('last_in_charge');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_under_ceiling(p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left constant numeric := private.left_under_ceiling(p_tenant_id, p_capability, p_about_id);
begin
  if p_amount > v_left then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', split_part(p_capability, '.', 2), 'capability', p_capability, 'amount', v_left, 'needed', p_amount));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
begin
  perform private.write_products(jsonb_build_array(
    jsonb_build_object('id', p_product_id, 'set', p_before - '{grid,stocks}'::text[])), 'Undone');
  select * into v_product from public.products where id = p_product_id;
  perform private.save_variants(v_product, p_before #> '{grid,options}', (
    select jsonb_agg(
      given.variant || jsonb_build_object('stock', p_before #> array['stocks', given.variant ->> 'id'],
        'cost', given.variant -> 'cost') || case
        when not exists (
          select 1 from public.product_variants stored
          where stored.product_id = p_product_id and stored.id::text = given.variant ->> 'id'
        ) then '{"id": null}'
        when p_after -> 'stocks' ? (given.variant ->> 'id')
          then jsonb_build_object('stock_was', p_after #> array['stocks', given.variant ->> 'id'])
        else '{}'
      end
      order by given.place)
    from jsonb_array_elements(p_before #> '{grid,variants}') with ordinality given (variant, place)
  ), 'Undone');
  return true;
exception when raise_exception or check_violation or unique_violation then
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.rights_of_staff_role(p_role_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'capabilities', private.capabilities_of_staff_role(p_role_id),
    'ceilings', nullif(private.ceilings_of_staff_role(p_role_id), '{}')));
end
$function$;

ALTER FUNCTION "private"."rights_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select variant from public.product_variants variant where variant.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.write_costs_of_rows(p_product.id, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- A concurrent transaction gave the SKU to another product.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$function$;

CREATE OR REPLACE FUNCTION private.second_factor_demanded(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from private.held_capabilities held
    join public.staff_settings on staff_settings.tenant_id = held.tenant_id or held.tenant_id is null
    where held.user_id = p_user_id and staff_settings.staff_need_second_factor
  ) or exists (
    select 1 from public.staff_grants held
    join private.staff_roles role on role.id = held.role_id
    where held.user_id = p_user_id and role.needs_second_factor
      and private.shop_time()::date between held.starts_on and coalesce(held.ends_on, 'infinity')
  );
end
$function$;

ALTER FUNCTION "private"."second_factor_demanded"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_email(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select private.original_email(account.email::text, p_tenant_id) from auth.users account where account.id = p_user_id
  ), '');
end
$function$;

ALTER FUNCTION "private"."staff_email"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_invitation_state(p_invitation private.staff_invitations, p_claim uuid)
 RETURNS public.staff_invitation_state
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).accepted_at is not null then 'accepted'
    when (p_invitation).revoked_at is not null then 'revoked'
    when (p_invitation).expires_at <= now() then 'expired'
    when (p_invitation).claimed_by is distinct from p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.staff_invitation_state
$function$;

ALTER FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_label(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(nullif(private.staff_name(p_user_id, p_tenant_id), ''), private.staff_email(p_user_id, p_tenant_id));
end
$function$;

ALTER FUNCTION "private"."staff_label"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_name(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select nullif(member.name, '') from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.name from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc limit 1
    ),
    ''
  );
end
$function$;

ALTER FUNCTION "private"."staff_name"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_notification_item(p_topic public.staff_topic, p_told private.staff_notifications, p_tenant_id text, p_language text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_topic
    when 'failed_job' then jsonb_build_object('happening', p_told.happening, 'note', p_told.note)
    when 'low_stock' then (
      select jsonb_build_object('id', variant.product_id, 'name', coalesce(product.translations -> p_language ->> 'name', product.name),
        'variant', private.variant_name_in(p_language, variant), 'stock', variant.stock)
      from public.product_variants variant join public.products product on product.id = variant.product_id
      where variant.id = p_told.about_id and variant.is_active and product.is_active
        and variant.stock <= private.low_stock_of(p_tenant_id)
    )
    when 'for_me' then (
      select jsonb_build_object('id', p_told.about_id, 'number', orders.number, 'happening', p_told.happening)
      from public.staff_notification_choices choice left join public.orders on orders.id = p_told.about_id
      where choice.id = p_told.choice_id and private.is_unseen(choice.user_id, p_told.happening, p_told.about_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.staff_topic_capability(p_topic public.staff_topic)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then 'orders.see' when 'problem' then 'orders.see' when 'low_stock' then 'products.see'
    when 'failed_job' then 'settings.store' when 'for_me' then 'orders.see' end
$function$;

CREATE OR REPLACE FUNCTION private.stores_where_may(p_tenant_ids text[], p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select distinct asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, p_capability) order by asked.id);
begin
  if cardinality(v_tenant_ids) = 0 then
    perform private.require_capability(p_tenant_ids[1], p_capability);
  end if;
  return v_tenant_ids;
end
$function$;

ALTER FUNCTION "private"."stores_where_may"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', case when new.order_id is null then 'conversation' else 'assigned' end,
    array[coalesce(new.order_id, new.conversation_id)], p_user_id => new.user_id);
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_assignee"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_mentioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'mentioned', array[event.order_id], p_user_id => new.user_id)
  from public.order_events event where event.id = new.event_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_mentioned"() OWNER TO "postgres";
