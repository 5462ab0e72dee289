-- One table of what the server does later. Files that wait for their removal become its jobs.

set local check_function_bodies = off;

CREATE TABLE "private"."jobs" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "kind" text NOT NULL, "key" text NOT NULL, "tenant_id" text, "payload" jsonb NOT NULL DEFAULT '{}'::jsonb, "run_at" timestamp with time zone NOT NULL DEFAULT now(), "attempts" smallint NOT NULL DEFAULT 0, "max_attempts" smallint NOT NULL DEFAULT 20, "last_error" text NOT NULL DEFAULT ''::text, "locked_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "jobs_attempts_check" CHECK ((attempts >= 0)), CONSTRAINT "jobs_kind_check" CHECK ((kind ~ '^[a-z][a-z_]{0,40}$'::text)), CONSTRAINT "jobs_kind_key_key" UNIQUE (kind, key), CONSTRAINT "jobs_last_error_check" CHECK ((length(last_error) <= 500)), CONSTRAINT "jobs_max_attempts_check" CHECK ((max_attempts > 0)), CONSTRAINT "jobs_payload_check" CHECK ((jsonb_typeof(payload) = 'object'::text)), CONSTRAINT "jobs_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."jobs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."jobs" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_job(p_kind text, p_key text, p_payload jsonb DEFAULT '{}'::jsonb, p_tenant_id text DEFAULT NULL::text, p_run_at timestamp with time zone DEFAULT now(), p_max_attempts integer DEFAULT 20, p_keeps_run_at boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.jobs (kind, key, payload, tenant_id, run_at, max_attempts)
  values (p_kind, p_key, p_payload, p_tenant_id, p_run_at, p_max_attempts)
  on conflict (kind, key) do update set
    payload = excluded.payload, tenant_id = excluded.tenant_id, max_attempts = excluded.max_attempts,
    run_at = case when p_keeps_run_at then jobs.run_at else excluded.run_at end,
    attempts = 0, last_error = '', locked_at = null
$function$;

ALTER FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.file_key(p_bucket_id text, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select p_bucket_id || '/' || p_name $function$;

ALTER FUNCTION "private"."file_key"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', parcel.label_path) from public.shipments parcel
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

CREATE OR REPLACE FUNCTION private.has_failed(p_job private.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_job.attempts >= p_job.max_attempts
    and (p_job.locked_at is null or p_job.locked_at < now() - interval '10 minutes')
$function$;

ALTER FUNCTION "private"."has_failed"(private.jobs) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_shown_files()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_unused constant text[] := array(
    select unused.name from private.demo_stores store
    cross join lateral unnest(private.unused_files(store.tenant_id, array(
      select queued.payload ->> 'name' from private.jobs queued
      where queued.kind = 'remove_file' and queued.created_at = now() and queued.payload ->> 'bucket_id' = 'product-images'
        and starts_with(queued.payload ->> 'name', store.tenant_id || '/')
    ), interval '0')) unused (name)
  );
begin
  delete from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now() and case
    when queued.payload ->> 'bucket_id' = 'product-images' then not queued.payload ->> 'name' = any (v_unused)
    else exists (select 1 from public.categories shown where strpos(shown.image, queued.payload ->> 'name') > 0)
      or exists (select 1 from public.banners shown where strpos(shown.image_url, queued.payload ->> 'name') > 0)
    end;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_file(p_bucket_id text, p_name text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job(
    'remove_file', private.file_key(p_bucket_id, p_name), jsonb_build_object('bucket_id', p_bucket_id, 'name', p_name))
$function$;

ALTER FUNCTION "private"."remove_file"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.retry_pause(p_attempts integer)
 RETURNS interval
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select least(interval '10 seconds' * power(2, least(p_attempts, 12)), interval '6 hours') * (0.75 + random() / 2)
$function$;

ALTER FUNCTION "private"."retry_pause"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id));
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id);
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

CREATE OR REPLACE FUNCTION public.fail_job(p_job_id bigint, p_attempt integer, p_error text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs set
    locked_at = null, last_error = left(p_error, 500), run_at = now() + private.retry_pause(p_attempt),
    attempts = case when p_is_final then max_attempts else attempts end
  where id = p_job_id and attempts = p_attempt and locked_at is not null;
end
$function$;

ALTER FUNCTION "public"."fail_job"(bigint, integer, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.failed_jobs(p_limit integer DEFAULT 200)
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, attempts integer, last_error text, run_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() then
    perform private.require_platform_owner();
  end if;
  return query
    select failed.id, failed.kind, failed.key, failed.tenant_id, failed.attempts::integer, failed.last_error, failed.run_at,
      failed.created_at
    from private.jobs failed where private.has_failed(failed)
    order by failed.run_at desc limit least(greatest(p_limit, 1), 1000);
end
$function$;

ALTER FUNCTION "public"."failed_jobs"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.finish_job(p_job_id bigint, p_attempt integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  delete from private.jobs where id = p_job_id and attempts = p_attempt and locked_at is not null;
end
$function$;

ALTER FUNCTION "public"."finish_job"(bigint, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
      from (select status, count(*) as how_many from public.orders group by 1) counted
    ),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where sent_at is not null),
        'waiting', count(*) filter (where state = 'waiting'),
        'late', count(*) filter (
          where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'
        ),
        'given_up', count(*) filter (where expired_at > now() - interval '7 days')
      )
      from public.order_messages
    ),
    -- Messages to phones that waited within the last hour because their store's limits were reached.
    'phones', jsonb_build_object('held', (
      select count(*) from public.order_messages where held_at > now() - interval '1 hour'
    )),
    'payments', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
        from (select status, count(*) as how_many from public.payments group by 1) counted
    ) || jsonb_build_object('stuck', (
      select count(*) from public.payments
      where status = 'open' and expires_at < now() - interval '1 hour'
        or status = 'mismatched' and updated_at < now() - interval '1 hour'
        or status = 'held' and held_until < now() - interval '1 hour'
    ) + (
      select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
    )),
    'differences', jsonb_build_object(
      'payments', (select count(*) from public.payment_differences where resolved_at is null),
      'statements', (select count(*) from public.settlement_differences where resolved_at is null)
    ),
    'jobs', (
      select jsonb_build_object(
        'waiting', count(*) filter (where not private.has_failed(job)), 'failed', count(*) filter (where private.has_failed(job)))
      from private.jobs job
    ),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database())
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_demo(p_keep_changed boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
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
  return private.keep_answer(p_request_id, jsonb_build_object('stores', v_stores, 'files', (
    select count(*) from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now()
  )));
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_test_order', p_order_id));
  v_order public.orders;
  v_ids uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_staff(v_order.tenant_id);
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  perform private.remove_file('shipment-labels', parcel.label_path) from public.shipments parcel
  where parcel.order_id = any (v_ids) and parcel.label_path is not null;
  perform private.remove_file('order-photos', photo.name)
  from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[], null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
  perform private.keep_answer(p_request_id, 'true');
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_unsent_photos(p_limit integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_queued integer;
begin
  perform private.require_service();
  perform private.remove_file(unsent.bucket_id, unsent.name) from storage.objects unsent
  where unsent.bucket_id = 'order-photos' and unsent.created_at < now() - interval '2 days'
    and not private.is_reported_photo(unsent.name)
    and not exists (
      select 1 from private.jobs queued
      where queued.kind = 'remove_file' and queued.key = private.file_key(unsent.bucket_id, unsent.name)
    )
  limit least(greatest(p_limit, 1), 1000);
  get diagnostics v_queued = row_count;
  return v_queued;
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_jobs(p_job_ids bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  if not private.is_service() then
    perform private.require_platform_owner();
    perform private.require_aal();
  end if;
  update private.jobs failed set attempts = 0, run_at = now(), locked_at = null
  where failed.id = any (p_job_ids) and private.has_failed(failed);
  get diagnostics v_count = row_count;
  return v_count;
end
$function$;

ALTER FUNCTION "public"."retry_jobs"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.take_jobs(p_kinds text[], p_limit integer DEFAULT 10)
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, payload jsonb, attempt integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
    update private.jobs taken set attempts = taken.attempts + 1, locked_at = now()
    where taken.id in (
      select due.id from private.jobs due
      where due.kind = any (p_kinds) and due.attempts < due.max_attempts and due.run_at <= now()
        and (due.locked_at is null or due.locked_at < now() - interval '10 minutes')
      order by due.run_at, due.id limit least(greatest(p_limit, 1), 100) for update skip locked
    )
    returning taken.id, taken.kind, taken.key, taken.tenant_id, taken.payload, taken.attempts::integer;
end
$function$;

ALTER FUNCTION "public"."take_jobs"(text[], integer) OWNER TO "postgres";

ALTER TABLE "private"."jobs" ADD CONSTRAINT "jobs_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX jobs_by_tenant ON private.jobs USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);

CREATE INDEX jobs_due ON private.jobs USING btree (kind, run_at) WHERE (attempts < max_attempts);

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."file_key"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."file_key"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."file_key"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."file_key"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_failed"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_failed"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_failed"(private.jobs) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_failed"(private.jobs) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_file"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_file"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_file"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_file"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."retry_pause"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retry_pause"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."retry_pause"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."retry_pause"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."fail_job"(bigint, integer, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fail_job"(bigint, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_job"(bigint, integer, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_job"(bigint, integer, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."failed_jobs"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."failed_jobs"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."failed_jobs"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."failed_jobs"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."failed_jobs"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_job"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_job"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_job"(bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_job"(bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."retry_jobs"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."retry_jobs"(bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."retry_jobs"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."retry_jobs"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."retry_jobs"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer) TO "service_role";

insert into private.jobs (kind, key, payload, created_at)
select distinct on (waiting.bucket_id, waiting.name) 'remove_file', private.file_key(waiting.bucket_id, waiting.name),
  jsonb_build_object('bucket_id', waiting.bucket_id, 'name', waiting.name), waiting.created_at
from public.file_removals waiting
order by waiting.bucket_id, waiting.name, waiting.created_at;

DROP TABLE "public"."file_removals";
