set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.asked_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
 RETURNS TABLE(product_id uuid, variant_id uuid, new_price numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select product.id, null::uuid, (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric
  from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
  union all
  select variant.product_id, variant.id, coalesce((wanted ->> 'price')::numeric, product.price)
  from jsonb_array_elements(p_arguments -> 'p_variants') wanted
  join public.product_variants variant on variant.id::text = wanted ->> 'id'
  join public.products product on product.id = variant.product_id
  where p_act = 'save_product_variants'
  union all
  select product.id, null, (given #>> '{set,price}')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  join public.products product on product.id = any (p_product_ids) and (product.id::text = given ->> 'id'
    or coalesce(given ->> 'id', '') = '' and lower(product.name) = lower(btrim(given #>> '{set,name}', E' \t\r\n')))
  where p_act = 'import_products' and given -> 'set' ? 'price'
  union all
  select variant.product_id, variant.id, (wanted ->> 'price')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  cross join jsonb_array_elements(coalesce(given -> 'variants', '[]')) wanted
  join public.product_variants variant on variant.product_id = any (p_product_ids)
    and wanted -> 'options' = to_jsonb(array_remove(array[variant.option1, variant.option2, variant.option3], null))
  where p_act = 'import_products' and wanted ? 'price'
  union all
  select entry.product_id, null, (entry.before ->> 'price')::numeric
  from private.product_change_entries entry
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid and entry.before ? 'price'
  union all
  select entry.product_id, variant.id, coalesce((variant_was.value ->> 'price')::numeric, (entry.before ->> 'price')::numeric)
  from private.product_change_entries entry
  cross join jsonb_array_elements(coalesce(entry.before #> '{grid,variants}', '[]')) variant_was (value)
  join public.product_variants variant on variant.id::text = variant_was.value ->> 'id'
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid
  union all
  select entry.entity_id::uuid, null, (entry.before ->> 'price')::numeric
  from public.audit_log entry
  where p_act = 'undo_changes' and entry.entity = 'products' and entry.before ? 'price' and entry.tenant_id = p_arguments ->> 'p_tenant_id'
    and private.is_asked_entry(entry, p_arguments);
end
$function$;

ALTER FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) OWNER TO "postgres";

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
      select orders.number from public.orders where orders.id = coalesce((p_row ->> 'order_id')::uuid, (
        select back.order_id from public.returns back where back.id = (p_row ->> 'return_id')::uuid))
    ), (
      select private.approval_label(request) from public.approval_requests request
      where request.id = (p_row ->> 'approval_request_id')::uuid
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

CREATE OR REPLACE FUNCTION private.begin_data_export(p_tenant_id text, p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := private.personal_data_actor(p_tenant_id, p_user_id, 'personal_data.export');
begin
  if v_actor = 'staff' then
    perform private.write_audit(p_tenant_id, 'insert', 'exports', p_user_id::text, private.staff_label(p_user_id, p_tenant_id), null,
      '{"list": "person"}');
  end if;
  return v_actor;
end
$function$;

ALTER FUNCTION "private"."begin_data_export"(text, uuid) OWNER TO "postgres";

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
    when 'import_products' then
      perform private.import_all(p_arguments ->> 'p_tenant_id', p_arguments -> 'p_rows', (p_arguments ->> 'p_create_categories')::boolean);
    when 'undo_product_change' then
      perform private.undo_whole_change((p_arguments ->> 'p_change_id')::uuid);
    when 'undo_changes' then
      perform private.undo_all_entries(p_arguments ->> 'p_tenant_id',
        array(select asked::bigint from jsonb_array_elements_text(p_arguments -> 'p_ids') asked),
        coalesce((p_arguments ->> 'p_parts')::boolean, true));
  end case;
  return v_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.could_decide(p_request public.approval_requests, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_request.asked_by <> p_user_id and private.holds_capability(p_request.tenant_id, p_request.capability, p_user_id)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability, p_user_id), true);
end
$function$;

ALTER FUNCTION "private"."could_decide"(public.approval_requests, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_old_approval_requests(p_tenant_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.state = 'pending'
      and request.asked_at < now() - interval '7 days'
    for update skip locked
  ), 'expired');
  delete from public.approval_requests request
  where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.decided_at < now() - interval '90 days';
end
$function$;

ALTER FUNCTION "private"."end_old_approval_requests"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records', 'exports')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$function$;

CREATE OR REPLACE FUNCTION private.happening_capability(p_happening text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_happening = 'conversation' then 'customers.see' when p_happening like 'request%' then 'approvals.see'
    else 'orders.see' end
$function$;

ALTER FUNCTION "private"."happening_capability"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.higher_refusal(p_one jsonb, p_other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_one is null or (p_other ->> 'needed')::numeric > (p_one ->> 'needed')::numeric then p_other else p_one end
$function$;

ALTER FUNCTION "private"."higher_refusal"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_all(p_tenant_id text, p_rows jsonb, p_create_categories boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_imported constant public.product_import_result := public.import_products(
    p_tenant_id, p_rows, false, p_create_categories => coalesce(p_create_categories, false));
begin
  perform private.raise_refusal(imported.refusal)
  from unnest(v_imported.rows) imported where imported.outcome = 'refused'
  order by imported.refusal ->> 'code' = 'above_ceiling', (imported.refusal ->> 'needed')::numeric desc nulls last limit 1;
end
$function$;

ALTER FUNCTION "private"."import_all"(text, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_product_ids(p_tenant_id text, p_rows jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(given ->> 'id', 'uuid') then (given ->> 'id')::uuid end),
    array_agg(lower(btrim(given #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(given ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) given;
  return array(
    select product.id from public.products product
    where product.tenant_id = p_tenant_id and product.deleted_at is null
      and (product.id = any (v_ids) or lower(product.name) = any (v_names))
    order by product.id
  );
end
$function$;

ALTER FUNCTION "private"."imported_product_ids"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_asked_entry(p_entry public.audit_log, p_arguments jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_arguments -> 'p_ids' @> to_jsonb(p_entry.id)
    or coalesce((p_arguments ->> 'p_parts')::boolean, true) and p_arguments -> 'p_ids' @> to_jsonb(p_entry.part_of)
$function$;

ALTER FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_recent_proof(p_has_factor boolean, p_hours integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) proof
    where (proof ->> 'timestamp')::numeric > extract(epoch from now()) - p_hours * 3600 and case when p_has_factor
      then proof ->> 'method' = 'totp' or proof ->> 'method' like 'mfa/%'
      else proof ->> 'method' not in ('token_refresh', 'anonymous') end
  )
$function$;

ALTER FUNCTION "private"."is_recent_proof"(boolean, integer) OWNER TO "postgres";

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
    when 'request_decided' then exists (
      select 1 from public.approval_requests request
      where request.id = p_about_id and request.asked_by = p_user_id and request.seen_at is null and request.state <> 'pending')
    else exists (
      select 1 from public.assignments assigned
      where assigned.user_id = p_user_id and assigned.seen_at is null
        and p_about_id in (assigned.order_id, assigned.conversation_id, assigned.return_id, assigned.approval_request_id))
  end
$function$;

CREATE OR REPLACE FUNCTION private.lock_imported_products(p_tenant_id text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.products product
  where product.id = any (private.imported_product_ids(p_tenant_id, p_rows)) order by product.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_undoable_change(p_change_id uuid)
 RETURNS private.product_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_change private.product_changes;
begin
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if exists (
    select 1 from private.product_change_entries entry where entry.change_id = p_change_id and private.changes_costs(entry)
  ) then
    perform private.require_capability(v_change.tenant_id, 'costs.see');
  end if;
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  update private.product_change_entries entry set awaits_approval = false
  where entry.change_id = p_change_id and not exists (
    select 1 from private.product_change_entries other where other.change_id = p_change_id and not other.awaits_approval
  );
  return v_change;
end
$function$;

ALTER FUNCTION "private"."lock_undoable_change"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_hear_of(p_tenant_id text, p_topic public.staff_topic)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from unnest(private.staff_topic_capabilities(p_topic)) needed where private.may(p_tenant_id, needed))
$function$;

CREATE OR REPLACE FUNCTION private.owner_alert_kind(p_entry public.audit_log)
 RETURNS public.owner_alert_kind
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_entry.entity = 'settings' and (p_entry.before ? 'payment'
      or jsonb_path_query_array(p_entry.before, '$.translations.*.payment')
        <> jsonb_path_query_array(p_entry.after, '$.translations.*.payment')) then 'payment'
    when p_entry.entity in ('user_roles', 'staff_grants', 'staff_roles', 'staff_invitations') then 'rights'
    when p_entry.entity = 'mfa_factors' or p_entry.entity = 'staff_settings'
      and p_entry.before ?| '{staff_need_second_factor,second_step_hours,customers_need_aal2}' then 'security'
    when p_entry.entity = 'exports' and p_entry.after ->> 'list' in ('person', 'customers', 'orders', 'messages', 'users', 'changes')
      then 'export'
  end::public.owner_alert_kind
$function$;

ALTER FUNCTION "private"."owner_alert_kind"(public.audit_log) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owners_of(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct held.user_id from public.user_roles held
    where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  )
$function$;

ALTER FUNCTION "private"."owners_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owners_to_alert(p_entry public.audit_log)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owners constant uuid[] := private.owners_of(p_entry.tenant_id);
  v_about constant uuid := case when p_entry.entity = 'user_roles' then coalesce((p_entry.before ->> 'user_id')::uuid, (
    select held.user_id from public.user_roles held where held.id::text = p_entry.entity_id)) end;
  v_others uuid[] := array_remove(v_owners, p_entry.actor_id);
begin
  if array_remove(v_others, v_about) = '{}' then
    v_others := v_owners;
  end if;
  return case when v_about is not null and p_entry.before ->> 'role' = 'super_admin' and v_about <> p_entry.actor_id
    then array_append(array_remove(v_others, v_about), v_about) else v_others end;
end
$function$;

ALTER FUNCTION "private"."owners_to_alert"(public.audit_log) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_recent_second_step(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours constant integer := coalesce(
    (select staff_settings.second_step_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id), 12);
  v_has_factor constant boolean := exists (
    select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
begin
  if not private.is_service() and auth.uid() is not null and not private.is_recent_proof(v_has_factor, v_hours) then
    perform private.refuse(case when v_has_factor then 'second_step_old' else 'sign_in_old' end, jsonb_build_object('hours', v_hours));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
  v_message text;
  v_detail text;
  v_hint text;
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
  return null;
exception when raise_exception or check_violation or unique_violation then
  get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
  return coalesce(
    private.caught_refusal(v_message, v_detail, v_hint), private.refusal('unfit_since', jsonb_build_object('name', v_product.name)));
end
$function$;

ALTER FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_joins_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select new.tenant_id, new.id, assigned.user_id, assigned.assigned_by, case when assigned.user_id = auth.uid() then now() end
  from public.assignments assigned where assigned.tenant_id = new.tenant_id and assigned.order_id = new.order_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."return_joins_order"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.returns_follow_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was constant uuid := case when tg_op <> 'INSERT' then old.user_id end;
  v_order_id constant uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if tg_op = 'DELETE' then
    delete from public.assignments assigned using public.returns back
    where back.order_id = v_order_id and private.is_open_return(back.state) and assigned.return_id = back.id
      and assigned.user_id = v_was;
    return null;
  end if;
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select back.tenant_id, back.id, new.user_id, new.assigned_by, now()
  from public.returns back where back.order_id = v_order_id and private.is_open_return(back.state)
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id = v_was;
  return null;
end
$function$;

ALTER FUNCTION "private"."returns_follow_order"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sees_request(p_request public.approval_requests)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.may(p_request.tenant_id, 'approvals.see')
    and (p_request.asked_by = auth.uid() or private.may_decide(p_request) or private.is_service());
end
$function$;

ALTER FUNCTION "private"."sees_request"(public.approval_requests) OWNER TO "postgres";

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
      select jsonb_strip_nulls(jsonb_build_object('id', coalesce(back.order_id, p_told.about_id), 'note', nullif(request.word, ''),
        'number', coalesce(orders.number, private.approval_label(request)), 'happening', case when p_told.happening = 'request_decided'
          then 'request_' || coalesce(request.ended_because, request.state::text) else p_told.happening end))
      from public.staff_notification_choices choice
      left join public.returns back on back.id = p_told.about_id
      left join public.orders on orders.id = coalesce(back.order_id, p_told.about_id)
      left join public.approval_requests request on request.id = p_told.about_id
      where choice.id = p_told.choice_id and private.is_unseen(choice.user_id, p_told.happening, p_told.about_id)
        and private.holds_capability(p_tenant_id, private.happening_capability(p_told.happening), choice.user_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.staff_topic_capabilities(p_topic public.staff_topic)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then array['orders.see'] when 'problem' then array['orders.see'] when 'low_stock' then array['products.see']
    when 'failed_job' then array['settings.store'] when 'for_me' then array['orders.see', 'customers.see', 'approvals.see'] end
$function$;

ALTER FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_asker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'request_decided', array[new.id], p_user_id => new.asked_by);
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_asker"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.seen_at is null then
    perform private.tell_staff(new.tenant_id, 'for_me', case when new.order_id is not null then 'assigned'
        when new.return_id is not null then 'return_assigned'
        when new.approval_request_id is not null then 'request_assigned' else 'conversation' end,
      array[coalesce(new.order_id, new.return_id, new.approval_request_id, new.conversation_id)], p_user_id => new.user_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_all_entries(p_tenant_id text, p_ids bigint[], p_parts boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_undone constant public.undone_changes := public.undo_changes(p_tenant_id, p_ids, p_parts => p_parts);
begin
  if v_undone.above_ids <> '{}' then
    perform private.raise_refusal(v_undone.refusal);
  end if;
end
$function$;

ALTER FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_whole_change(p_change_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.product_undo_result;
  v_refusal jsonb;
begin
  update private.product_change_entries entry set awaits_approval = false where entry.change_id = p_change_id;
  loop
    v_part := public.undo_product_change(p_change_id);
    v_refusal := private.higher_refusal(v_refusal, v_part.refusal);
    exit when not v_part.more;
  end loop;
  perform private.raise_refusal(v_refusal);
end
$function$;

ALTER FUNCTION "private"."undo_whole_change"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_within_ceiling(p_rows jsonb[], OUT written jsonb[], OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row jsonb;
  v_refusal jsonb := private.refusal_of(format('select private.write_products(%L, ''Undone'')', to_jsonb(p_rows)));
begin
  written := case when v_refusal is null then p_rows else '{}' end;
  if v_refusal is null then
    return;
  end if;
  foreach v_row in array p_rows loop
    v_refusal := private.refusal_of(format('select private.write_products(%L, ''Undone'')', jsonb_build_array(v_row)));
    if v_refusal is null then
      written := written || v_row;
    elsif v_refusal ->> 'code' = 'above_ceiling' then
      refusal := private.higher_refusal(refusal, v_refusal);
    else
      perform private.raise_refusal(v_refusal);
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "private"."undo_within_ceiling"(jsonb[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.approval_deciders(p_id uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select person.id, private.staff_label(person.id, request.tenant_id)
  from public.approval_requests request
  cross join lateral unnest(private.staff_ids(request.tenant_id)) person (id)
  where request.id = p_id and private.sees_request(request) and private.could_decide(request, person.id)
  order by 2, 1;
end
$function$;

ALTER FUNCTION "public"."approval_deciders"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_approval_requests(p_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_requests public.approval_requests[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_approval_requests', p_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  v_requests := array(
    select request from public.approval_requests request
    where request.id = any (p_ids) and request.state = 'pending' and private.sees_request(request) order by request.id for update
  );
  if cardinality(v_requests) = 0 or cardinality(v_requests) < (select count(distinct wanted) from unnest(p_ids) wanted) then
    perform private.refuse('unknown_approval_request');
  elsif p_user_id is not null and exists (
    select 1 from unnest(v_requests) request where not private.could_decide(request, p_user_id)
  ) then
    perform private.refuse('not_assignable');
  end if;
  delete from public.assignments assigned where p_user_id is null and assigned.approval_request_id = any (p_ids);
  insert into public.assignments (tenant_id, approval_request_id, user_id, assigned_by, seen_at)
  select request.tenant_id, request.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from unnest(v_requests) request where p_user_id is not null
  on conflict (tenant_id, approval_request_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_returns(p_return_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_returns', p_return_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select asked.tenant_id from public.returns asked
    where asked.id = any (p_return_ids) and private.may(asked.tenant_id, 'orders.see') order by asked.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_return_ids) wanted) then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  delete from public.assignments assigned where p_user_id is null and assigned.return_id = any (p_return_ids);
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select asked.tenant_id, asked.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.returns asked where asked.id = any (p_return_ids) and p_user_id is not null order by asked.id
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.expire_approval_requests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  perform private.end_old_approval_requests();
end
$function$;

ALTER FUNCTION "public"."expire_approval_requests"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.begin_data_export(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] from public.profiles
      where id = v_user_id and tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - v_own order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - v_own order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - v_own || jsonb_build_object('answered_at', facts.answered_at, 'messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by conversations.created_at)
      from public.conversations join public.conversation_staff_facts facts on facts.conversation_id = conversations.id
      where conversations.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.for_me(p_tenant_ids text[], p_limit integer DEFAULT 100)
 RETURNS SETOF public.meant_for_me
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from (
    select assigned.tenant_id, case when assigned.order_id is null then 'return' else 'order' end, orders.id, null::uuid, orders.number,
      '', private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null::uuid
    from public.assignments assigned
    left join public.returns back on back.id = assigned.return_id
    join public.orders on orders.id = coalesce(assigned.order_id, back.order_id)
    where (back.id is null or private.is_open_return(back.state) and not exists (
        select 1 from public.assignments whole where whole.order_id = back.order_id and whole.user_id = assigned.user_id
      )) and assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids)
      and assigned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select assigned.tenant_id, 'conversation', null, conversation.id,
      coalesce(nullif(conversation.subject, ''), nullif(conversation.name, ''), conversation.email), '',
      private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null
    from public.assignments assigned
    join public.conversations conversation on conversation.id = assigned.conversation_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and conversation.is_open
      and assigned.tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    union all
    select mentioned.tenant_id, 'mention', orders.id, null, orders.number, event.note,
      coalesce(private.staff_label(made.actor_id, mentioned.tenant_id), ''), mentioned.created_at, mentioned.seen_at is not null, null
    from public.mentions mentioned
    join public.order_events event on event.id = mentioned.event_id
    join public.orders on orders.id = event.order_id
    left join public.order_event_actors made on made.event_id = event.id
    where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids)
      and mentioned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select request.tenant_id, 'request', request.order_id, null, private.approval_label(request), request.note,
      private.staff_label(request.asked_by, request.tenant_id), assigned.assigned_at, assigned.seen_at is not null, request.id
    from public.assignments assigned
    join public.approval_requests request on request.id = assigned.approval_request_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and request.state = 'pending'
      and private.may_decide(request)
    union all
    select request.tenant_id, request.state::text, request.order_id, null, private.approval_label(request), request.word,
      coalesce(private.staff_label(request.decided_by, request.tenant_id), ''), request.decided_at, request.seen_at is not null,
      request.id
    from public.approval_requests request
    where request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
      and (request.seen_at is null or request.decided_at > now() - interval '7 days')
      and request.tenant_id = any ((select private.tenants_where_may('approvals.see'))::text[])
  ) meant (tenant_id, kind, order_id, conversation_id, about, note, from_name, at, is_seen, approval_request_id)
  order by meant.is_seen, meant.at desc
  limit least(greatest(p_limit, 1), 500)
$function$;

CREATE OR REPLACE FUNCTION public.list_approval_requests(p_tenant_ids text[], p_whose text DEFAULT ''::text)
 RETURNS TABLE(id uuid, tenant_id text, act public.approval_act, needed numeric, facts jsonb, note text, word text, order_id uuid, customer_id uuid, product_ids uuid[], state public.approval_state, ended_because text, asked_by text, asked_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, is_own boolean, may_decide boolean, is_news boolean, assignee uuid, assignee_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select request.id, request.tenant_id, request.act, request.needed,
    case when profile.name <> '' then request.facts || jsonb_build_object('customer', profile.name) else request.facts end,
    request.note, request.word, request.order_id, request.customer_id, request.product_ids,
    case when shown.has_expired then 'ended' else request.state end,
    case when shown.has_expired then 'expired' else request.ended_because end,
    private.staff_label(request.asked_by, request.tenant_id), request.asked_at,
    private.staff_label(request.decided_by, request.tenant_id), request.decided_at, shown.is_own,
    shown.may_decide and request.state = 'pending' and not shown.has_expired,
    shown.is_own and request.state <> 'pending' and request.seen_at is null,
    assigned.user_id, private.staff_label(assigned.user_id, request.tenant_id)
  from public.approval_requests request
  left join public.assignments assigned on assigned.tenant_id = request.tenant_id and assigned.approval_request_id = request.id
    and request.state = 'pending' and private.could_decide(request, assigned.user_id)
  left join public.profiles profile on profile.id = request.customer_id and profile.tenant_id = request.tenant_id
  cross join lateral (
    select request.asked_by = auth.uid() as is_own, private.may_decide(request) as may_decide,
      request.state = 'pending' and request.asked_at < now() - interval '7 days' as has_expired
  ) shown
  where request.tenant_id = any (v_tenant_ids) and (shown.is_own or shown.may_decide) and case p_whose
    when 'mine' then assigned.user_id = auth.uid()
    when 'nobody' then request.state = 'pending' and not shown.has_expired and assigned.user_id is null else true end
  order by request.state = 'pending' desc, request.asked_at desc, request.id
  limit 200;
end
$function$;

ALTER FUNCTION "public"."list_approval_requests"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.log_export(p_tenant_ids text[], p_list text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('log_export', p_tenant_ids, p_list)) then
    return;
  end if;
  if p_list !~ '^[a-z][a-z_-]{0,39}$' then
    perform private.refuse('invalid_rows');
  end if;
  perform private.write_audit(place.id, 'insert', 'exports', place.id, p_list, null, jsonb_build_object('list', p_list))
  from (select unnest(p_tenant_ids) intersect select unnest(private.workplaces())) place (id);
end
$function$;

ALTER FUNCTION "public"."log_export"(text[], text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_seen(p_tenant_ids text[], p_order_id uuid DEFAULT NULL::uuid, p_conversation_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant boolean := p_order_id is null and p_conversation_id is null;
begin
  perform private.require_aal();
  update public.assignments assigned set seen_at = now()
  where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and assigned.seen_at is null
    and (v_all or assigned.order_id = p_order_id or assigned.conversation_id = p_conversation_id
      or assigned.return_id in (select back.id from public.returns back where back.order_id = p_order_id));
  update public.approval_requests request set seen_at = now()
  where v_all and request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
    and request.seen_at is null;
  update public.mentions mentioned set seen_at = now()
  where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids) and mentioned.seen_at is null
    and (v_all or exists (
      select 1 from public.order_events event where event.id = mentioned.event_id and event.order_id = p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.owner_alerts_sent(p_alert_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.owner_alerts told set sent_at = now() where told.id = any (p_alert_ids);
end
$function$;

ALTER FUNCTION "public"."owner_alerts_sent"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owner_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text, actor_name text, items jsonb, alert_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_owner_alert', p_job_ids);
begin
  perform private.require_service();
  return query
  with due as (
    select distinct on (told.user_id, told.actor_id) told.user_id, told.actor_id, told.id as job_key
    from private.owner_alerts told where told.id = any (v_alerts) and told.sent_at is null
    order by told.user_id, told.actor_id, told.id
  ), acts as (
    select due.user_id, due.actor_id, due.job_key, min(entry.id) as first_id, array_agg(waiting.id) as alert_ids,
      array_agg(entry.tenant_id order by entry.id) as tenant_ids, entry.created_at as at, entry.entity, entry.action, entry.label,
      entry.before, entry.after, (array_agg(private.owner_alert_kind(entry)))[1] as kind
    from due
    join private.owner_alerts waiting on waiting.user_id = due.user_id and waiting.actor_id = due.actor_id and waiting.sent_at is null
    join public.audit_log entry on entry.tenant_id = waiting.tenant_id and entry.id = waiting.audit_id
    group by due.user_id, due.actor_id, due.job_key, entry.created_at, entry.entity, entry.entity_id, entry.action, entry.label,
      entry.before, entry.after
  )
  select act.job_key, (array_agg(act.tenant_ids[1] order by act.first_id))[1], mailbox.email, mailbox.language,
    private.staff_label(act.actor_id, (array_agg(act.tenant_ids[1] order by act.first_id))[1]),
    jsonb_agg(jsonb_build_object('kind', act.kind, 'entity', act.entity, 'action', act.action, 'label', act.label,
      'before', act.before, 'after', act.after, 'tenant_ids', act.tenant_ids, 'at', act.at) order by act.first_id),
    array(
      select alert_id from acts told cross join unnest(told.alert_ids) alert_id where told.job_key = act.job_key)
  from acts act
  cross join lateral private.mailbox_of_person(act.user_id) mailbox
  group by act.job_key, act.actor_id, mailbox.email, mailbox.language;
end
$function$;

ALTER FUNCTION "public"."owner_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.see_approval_requests(p_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.assignments assigned set seen_at = now()
  where assigned.approval_request_id = any (p_ids) and assigned.user_id = auth.uid() and assigned.seen_at is null;
  update public.approval_requests request set seen_at = now()
  where request.id = any (p_ids) and request.asked_by = auth.uid() and request.state <> 'pending' and request.seen_at is null;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not exists (
      select 1 from unnest(private.staff_topic_capabilities(choice.topic)) needed
      where private.holds_capability(choice.tenant_id, needed, choice.user_id))
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', person.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, reader.language;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_changes(p_tenant_id text, p_ids bigint[], p_before bigint DEFAULT NULL::bigint, p_parts boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_above bigint[] := '{}';
  v_highest jsonb;
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'log.undo');
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      elsif v_entry.entity = 'variant_costs' then
        perform private.undo_cost_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
      if v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_entry.id;
        v_highest := private.higher_refusal(v_highest, v_why);
      end if;
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.raise_refusal(v_highest);
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), coalesce(v_highest, v_why),
    case when cardinality(v_ids) > 100 then v_ids[100] end, v_above);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_why jsonb;
  v_rows jsonb[] := '{}';
  v_grids jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_above uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
  v_change := private.lock_undoable_change(p_change_id);
  for v_entry in
    select entry.* from private.product_change_entries entry
    where entry.change_id = p_change_id and not entry.awaits_approval order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    continue when not private.is_as_left(v_product, v_entry.after);
    if v_set ? 'grid' then
      v_why := private.restore_grid(v_product.id, v_set, v_entry.after);
      if v_why is null then
        v_grids := v_grids || jsonb_build_object('id', v_product.id);
      elsif v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_product.id;
        v_result.refusal := private.higher_refusal(v_result.refusal, v_why);
      end if;
    else
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  v_above := v_above || array(select (waiting ->> 'id')::uuid from unnest(v_rows) waiting);
  select outcome.written, private.higher_refusal(v_result.refusal, outcome.refusal) into v_rows, v_result.refusal
  from private.undo_within_ceiling(v_rows) outcome;
  v_rows := v_rows || v_grids;
  v_above := array(
    select waiting from unnest(v_above) waiting where waiting not in (select (restored ->> 'id')::uuid from unnest(v_rows) restored));
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  update private.product_change_entries set awaits_approval = true where change_id = p_change_id and product_id = any (v_above);
  delete from private.product_change_entries
  where change_id = p_change_id and product_id = any (v_seen) and product_id <> all (v_above);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id and not awaits_approval);
  if not exists (select 1 from private.product_change_entries where change_id = p_change_id) then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result.above := cardinality(v_above);
  v_result."left" := cardinality(v_seen) - v_result.restored - v_result.above;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER TABLE "private"."owner_alerts" ADD CONSTRAINT "owner_alerts_tenant_id_audit_id_fkey" FOREIGN KEY (tenant_id, audit_id) REFERENCES public.audit_log(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."owner_alerts" ADD CONSTRAINT "owner_alerts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_id_key" UNIQUE (tenant_id, id);

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_one_thing" CHECK ((num_nonnulls(order_id, conversation_id, return_id, approval_request_id) = 1));

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_approval_request_id_fkey" FOREIGN KEY (tenant_id, approval_request_id) REFERENCES public.approval_requests(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_approval_request_id_key" UNIQUE (tenant_id, approval_request_id);

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_return_id_fkey" FOREIGN KEY (tenant_id, return_id) REFERENCES public.returns(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_return_id_key" UNIQUE (tenant_id, return_id);

CREATE INDEX owner_alerts_of_entry ON private.owner_alerts USING btree (tenant_id, audit_id);

CREATE INDEX owner_alerts_of_person ON private.owner_alerts USING btree (user_id, actor_id, sent_at);

CREATE TRIGGER jobs_deleted AFTER DELETE ON private.owner_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_owner_alert');

CREATE TRIGGER asker_told AFTER UPDATE OF state ON public.approval_requests FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION private.tell_asker();

CREATE TRIGGER returns_follow_another_person AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (new.user_id <> old.user_id))) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER returns_follow_new_person AFTER INSERT ON public.assignments FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER returns_follow_to_nobody AFTER DELETE ON public.assignments FOR EACH ROW WHEN ((old.order_id IS NOT NULL)) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER owners_alerted AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.alert_owners();

CREATE TRIGGER returns_join_order AFTER INSERT ON public.returns FOR EACH ROW EXECUTE FUNCTION private.return_joins_order();

CREATE POLICY "Staff read who decides about their store's requests" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((approval_request_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('approvals.see'::text), 'approvals.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read who works on their store's orders and returns" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((num_nonnulls(order_id, return_id) = 1) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('orders.see'::text), 'orders.see'::text) AS people_who_may)::text[]))));

REVOKE ALL ON FUNCTION "private"."alert_owners"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."alert_owners"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."alert_owners"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."alert_owners"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."begin_data_export"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_data_export"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_data_export"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_data_export"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."happening_capability"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."happening_capability"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."happening_capability"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."happening_capability"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_all"(text, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_all"(text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_all"(text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_all"(text, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_product_ids"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_product_ids"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_product_ids"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_product_ids"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_recent_proof"(boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_recent_proof"(boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_recent_proof"(boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_recent_proof"(boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_undoable_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_undoable_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_undoable_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_undoable_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owner_alert_kind"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_alert_kind"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_alert_kind"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_alert_kind"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owners_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owners_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owners_to_alert"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owners_to_alert"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_to_alert"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_to_alert"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."return_joins_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_joins_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_joins_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_joins_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."returns_follow_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."returns_follow_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."returns_follow_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."returns_follow_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."sees_request"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_request"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sees_request"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sees_request"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_asker"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_asker"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_asker"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_asker"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_whole_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_whole_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_whole_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_whole_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."approval_deciders"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."approval_deciders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."expire_approval_requests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."expire_approval_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_approval_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_approval_requests"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."log_export"(text[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."log_export"(text[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."owner_alerts_sent"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."owner_alerts_sent"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_sent"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_sent"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) TO "service_role";
