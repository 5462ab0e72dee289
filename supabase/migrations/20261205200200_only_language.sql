set local check_function_bodies = off;

DROP FUNCTION "public"."delete_staff_role"(text, uuid);

DROP FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer);

ALTER TABLE "public"."brands" ADD COLUMN "only_language" text;

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
    ('products', 'missing', v_products > 0, null, 0),
    ('pictures', 'recommended', v_without_picture = 0, v_sample, v_without_picture),
    ('translations', 'recommended', v_untranslated = 0 or not v_needs_arabic, null, v_untranslated),
    ('demo_products', 'demo', v_demo_products = 0, null, v_demo_products)
  ) fact (item, level, is_ready, names, amount);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_staff_role', p_tenant_id, p_id)) then
    return;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  select * into v_role from private.staff_roles where id = p_id for update;
  if v_role.id is null then
    perform private.refuse('unknown_staff_role');
  elsif v_role.key is not null then
    perform private.refuse('staff_role_fixed');
  end if;
  select count(distinct user_id) into v_people from public.staff_grants where role_id = p_id;
  if v_people > 0 then
    perform private.refuse('staff_role_held', jsonb_build_object('count', v_people));
  end if;
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.capabilities_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

ALTER FUNCTION "public"."delete_staff_role"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant text[] := private.capabilities_of_staff_role(p_id);
  v_role private.staff_roles;
  v_first constant uuid := private.idempotent_result(null::uuid, p_request_id, jsonb_build_array(
    'save_staff_role', p_tenant_id, p_name, p_translations, p_capabilities, p_id, p_version));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations) values (btrim(p_name), p_translations) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability)
  select v_role.id, unnest(v_capabilities)
  on conflict do nothing;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, v_capabilities);
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, v_capabilities);
  end if;
  return private.store_idempotent_result(p_request_id, v_role.id);
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) OWNER TO "postgres";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_only_language_check" CHECK ((only_language = ANY (ARRAY['en'::text, 'ar'::text])));

REVOKE ALL ON FUNCTION "public"."delete_staff_role"(text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_staff_role"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid) TO "service_role";

REVOKE ALL ("only_language") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("only_language") ON TABLE "public"."brands" TO "authenticated";
