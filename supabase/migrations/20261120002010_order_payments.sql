-- Public functions -------------------------------------------------------------------------------

-- What became of an order's payment: `paid`, `failed` or `refunded`. Called by the payment provider's hook and by
-- staff for bank transfers; calling it again, late, or out of order changes nothing that is already settled.
create function public.record_payment(p_order_id uuid, p_outcome text, p_reference text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
begin
  perform private.require_staff(v_order.tenant_id);
  perform set_config('souk.order_note', left(coalesce(p_reference, ''), 200), true);
  if p_outcome = 'paid' then
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'confirmed', payment_reference = nullif(left(p_reference, 200), '')
      where o.id = p_order_id returning * into v_order;
    elsif v_order.status = 'cancelled' and v_order.payment_status in ('unpaid', 'failed') then
      -- The money came after the goods had been given back.
      update public.orders o set payment_status = 'refund_due', payment_reference = nullif(left(p_reference, 200), ''),
        updated_at = now()
      where o.id = p_order_id returning * into v_order;
    elsif v_order.payment_status = 'unpaid' then
      update public.orders o set payment_status = 'paid', payment_reference = nullif(left(p_reference, 200), ''),
        updated_at = now()
      where o.id = p_order_id returning * into v_order;
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'cancelled', payment_status = 'failed'
      where o.id = p_order_id returning * into v_order;
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.payment_status in ('paid', 'refund_due') then
      update public.orders o set payment_status = 'refunded', updated_at = now()
      where o.id = p_order_id returning * into v_order;
      insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
      values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), 'Payment refunded');
    end if;
  else
    perform private.refuse('unknown_outcome', 'A payment is paid, failed or refunded.');
  end if;
  perform set_config('souk.order_note', '', true);
  return private.order_json(v_order);
end
$$;

-- Cancels online orders whose payment did not come in time, giving their stock back. For the server's timer.
create function public.release_expired_reservations(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_released integer;
begin
  if not private.is_service() then
    raise exception using errcode = '42501', message = 'Only the server can do that.', detail = 'server_only';
  end if;
  v_ids := array(
    select o.id from public.orders o
    where o.reserved_until < now() and o.status = 'awaiting_payment'
    order by o.reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  -- All their products at once, in the order in which place_order takes them.
  perform 1 from public.products p
  where p.id in (select l.product_id from public.order_lines l where l.order_id = any (v_ids))
  order by p.id for no key update;
  perform set_config('souk.order_note', 'The payment did not arrive in time', true);
  update public.orders o set status = 'cancelled', payment_status = 'failed' where o.id = any (v_ids);
  get diagnostics v_released = row_count;
  perform set_config('souk.order_note', '', true);
  return v_released;
end
$$;

grant execute on function public.record_payment(uuid, text, text) to authenticated, service_role;
grant execute on function public.release_expired_reservations(integer) to service_role;
