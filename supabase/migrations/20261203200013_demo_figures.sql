set local check_function_bodies = off;

DROP FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]);

DROP FUNCTION "private"."note_demo_removal"(uuid[], jsonb);

DROP FUNCTION "public"."demo_summary"(boolean);

DROP FUNCTION "public"."remove_demo"(boolean, uuid);

CREATE TYPE "public"."demo_change" AS ("kind" text, "name" text);

ALTER TYPE "public"."demo_change" OWNER TO "postgres";

CREATE TYPE "public"."demo_count" AS ("kind" text, "fate" text, "how_many" bigint);

ALTER TYPE "public"."demo_count" OWNER TO "postgres";

CREATE TYPE "public"."demo_store_removal" AS ("tenant_id" text, "counts" public.demo_count[]);

CREATE TYPE "public"."demo_removal" AS ("stores" public.demo_store_removal[], "files" bigint);

ALTER TYPE "public"."demo_removal" OWNER TO "postgres";

ALTER TYPE "public"."demo_store_removal" OWNER TO "postgres";

CREATE TYPE "public"."demo_store_summary" AS ("tenant_id" text, "name" text, "counts" public.demo_count[], "changed" public.demo_change[]);

CREATE TYPE "public"."demo_figures" AS ("own_owner" boolean, "stores" public.demo_store_summary[]);

ALTER TYPE "public"."demo_figures" OWNER TO "postgres";

ALTER TYPE "public"."demo_store_summary" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_counts(p_tenant_id text, p_fates private.demo_fate[], p_orders uuid[])
 RETURNS public.demo_count[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(counted.kind, counted.fate, counted.how_many)::public.demo_count from (
      select planned.kind::text, planned.fate, count(*) as how_many
      from unnest(p_fates) planned where planned.tenant_id = p_tenant_id group by 1, 2
      union all
      select 'order', 'goes', count(*) from public.orders ordered
      where ordered.id = any (p_orders) and ordered.tenant_id = p_tenant_id having count(*) > 0
      union all
      select 'account', 'goes', count(*) from private.demo_rows marked
      where marked.tenant_id = p_tenant_id and marked.kind = 'account' and marked.id = any (private.demo_accounts())
      having count(*) > 0
      union all
      select 'review', 'goes', count(*) from public.reviews written
      where written.tenant_id = p_tenant_id and written.user_id = any (private.demo_accounts()) having count(*) > 0
      union all
      select 'message', 'goes', count(*) from public.order_notifications told
      where told.tenant_id = p_tenant_id and told.order_id = any (p_orders) having count(*) > 0
      union all
      select 'file', 'goes', count(*) from private.demo_files(p_orders) stored
      where stored.tenant_id = p_tenant_id having count(*) > 0
    ) counted (kind, fate, how_many) order by counted.kind, counted.fate
  )
$function$;

ALTER FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_demo_removal(p_ids uuid[], p_stores public.demo_store_removal[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant bigint[] := array(
    select noted.id from public.audit_log noted
    where noted.tenant_id in (select store.tenant_id from private.demo_stores store) and (
      noted.entity_id = any (p_ids::text[]) or noted.created_at = now() and noted.actor_id = auth.uid()
      or noted.entity = 'user_roles' and coalesce(noted.after, noted.before) ->> 'user_id' = any (p_ids::text[])
      or noted.entity = 'settlements'
        and not exists (select 1 from public.settlements settled where settled.id::text = noted.entity_id)
    )
  );
begin
  update public.audit_log noted set part_of = null where noted.part_of = any (v_gone) and not noted.id = any (v_gone);
  delete from public.audit_log noted where noted.id = any (v_gone);
  perform private.write_audit(store.tenant_id, 'delete', 'demo', store.tenant_id, 'Demo', (
      select jsonb_object_agg(counted.kind, counted.how_many) from unnest(store.counts) counted where counted.fate = 'goes'
    ), null)
  from unnest(p_stores) store;
end
$function$;

ALTER FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_summary(p_keep_changed boolean DEFAULT true)
 RETURNS public.demo_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := private.demo_orders();
  v_fates private.demo_fate[];
begin
  perform private.require_platform_owner();
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  return row(private.has_own_owner(), array(
    select row(store.tenant_id, tenant.name, private.demo_counts(store.tenant_id, v_fates, v_orders), array(
      select row(marked.kind, coalesce(product.name, category.name, banner.title, offered.code, fact.name, phrase.words[1])
      )::public.demo_change
      from private.demo_rows marked
      left join public.products product on product.id = marked.id
      left join public.categories category on category.id = marked.id
      left join public.banners banner on banner.id = marked.id
      left join public.discounts offered on offered.id = marked.id
      left join public.attributes fact on fact.id = marked.id
      left join public.search_synonyms phrase on phrase.id = marked.id
      where marked.tenant_id = store.tenant_id and marked.id in (select private.changed_demo_rows())
      order by marked.kind, marked.id
    ))::public.demo_store_summary
    from private.demo_stores store join public.tenants tenant on tenant.id = store.tenant_id
    where exists (select 1 from private.demo_rows marked where marked.tenant_id = store.tenant_id)
    order by tenant.position
  ))::public.demo_figures;
end
$function$;

ALTER FUNCTION "public"."demo_summary"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_demo(p_keep_changed boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.demo_removal
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_removal public.demo_removal := private.idempotent_result(
    null::public.demo_removal, p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
  v_accounts uuid[];
  v_orders uuid[];
  v_fates private.demo_fate[];
  v_ids uuid[];
begin
  if v_removal.stores is not null then
    return v_removal;
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
  v_removal.stores := array(
    select row(store.tenant_id, private.demo_counts(store.tenant_id, v_fates, v_orders))::public.demo_store_removal
    from private.demo_stores store where store.removed_at is null order by store.tenant_id
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
  perform private.note_demo_removal(v_ids, v_removal.stores);
  delete from private.demo_rows;
  update private.demo_stores set removed_at = now(), files = '{}' where removed_at is null;
  v_removal.files := (
    select count(*) from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now()
  );
  return private.store_idempotent_result(p_request_id, v_removal);
end
$function$;

ALTER FUNCTION "public"."remove_demo"(boolean, uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "service_role";
