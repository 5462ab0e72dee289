-- Whether an order is still to come, and whether a shipment ended without a delivery.
alter table public.order_statuses add column is_awaited boolean;
update public.order_statuses set is_awaited = status in (
  'awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped');
alter table public.order_statuses alter column is_awaited set not null;

alter table public.shipment_states add column is_void boolean;
update public.shipment_states set is_void = is_over and state <> 'delivered';
alter table public.shipment_states alter column is_void set not null;
