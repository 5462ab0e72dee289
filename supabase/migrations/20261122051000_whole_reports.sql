-- A report as one value, so that no limit of rows cuts it: a file has to hold every row and add up to the piastre, and three
-- years of days are more rows than the data API gives at a time.

-- What a report is not asked for it still leaves out; the caps go.
do $$
declare
  v_cap record;
  v_old text;
  v_new text;
begin
  for v_cap in select * from (values
    ('report_products', 'least(greatest(p_limit, 1), 1000)'),
    ('report_customers', 'least(greatest(p_limit, 1), 1000)'),
    ('report_stock', 'least(greatest(p_limit, 1), 10000)')
  ) as c (name, cap) loop
    v_old := pg_get_functiondef(('public.' || v_cap.name)::regproc);
    v_new := replace(v_old, v_cap.cap, 'greatest(p_limit, 1)');
    if v_new = v_old then
      raise exception '% has no cap %', v_cap.name, v_cap.cap;
    end if;
    execute v_new;
  end loop;
end
$$;

-- The rows of a report in its order: all of them, or the first so many. `p_report` is sales (by day), products, categories,
-- customers, stock, discounts or slots. Staff only.
create function public.report_rows(
  p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_staff(p_tenant_id);
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) r;
    when 'products' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) r;
    when 'categories' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) r;
    when 'customers' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) r;
    when 'stock' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) r;
    when 'discounts' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) r;
    when 'slots' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) r;
    else
      perform private.refuse('unknown_report', 'There is no such report.');
  end case;
  return coalesce(v_rows, '[]');
end
$$;
grant execute on function public.report_rows(text, text, date, date, integer) to authenticated, service_role;
