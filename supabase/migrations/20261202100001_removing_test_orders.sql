set local check_function_bodies = off;

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
    to_jsonb(v_order) - '{idempotency_key,document_hash,search_text}'::text[], null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
  perform private.keep_answer(p_request_id, 'true');
end
$function$;
