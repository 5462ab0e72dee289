-- What a report names twice is listed with its own amount and that of the books. Rows that are listed stay as they are.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.compare_report(p_provider text, p_tenant_ids text[], p_report jsonb, p_source public.payment_report_source, p_is_whole boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line record;
  v_kind public.payment_difference_kind;
  v_differences integer := 0;
  v_nobody public.payments;
begin
  perform private.require_payment_report(p_report);
  v_nobody.tenant_id := p_tenant_ids[1];
  v_nobody.provider := p_provider;
  for v_line in select * from private.reported_lines(p_provider, p_tenant_ids, p_report) loop
    v_kind := case
      when v_line.mention > 1 then 'doubled'
      when (v_line.payment).id is null then 'foreign'
      when v_line.booked is null then 'missing'
      when v_line.amount <> v_line.booked
        or v_line.currency not in ('', coalesce((v_line.payment).came_currency, (v_line.payment).currency)) then 'other_amount'
      when v_line.back > v_line.booked_back then 'missing'
    end;
    if v_kind is null then
      update public.payment_differences set resolved_at = now()
      where provider = p_provider and tenant_id = any (p_tenant_ids) and transaction_id = v_line.id and resolved_at is null
        and payment_differences.kind in ('missing', 'other_amount', 'foreign');
    else
      v_differences := v_differences + 1;
      perform private.list_payment_difference(case when (v_line.payment).id is null then v_nobody else v_line.payment end, v_kind,
        v_line.id, case when v_kind = 'missing' and v_line.booked is not null then v_line.back else v_line.amount end,
        case when v_kind = 'missing' and v_line.booked is not null then v_line.booked_back else v_line.booked end, v_line.currency);
    end if;
  end loop;
  if p_is_whole then
    v_differences := v_differences + private.list_unreported(p_provider, p_tenant_ids, p_report);
  end if;
  insert into public.payment_reports (tenant_id, provider, day, source, transactions, differences, created_by)
  select tenant_id, p_provider, (p_report ->> 'day')::date, p_source, jsonb_array_length(p_report -> 'lines'), v_differences, auth.uid()
  from unnest(p_tenant_ids) tenant_id
  on conflict (tenant_id, provider, day, source) do update set transactions = excluded.transactions,
    differences = excluded.differences, created_by = excluded.created_by, compared_at = now();
  return v_differences;
end
$function$;
