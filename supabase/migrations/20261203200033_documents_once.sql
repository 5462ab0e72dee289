set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.issue_documents(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_open private.invoice_item[];
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_open := array(select open from private.uninvoiced_items(v_order) open);
  v_items := array(select item from unnest(v_open) item where item.amount > 0 or item.amount = 0 and item.quantity > 0);
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select item from unnest(v_open) item where item.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_due_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The last of several changes of an order in a transaction issues for all of them.
  if exists (
    select 1 from public.orders
    where orders.id = new.id and (orders.charged, orders.received, orders.status) = (new.charged, new.received, new.status)
  ) then
    perform private.issue_documents(new.id);
  end if;
  return null;
end
$function$;
