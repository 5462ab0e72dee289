set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.remove_store(p_tenant_id text, p_name text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name text;
  v_state public.store_state;
  v_open bigint;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_store', p_tenant_id)) then
    return;
  end if;
  perform private.require_owner_or_server();
  -- Orders that are being placed commit first, or find no store.
  select tenant.name into v_name from public.tenants tenant where tenant.id = p_tenant_id for update;
  select settings.state into v_state from public.settings where settings.tenant_id = p_tenant_id for update;
  v_open := private.unsettled_orders(p_tenant_id);
  if v_state is null then
    perform private.refuse('unknown_store');
  elsif v_state = 'gone' then
    perform private.refuse('store_gone');
  elsif v_state <> 'closed' then
    perform private.refuse('store_not_closed');
  elsif btrim(p_name) is distinct from v_name then
    perform private.refuse('store_name_differs');
  elsif v_open > 0 then
    perform private.refuse('store_has_open_orders', jsonb_build_object('count', v_open));
  end if;
  -- Invoices show the logo.
  perform private.remove_file(file.bucket_id, file.name) from private.store_objects(p_tenant_id) file
  where file.bucket_id <> 'brand-files';
  delete from private.jobs job where job.tenant_id = p_tenant_id and job.kind <> 'remove_file';
  perform private.remove_store_people(p_tenant_id);
  perform private.remove_store_content(p_tenant_id);
  update public.settings set state = 'gone' where settings.tenant_id = p_tenant_id;
  delete from public.audit_log noted where noted.tenant_id = p_tenant_id;
  perform private.write_audit(p_tenant_id, 'delete', 'tenants', p_tenant_id, v_name, null, null);
end
$function$;
