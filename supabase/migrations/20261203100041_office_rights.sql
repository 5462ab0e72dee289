set local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."messages" FROM "authenticated";

DROP POLICY "Staff read their customers' addresses" ON "public"."addresses";

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP POLICY "Staff read all banners of their store" ON "public"."banners";

DROP POLICY "Staff read their store's conversations" ON "public"."conversations";

DROP POLICY "Staff begin to keep something about a customer" ON "public"."customer_records";

DROP POLICY "Staff change what they keep about customers" ON "public"."customer_records";

DROP POLICY "Staff read what they keep about customers" ON "public"."customer_records";

DROP POLICY "Staff read how their store reads files" ON "public"."import_columns";

DROP POLICY "Staff read their store's messages" ON "public"."messages";

DROP POLICY "Staff read who is told that their store opens" ON "public"."opening_alerts";

DROP POLICY "Staff read their store's customers" ON "public"."profiles";

DROP POLICY "Staff approve, reject and answer reviews" ON "public"."reviews";

DROP POLICY "Staff read all reviews of their store" ON "public"."reviews";

DROP POLICY "Staff remove reviews of their store" ON "public"."reviews";

DROP POLICY "Staff change their own views" ON "public"."saved_views";

DROP POLICY "Staff delete their own views" ON "public"."saved_views";

DROP POLICY "Staff read their own views" ON "public"."saved_views";

DROP POLICY "Staff save views for themselves" ON "public"."saved_views";

DROP POLICY "Super admins read the roles in their store" ON "public"."user_roles";

DROP POLICY "Super admins see who of their store rules every store" ON "public"."user_roles";

DROP POLICY "Staff add their store's files" ON "storage"."objects";

DROP POLICY "Staff remove their store's files" ON "storage"."objects";

DROP POLICY "Staff see their store's files" ON "storage"."objects";

DROP FUNCTION "private"."add_to_audit"(text, text, jsonb, jsonb);

DROP FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid);

DROP FUNCTION "private"."personal_data_actor"(text, uuid);

DROP FUNCTION "private"."require_super_admin"(text);

DROP FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid);

DROP FUNCTION "public"."claim_owner_invitation"(text, uuid, text);

DROP FUNCTION "public"."demo_status"();

DROP FUNCTION "public"."demo_stores"();

DROP FUNCTION "public"."read_owner_invitation"(text);

DROP FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid);

DROP FUNCTION "public"."restore_deleted"(text, text, text[], uuid);

DROP FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid);

CREATE TYPE "public"."demo_marks" AS ("marked" text[], "own_owner" boolean);

ALTER TYPE "public"."demo_marks" OWNER TO "postgres";

CREATE TYPE "public"."demo_presence" AS ("present" boolean, "open_accounts" bigint);

ALTER TYPE "public"."demo_presence" OWNER TO "postgres";

CREATE TYPE "public"."owner_contact" AS ("email" text, "language" text);

ALTER TYPE "public"."owner_contact" OWNER TO "postgres";

CREATE TYPE "public"."owner_link_state" AS ENUM ('open', 'claimed', 'redeemed', 'used', 'expired', 'unknown');

CREATE TYPE "public"."owner_claim" AS ("state" public.owner_link_state, "email" text, "user_id" uuid);

ALTER TYPE "public"."owner_claim" OWNER TO "postgres";

CREATE TYPE "public"."owner_invitation" AS ("state" public.owner_link_state, "email" text, "is_owner" boolean);

ALTER TYPE "public"."owner_invitation" OWNER TO "postgres";

ALTER TYPE "public"."owner_link_state" OWNER TO "postgres";

CREATE TYPE "public"."owner_redemption" AS ("state" public.owner_link_state, "was_owner" boolean, "other_owners" public.owner_contact[]);

ALTER TYPE "public"."owner_redemption" OWNER TO "postgres";

CREATE TYPE "public"."store_standing" AS ("state" public.store_state, "reopens_on" date);

ALTER TYPE "public"."store_standing" OWNER TO "postgres";

CREATE TYPE "public"."undone_changes" AS ("undone" integer, "left" integer, "refusal" jsonb, "next" bigint);

ALTER TYPE "public"."undone_changes" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_to_audit(p_tenant_id text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_log set
    before = case when before is not null then p_before || before end,
    after = after || p_after
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = p_tenant_id and latest.entity = p_entity and latest.entity_id = p_entity_id
      and latest.action in ('insert', 'update') and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  return found;
end
$function$;

ALTER FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not v_tenant_id = any (private.workplaces()))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product that goes to the trash, or comes back from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      -- What is derived of an order, or is in its ledger.
      and (tg_table_name <> 'orders' or field.key not in (
        'stage', 'queues', 'online_method', 'charged', 'cost', 'received', 'given_back', 'at_courier', 'shipping_credited', 'goodwill', 'search_text'));
    if v_before is null
      or tg_table_name in ('orders', 'shipments') and private.add_to_audit(v_tenant_id, tg_table_name, v_id, v_before, v_after) then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_stock(p_changes private.variant_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.name,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock_was))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock_was)))
      end as before,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock)))
      end as after
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if auth.uid() is not null and v_product.tenant_id = any (private.workplaces()) then
      perform private.write_audit(v_product.tenant_id, 'update', 'products', v_product.id::text, v_product.name,
        v_product.before, v_product.after);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.can_read_conversation(p_conversation_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.conversations
    where id = p_conversation_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('customers.see')))
  );
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
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

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
  return not exists (
      select 1 from public.user_roles held
      where held.user_id = v_user_id
        and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
    )
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified');
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_stores()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_service() then
    return '{}';
  end if;
  return array(
    select settings.tenant_id from public.settings
    where settings.state = 'closed' and not private.may(settings.tenant_id, 'products.see')
      and not private.has_preview(settings.tenant_id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."holds_capability"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION private.owner_invitation_state(p_invitation private.owner_invitations, p_claim uuid)
 RETURNS public.owner_link_state
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).used_at is not null and (p_invitation).claimed_by = p_claim then 'redeemed'
    when (p_invitation).used_at is not null then 'used'
    when (p_invitation).claimed_by = p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'open'
    when (p_invitation).expires_at <= now() or (p_invitation).email is null and private.has_owner() then 'expired'
    when (p_invitation).claimed_by <> p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.owner_link_state
$function$;

ALTER FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) OWNER TO "postgres";

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
  else
    perform private.require_aal();
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  return v_actor;
end
$function$;

ALTER FUNCTION "private"."personal_data_actor"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.removable_product_files()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('product-files', 0));
  return array(
    select unused.name from unnest(private.tenants_where_may('products.change')) staffed (tenant_id)
    cross join lateral unnest(private.unused_files(staffed.tenant_id, null, interval '0')) unused (name)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.require_capability(p_tenant_id text, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may(p_tenant_id, p_capability) then
    return;
  end if;
  if not private.has_required_aal() and private.holds_capability(p_tenant_id, p_capability) then
    perform private.refuse('insufficient_aal');
  elsif p_tenant_id = any (private.workplaces()) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.refuse('staff_only');
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_ids(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select held.user_id from public.user_roles held
    where (held.tenant_id = p_tenant_id or held.tenant_id is null)
      and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.workplaces()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
begin
  return array(
    select tenants.id
    from public.user_roles held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
      and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
  );
end
$function$;

ALTER FUNCTION "private"."workplaces"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.audit_states(p_tenant_id text, p_ids bigint[])
 RETURNS TABLE(id bigint, parts integer, can_undo boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'log.see');
  return query
  select audit_log.id, counted.parts, audit_log.created_at > now() - interval '30 days'
    and private.can_come_back(audit_log.entity, audit_log.action, audit_log.before)
    and (audit_log.undone_at is null or counted.waiting)
  from public.audit_log
  cross join lateral (
    select count(*)::integer as parts, coalesce(bool_or(part.undone_at is null), false) as waiting
    from public.audit_log part where part.part_of = audit_log.id
  ) counted
  where audit_log.tenant_id = p_tenant_id and audit_log.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_store_state(p_tenant_id text, p_state public.store_state, p_reopens_on date DEFAULT NULL::date, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_standing
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_standing public.store_standing := private.idempotent_result(
    null::public.store_standing, p_request_id, jsonb_build_array('change_store_state', p_tenant_id, p_state, p_reopens_on));
  v_today constant date := private.shop_time()::date;
  v_day constant date := case when p_state = 'resting' then p_reopens_on end;
begin
  if v_standing.state is not null then
    return v_standing;
  end if;
  perform private.require_capability(p_tenant_id, 'settings.open_store');
  if p_state = 'resting' and (v_day is null or v_day <= v_today or v_day > v_today + 366) then
    perform private.refuse('invalid_reopening');
  end if;
  update public.settings set state = p_state, reopens_on = v_day
  where settings.tenant_id = p_tenant_id
    and (settings.state, settings.reopens_on) is distinct from (p_state, v_day);
  if not found and not exists (select 1 from public.settings where settings.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  v_standing := row(p_state, v_day);
  return private.store_idempotent_result(p_request_id, v_standing);
end
$function$;

ALTER FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_owner_invitation(p_token_hash text, p_claim uuid, p_email text DEFAULT NULL::text)
 RETURNS public.owner_claim
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_state public.owner_link_state;
  v_email text;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  v_state := private.owner_invitation_state(v_invitation, p_claim);
  if v_state <> 'open' then
    return row(v_state, null, null)::public.owner_claim;
  end if;
  v_email := coalesce(v_invitation.email, lower(btrim(p_email)), '');
  if private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  end if;
  update private.owner_invitations set claimed_by = p_claim, claimed_at = now() where id = v_invitation.id;
  return row('open', v_email, (
    select id from auth.users where email = v_email and not is_sso_user
  ))::public.owner_claim;
end
$function$;

ALTER FUNCTION "public"."claim_owner_invitation"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    join public.profiles profile on profile.id = mfa_factors.user_id and profile.tenant_id = p_tenant_id
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
    group by mfa_factors.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_totals(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
  select orders.user_id, count(*), sum(orders.charged), max(orders.created_at)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.user_id = any (p_user_ids)
    and private.is_sale(orders.*)
  group by orders.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_id text, p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  return query
  with page as (
    select profiles.* from public.profiles
    where profiles.tenant_id = p_tenant_id and (p_after is null or profiles.id > p_after)
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by profiles.id
    limit v_limit
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
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
  perform private.require_capability(p_tenant_id, 'reports.see');
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

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- What was taken out of these rows is not written down.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.demo_status()
 RETURNS public.demo_presence
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  return row(exists (select 1 from private.demo_rows), (
    select count(*) from auth.users account
    where account.id = any (private.demo_accounts()) and (account.banned_until is null or account.banned_until <= now())
  ))::public.demo_presence;
end
$function$;

ALTER FUNCTION "public"."demo_status"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_stores()
 RETURNS public.demo_marks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return row(
    array(select store.tenant_id from private.demo_stores store order by store.tenant_id), private.has_own_owner()
  )::public.demo_marks;
end
$function$;

ALTER FUNCTION "public"."demo_stores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.export');
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
      select to_jsonb(profiles) - '{id,tenant_id,search_text}'::text[] from public.profiles
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
      select jsonb_agg(to_jsonb(point_entries) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.message_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - '{tenant_id,user_id,unread_by_staff,search_text}'::text[]
        || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by created_at)
      from public.conversations where id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_by_phone(p_tenant_id text, p_phone text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, name text, about text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
  select 'order', found.id, found.number, found.customer_name from private.orders_by_phone(p_tenant_id, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = p_tenant_id and profiles.id = any (private.people_by_phone(p_tenant_id, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_highest_role(user_id uuid, p_tenant_id text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if get_highest_role.user_id is distinct from auth.uid()
    and not private.may(p_tenant_id, 'people.see') then
    perform private.refuse('own_role_only');
  end if;
  return (
    select max(user_roles.role)::text
    from public.user_roles
    where user_roles.user_id = get_highest_role.user_id
      and (p_tenant_id is null or user_roles.tenant_id = p_tenant_id or user_roles.tenant_id is null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_id text, p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles
  where profiles.tenant_id = p_tenant_id
    and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked);

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from public.profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = p_tenant_id and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.user_id
    ) bought on bought.user_id = profiles.id
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from public.profiles
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by place
    limit v_limit offset v_offset
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_conversation(p_conversation_id uuid, p_open boolean DEFAULT NULL::boolean, p_answered boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select * into v_conversation from public.conversations where id = p_conversation_id;
  v_staff := private.holds_capability(v_conversation.tenant_id, 'customers.answer') or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  update public.conversations set
    unread_by_staff = case when v_staff then 0 else unread_by_staff end,
    unread_by_shopper = case when v_staff then unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, is_open) else is_open end,
    answered_at = case
      when not v_staff or p_answered is null then answered_at
      when p_answered then coalesce(answered_at, now())
    end
  where id = p_conversation_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_banners(p_tenant_id text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.banners where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed');
  end if;
  update public.banners set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where banners.tenant_id = p_tenant_id and banners.id = ordered.id and banners.position <> ordered.place - 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_faq_questions(p_tenant_id text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.faq_questions where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('questions_changed');
  end if;
  update public.faq_questions set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where faq_questions.tenant_id = p_tenant_id and faq_questions.id = ordered.id
    and faq_questions.position <> ordered.place - 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select v_order.placed_by
    union select event.actor_id from public.order_events event where event.order_id = p_order_id
    union select event.actor_id from public.shipment_events event
      join public.shipments parcel on parcel.id = event.shipment_id where parcel.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select edit.proposed_by from public.order_edits edit where edit.order_id = p_order_id
    union select edit.decided_by from public.order_edits edit where edit.order_id = p_order_id
    union select refund.created_by from public.refunds refund where refund.order_id = p_order_id
  );
  return private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone') || jsonb_build_object('names', (
    select coalesce(jsonb_object_agg(person.id, coalesce(nullif(person.name, ''), person.email, '')), '{}')
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_owner_invitation(p_token_hash text)
 RETURNS public.owner_invitation
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash;
  return row(
    private.owner_invitation_state(v_invitation, null),
    coalesce(v_invitation.email, ''),
    exists (
      select 1 from auth.users account join public.user_roles held on held.user_id = account.id
      where account.email = v_invitation.email and held.tenant_id is null and held.role = 'super_admin'
    )
  )::public.owner_invitation;
end
$function$;

ALTER FUNCTION "public"."read_owner_invitation"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redeem_owner_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.owner_redemption
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_email text;
  v_was_owner boolean;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  if private.owner_invitation_state(v_invitation, p_claim) <> 'open' or v_invitation.claimed_by is distinct from p_claim then
    return row(private.owner_invitation_state(v_invitation, p_claim), null, null)::public.owner_redemption;
  end if;
  select email into v_email from auth.users where id = p_user_id and email = coalesce(v_invitation.email, email);
  if not found then
    return row('unknown', null, null)::public.owner_redemption;
  end if;
  v_was_owner := exists (
    select 1 from public.user_roles where user_id = p_user_id and tenant_id is null and role = 'super_admin');
  perform private.close_other_ways_in(p_user_id);
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, null, 'super_admin')
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  update private.owner_invitations set used_at = now(), email = null where id = v_invitation.id;
  perform private.write_audit(tenant.id, case when v_was_owner then 'restore' else 'insert' end, 'owners', p_user_id::text,
    v_email, null, null)
  from public.tenants tenant order by tenant.position, tenant.id;
  return row('redeemed', v_was_owner, array(
    select distinct row(private.unmarked_email(account.email), coalesce((
      select profile.office_language from public.profiles profile where profile.id = account.id order by profile.tenant_id limit 1
    ), 'en'))::public.owner_contact
    from public.user_roles held join auth.users account on account.id = held.user_id
    where held.tenant_id is null and held.role = 'super_admin' and account.id <> p_user_id and account.email is not null
  ))::public.owner_redemption;
end
$function$;

ALTER FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_demo(p_keep_changed boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
  v_accounts uuid[];
  v_orders uuid[];
  v_fates private.demo_fate[];
  v_stores jsonb;
  v_ids uuid[];
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform pg_advisory_xact_lock(hashtextextended('demo', 0));
  v_accounts := private.demo_accounts();
  if auth.uid() = any (v_accounts) then
    perform private.refuse('demo_owner');
  elsif not exists (select 1 from private.demo_rows) then
    perform private.refuse('no_demo');
  end if;
  perform pg_advisory_xact_lock(people.key) from (
    select hashtextextended(marked.tenant_id || marked.id::text, 0) as key from private.demo_rows marked
    where marked.id = any (v_accounts) order by 1
  ) people;
  v_orders := private.demo_orders();
  perform private.lock_orders(v_orders);
  perform 1 from public.products product
  where product.id in (select marked.id from private.demo_rows marked where marked.kind = 'product')
  order by product.id for update;
  perform 1 from public.discounts offered
  where offered.id in (select marked.id from private.demo_rows marked where marked.kind = 'discount')
  order by offered.id for update;
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  v_stores := (
    select jsonb_agg(jsonb_build_object('tenant_id', store.tenant_id,
      'counts', private.demo_counts(store.tenant_id, v_fates, v_orders)) order by store.tenant_id)
    from private.demo_stores store where store.removed_at is null
  );
  v_ids := v_accounts || private.ids_with_orders(v_orders) || array(
    select planned.id from unnest(v_fates) planned where planned.fate = 'goes');
  perform private.remove_file(stored.bucket_id, stored.name) from private.demo_files(v_orders) stored;
  perform private.remove_demo_orders(v_orders,
    array(select planned.id from unnest(v_fates) planned where planned.kind = 'product' and planned.fate = 'goes'));
  perform private.remove_demo_goods(v_fates);
  perform private.remove_demo_people(v_accounts);
  perform private.reset_demo_settings();
  perform private.keep_shown_files();
  perform private.note_demo_removal(v_ids, v_stores);
  delete from private.demo_rows;
  update private.demo_stores set removed_at = now(), files = '{}' where removed_at is null;
  return private.store_idempotent_result(p_request_id, jsonb_build_object('stores', v_stores, 'files', (
    select count(*) from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now()
  )));
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_managed text[];
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'people.manage');
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role <> 'user' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_managed))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_conversation(p_conversation_id uuid, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null
    or not private.holds_capability(v_conversation.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_conversation.tenant_id, 'customers.answer');
  return private.store_idempotent_result(p_request_id, private.add_message(v_conversation, 'staff', p_body));
end
$function$;

CREATE OR REPLACE FUNCTION public.report_categories(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(category_id uuid, name text, quantity bigint, revenue numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select categories.id, coalesce(categories.name, 'Uncategorized'), sum(sold.quantity)::bigint, sum(sold.revenue),
    private.translated_names(categories.translations)
  from (
    select order_lines.product_id, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by order_lines.product_id
  ) sold
  left join public.products on products.id = sold.product_id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  group by categories.id, categories.name, categories.translations
  having sum(sold.quantity) <> 0 or sum(sold.revenue) <> 0
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_discounts(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share has what staff took off as well.
    coalesce(sum(round(given.amount * orders.discount_total
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_files(p_tenant_id text, p_limit integer DEFAULT NULL::integer)
 RETURNS TABLE(user_id uuid, name text, email text, files bigint, megabytes numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  select profile.id, coalesce(profile.name, ''), coalesce(profile.email, ''), counted.files, round(counted.bytes / 1048576.0, 1)
  from (
    select stored.owner_id, count(*) as files, sum(stored.bytes) as bytes
    from private.stored_files(p_tenant_id) stored group by stored.owner_id
  ) counted
  left join public.profiles profile on profile.tenant_id = p_tenant_id and profile.id::text = counted.owner_id
  order by counted.bytes desc, counted.owner_id
  limit p_limit;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    -- Deleted products are grouped by the name they were sold under.
    select order_lines.product_id, case when order_lines.product_id is null then order_lines.name end as gone,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2
  ),
  sold as (
    select in_order.product_id, in_order.gone, sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by in_order.product_id, in_order.gone
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select sold.product_id, coalesce(products.name, sold.gone), private.first_picture(products.images), sold.quantity,
    sold.revenue, sold.orders, private.translated_names(products.translations), sold.garment
  from sold left join public.products on products.id = sold.product_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.gone;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_rows(p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text DEFAULT 'day'::text)
 RETURNS TABLE(bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select moment::date as day, case p_bucket
      when 'day' then moment::date
      -- date_trunc's weeks begin on Monday; the shops' on Saturday.
      when 'week' then (date_trunc('week', moment + interval '2 days') - interval '2 days')::date
      else date_trunc('month', moment)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') moment
  ),
  happened as (
    select days.start, ledger.order_id, sum(ledger.sign) as net, sum(ledger.amount) as amount,
      sum(ledger.shipping) as shipping
    from private.sales_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start, ledger.order_id
    having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
  ),
  sold as (
    select happened.start, count(*) filter (where happened.net > 0) as how_many, sum(happened.amount) as revenue,
      sum(happened.shipping) as shipping
    from happened group by happened.start
  ),
  discounted as (
    select days.start, sum(ledger.discount) as amount
    from private.pieces_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start
  ),
  given_back as (
    select days.start, sum(entry.amount) as amount
    from public.payment_entries entry join days on days.day = private.shop_time(entry.created_at)::date
    where entry.tenant_id = p_tenant_id and entry.kind = 'given_back'
      and entry.created_at >= private.day_start(p_from) and entry.created_at < private.day_start(p_to + 1)
    group by days.start
  )
  select buckets.start, coalesce(sold.how_many, 0), coalesce(sold.revenue, 0), coalesce(discounted.amount, 0),
    coalesce(sold.shipping, 0), coalesce(given_back.amount, 0)
  from (select distinct days.start from days) buckets
  left join sold on sold.start = buckets.start
  left join discounted on discounted.start = buckets.start
  left join given_back on given_back.start = buckets.start
  order by buckets.start;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_slots(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(slot_id uuid, day_of_week smallint, from_time time without time zone, to_time time without time zone, capacity integer, orders bigint, days bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select delivery_slots.id, delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity, count(orders.id), count(distinct orders.slot_date)
  from public.delivery_slots
  left join public.orders on orders.tenant_id = delivery_slots.tenant_id and orders.slot_id = delivery_slots.id
    and orders.slot_date between p_from and p_to
    and orders.status not in ('awaiting_payment', 'cancelled') and not orders.is_test
  where delivery_slots.tenant_id = p_tenant_id
  group by delivery_slots.id
  order by delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 100)
 RETURNS TABLE(product_id uuid, variant_id uuid, name text, variant text, sku text, image text, stock integer, sold bigint, days_left numeric, worth numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sold as (
    select order_lines.variant_id, sum(pieces.quantity) as quantity
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    where order_lines.variant_id is not null
    group by order_lines.variant_id having sum(pieces.quantity) > 0
  )
  select products.id, product_variants.id, products.name,
    private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), product_variants.sku,
    coalesce(product_variants.image, private.first_picture(products.images)), product_variants.stock,
    coalesce(sold.quantity, 0)::bigint,
    round(product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity, 1),
    product_variants.stock * coalesce(product_variants.price, products.price),
    private.translated_names(products.translations, product_variants)
  from public.products
  join public.product_variants on product_variants.product_id = products.id and product_variants.is_active
  left join sold on sold.variant_id = product_variants.id
  where products.tenant_id = p_tenant_id and products.is_active
  order by case when product_variants.stock = 0 then 0
    else product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity end nulls last, product_variants.stock,
    products.name, products.id, product_variants.position, product_variants.id
  limit greatest(p_limit, 1);
end
$function$;

CREATE OR REPLACE FUNCTION public.report_totals(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_couriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sales as materialized (
    select private.buyer_of(orders.*) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still owed at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by couriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    select order_lines.product_id, order_lines.variant_id,
      case when order_lines.product_id is null then order_lines.name end as gone,
      case when order_lines.variant_id is null then (
        select string_agg(chosen ->> 'value', ' / ' order by place)
        from jsonb_array_elements(order_lines.options) with ordinality options (chosen, place)
      ) end as called,
      case when order_lines.variant_id is null then order_lines.sku end as sku,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2, 3, 4, 5
  ),
  sold as (
    select in_order.product_id, in_order.variant_id, in_order.gone, in_order.called, in_order.sku,
      sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by 1, 2, 3, 4, 5
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select sold.product_id, sold.variant_id, coalesce(products.name, sold.gone),
    coalesce(private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), sold.called,
      ''), coalesce(product_variants.sku, sold.sku),
    coalesce(product_variants.image, private.first_picture(products.images)), sold.quantity, sold.revenue, sold.orders,
    private.translated_names(products.translations, product_variants), sold.garment
  from sold
  left join public.products on products.id = sold.product_id
  left join public.product_variants on product_variants.id = sold.variant_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.variant_id, sold.gone, sold.called;
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_deleted(p_tenant_id text, p_entity text, p_entity_ids text[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('restore_deleted', p_tenant_id, p_entity, p_entity_ids));
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  return private.store_idempotent_result(p_request_id, public.undo_changes(p_tenant_id, array(
    select distinct on (entity_id) id from public.audit_log
    where tenant_id = p_tenant_id and entity = p_entity and entity_id = any (p_entity_ids) and action = 'delete'
    order by entity_id, id desc
  ), p_parts => false));
end
$function$;

ALTER FUNCTION "public"."restore_deleted"(text, text, text[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_chat_message(p_tenant_id text, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('send_chat_message', p_tenant_id, p_body));
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  perform private.require_aal();
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and (settings.features ->> 'liveChat')::boolean
  ) then
    perform private.refuse('chat_closed');
  end if;
  select * into v_profile from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select * into v_conversation from public.conversations
  where user_id = v_user_id and tenant_id = p_tenant_id and kind = 'chat' and is_open for update;
  if (select count(*) from public.messages
      where conversation_id = v_conversation.id and created_at > now() - interval '1 minute'
        and sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages');
  end if;
  return private.store_idempotent_result(p_request_id, private.add_message(v_conversation, 'shopper', p_body));
end
$function$;

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.slow_queries(p_limit integer DEFAULT 50)
 RETURNS TABLE(query text, calls bigint, mean_ms double precision, max_ms double precision, total_ms double precision, rows_returned bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seen constant text[] := private.tenants_where_may('operations.see');
  v_schema text;
begin
  if not private.is_service() and exists (select 1 from public.tenants tenant where not tenant.id = any (v_seen)) then
    perform private.refuse('platform_owner_only');
  end if;
  select pg_namespace.nspname into v_schema
  from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_stat_statements';
  if v_schema is null then
    perform private.refuse('not_measured');
  end if;
  return query execute format(
    'select s.query, s.calls, s.mean_exec_time, s.max_exec_time, s.total_exec_time, s.rows from %I.pg_stat_statements s
     where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
     order by s.mean_exec_time desc, s.query limit $1', v_schema
  ) using least(greatest(p_limit, 1), 200);
exception when object_not_in_prerequisite_state then
  perform private.refuse('not_measured');
end
$function$;

CREATE OR REPLACE FUNCTION public.store_preview(p_tenant_id text, p_renew boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('store_preview', p_tenant_id, p_renew));
  v_token text;
begin
  if v_first is not null then
    return v_first #>> '{}';
  end if;
  perform private.require_capability(p_tenant_id, 'settings.store');
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_renew then
    update public.store_doors door set preview_token = default where door.tenant_id = p_tenant_id;
  end if;
  select door.preview_token into v_token from public.store_doors door where door.tenant_id = p_tenant_id;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_token));
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION public.store_readiness(p_tenant_id text)
 RETURNS TABLE(item text, is_ready boolean, is_required boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select fact.item, coalesce(fact.is_ready, false), fact.is_required
  from public.settings
  cross join lateral (values
    ('owner', exists (
      select 1 from public.user_roles held join auth.users account on account.id = held.user_id
      -- Accounts of the demo have public passwords.
      where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
        and account.email not like '%.example'
    ), true),
    ('legal_name', btrim(settings.invoicing ->> 'legalName') <> '', true),
    ('contact', btrim(settings.contact ->> 'contactPhone') <> '' and btrim(settings.contact ->> 'contactEmail') <> ''
      and settings.contact ->> 'contactEmail' not like '%.example', true),
    ('tax_number', btrim(settings.invoicing ->> 'taxNumber') <> '', false),
    ('delivery', (settings.shipping ->> 'defaultShippingFee')::numeric > 0 or exists (
      select 1 from public.shipping_zones zone
      where zone.tenant_id = p_tenant_id and zone.is_active and zone.rates <> '[]'
    ), true),
    ('payment', not (settings.payment ->> 'bankTransfer')::boolean or btrim(settings.payment ->> 'bankDetails') <> '', true),
    ('policies', btrim(settings.legal ->> 'shippingReturns') <> '' and btrim(settings.legal ->> 'terms') <> '', true),
    ('products', exists (
      select 1 from public.products product
      where product.tenant_id = p_tenant_id and product.is_active and product.price > 0 and product.stock > 0
    ), true),
    ('test_order', exists (
      select 1 from public.store_doors door where door.tenant_id = p_tenant_id and door.tested_at is not null
    ) or exists (
      select 1 from public.orders where orders.tenant_id = p_tenant_id and orders.is_test and orders.delivered_at is not null
    ), false)
  ) fact (item, is_ready, is_required)
  where settings.tenant_id = p_tenant_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.unconfirmed_people(p_tenant_id text, p_user_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = p_tenant_id and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
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
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), v_why,
    case when cardinality(v_ids) > 100 then v_ids[100] end);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) OWNER TO "postgres";

CREATE POLICY "Staff read their customers' addresses" ON "public"."addresses" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all banners of their store" ON "public"."banners" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's conversations" ON "public"."conversations" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff begin to keep something about a customer" ON "public"."customer_records" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change what they keep about customers" ON "public"."customer_records" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they keep about customers" ON "public"."customer_records" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read how their store reads files" ON "public"."import_columns" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's messages" ON "public"."messages" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who is told that their store opens" ON "public"."opening_alerts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's customers" ON "public"."profiles" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff approve, reject and answer reviews" ON "public"."reviews" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all reviews of their store" ON "public"."reviews" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove reviews of their store" ON "public"."reviews" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their own views" ON "public"."saved_views" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[])))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff delete their own views" ON "public"."saved_views" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff read their own views" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff save views for themselves" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Super admins read the roles in their store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Super admins see who of their store rules every store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING (((tenant_id IS NULL) AND (EXISTS ( SELECT 1
   FROM public.profiles
  WHERE ((profiles.id = user_roles.user_id) AND (profiles.tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])))))));

CREATE POLICY "Staff add their store's files" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])))) AND private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)));

CREATE POLICY "Staff remove their store's files" ON "storage"."objects" FOR DELETE TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff see their store's files" ON "storage"."objects" FOR SELECT TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['designs'::text, 'print-files'::text, 'order-photos'::text])) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'avatars'::text) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])))));

REVOKE ALL ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_data_actor"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_data_actor"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_data_actor"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_data_actor"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."workplaces"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."workplaces"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_owner_invitation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_owner_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_owner_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_owner_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "service_role";

REVOKE ALL ("body") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("body") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("conversation_id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("conversation_id") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("sender") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("sender") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("tenant_id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("tenant_id") ON TABLE "public"."messages" TO "authenticated";
