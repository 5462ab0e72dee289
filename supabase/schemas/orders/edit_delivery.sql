-- How an edit changes an order's delivery: address, method, fee and days.

-- Functions

-- Adds the delivery changes to an edit: the fee difference for another zone or method, and problems that arise. Within a zone an
-- order keeps its fee and days, but may not exceed the zone's maximum weight.
create function private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
returns private.priced_edit
language plpgsql stable security definer set search_path = '' as $$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.destination;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - line.offered - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end)
  into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares, p_edit.offers)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_settings, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping')
    or exists (
      select 1 from public.offer_uses used join public.offers one on one.id = used.offer_id
      where used.order_id = p_order.id and one.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') then
    if (p_edit.delivery).problem ->> 'code' = 'order_too_heavy' and v_grams > private.kept_grams(p_order.id, '{}', '{}') then
      p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    end if;
    p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
  p_edit.recount.fee := 0;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- Resending faulty pieces is free everywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$$;

-- Stores a delivery's new method, days and fee.
create function private.charge_new_delivery(
  p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
begin
  if v_rate.method is null then
    return;
  end if;
  update public.orders set shipping_method = v_rate.method::public.shipping_method, days_from = v_rate.days_from,
    days_to = v_rate.days_to, shipping_difference = shipping_difference + coalesce(p_priced.fee_difference, 0), updated_at = now()
  where id = p_order.id;
  update public.order_edits set fee_difference = coalesce(p_priced.fee_difference, 0) where id = p_edit.id;
  perform private.book_money(
    p_order, 'charged', coalesce(p_priced.fee_difference, 0), jsonb_build_object('edit_id', p_edit.id));
end
$$;
