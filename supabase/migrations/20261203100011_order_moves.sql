-- Which right each move of an order asks for, and what becomes of a proposed edit.

alter table public.order_status_transitions add column capability text;
update public.order_status_transitions set capability = case
  when to_status = 'cancelled' then 'orders.cancel'
  when to_status in ('return_requested', 'returned') or from_status = 'return_requested' then 'returns.decide'
  when to_status in ('shipped', 'delivered') or from_status = 'shipped' then 'orders.pack'
  else 'orders.change'
end;
alter table public.order_status_transitions alter column capability set not null;

create table public.order_edit_transitions (
  from_state public.order_edit_state not null,
  to_state public.order_edit_state not null,
  by_shopper boolean not null,
  by_staff_for_shopper boolean not null,
  by_staff boolean not null,
  primary key (from_state, to_state)
);
alter table public.order_edit_transitions enable row level security;

insert into public.order_edit_transitions (from_state, to_state, by_shopper, by_staff_for_shopper, by_staff) values
  ('proposed', 'applied', true, true, false),
  ('proposed', 'declined', true, true, false),
  ('proposed', 'withdrawn', false, false, true);
