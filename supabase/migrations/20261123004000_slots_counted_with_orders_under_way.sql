-- A slot that got its first capacity while an order for it was under way did not count that order, and took one too many.
-- Now the change waits for such orders, and orders that come meanwhile wait for the change. Orders wait for nothing else
-- than before: they share the slot among themselves and with every other change of it.

-- Takes one place in a delivery slot on a day, or says why there is none.
create or replace function private.book_slot(p_tenant_id text, p_slot_id text, p_day text) returns public.delivery_slots
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select s.* into v_slot from public.delivery_slots s
    where s.tenant_id = p_tenant_id and s.id = p_slot_id::uuid and s.is_active
    -- The order's reference to the slot takes the same lock a moment later.
    for key share;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot', 'Choose another delivery time.');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date', 'Choose the day of the delivery.');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date', 'This delivery time is not offered on that day.');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed', 'This delivery time can no longer be chosen.');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings as b (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = b.booked + 1 where b.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full', 'This delivery time is full. Choose another one.');
    end if;
  end if;
  return v_slot;
end
$$;

create function private.slot_capacity_awaited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.delivery_slots s where s.id = old.id for update;
  return new;
end
$$;

create trigger delivery_slots_capacity_awaited before update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null)
  execute function private.slot_capacity_awaited();
