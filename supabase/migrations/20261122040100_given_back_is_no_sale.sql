-- What was given back was not sold: an order whose payment went back, or is on its way back, counts in no report, also one
-- that was delivered.

create function private.is_sale(p_status public.order_status, p_payment_status public.payment_status) returns boolean
language sql immutable as $$
  select p_status in ('pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested')
    and p_payment_status not in ('refund_due', 'refunded')
$$;

-- Everything that asks whether an order is a sale asks with its payment from now on; nothing else of it changes.
do $$
declare
  v_asking constant text[] := '{report_totals,report_sales,report_products,report_categories,report_customers,report_stock,
    report_discounts,report_slots,dashboard,customer_totals,list_customers}';
  v_name text;
  v_old text;
  v_new text;
begin
  foreach v_name in array v_asking loop
    v_old := pg_get_functiondef(('public.' || v_name)::regproc);
    v_new := regexp_replace(v_old, 'private\.is_sale\((\w+)\.status\)', 'private.is_sale(\1.status, \1.payment_status)', 'g');
    -- The days of the totals are read once, with what is asked of them.
    v_new := replace(v_new, 'select o.id, o.user_id, o.status, o.total,', 'select o.id, o.user_id, o.status, o.payment_status, o.total,');
    if v_new = v_old then
      raise exception '% does not ask whether an order is a sale', v_name;
    end if;
    execute v_new;
  end loop;
  select string_agg(p.oid::regprocedure::text, ', ') into v_name from pg_proc p
  where p.prosrc ~ 'is_sale\(\w+\.status\)';
  if v_name is not null then
    raise exception 'Still ask whether an order is a sale without its payment: %', v_name;
  end if;
end
$$;

drop function private.is_sale(public.order_status);
