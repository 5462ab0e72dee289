-- A thing has one name: carrier, shipment, returned to sender, notification.
alter table public.orders rename column at_courier to at_carrier;
alter table public.payments rename column came_amount to received_amount;
alter table public.payments rename column came_back to returned_amount;
alter table public.shipments rename column came_back_at to returned_to_sender_at;
alter table public.shipment_staff_facts rename column courier_owes to carrier_owes;
alter table public.staff_settings rename column message_channels to notification_channels;
alter table public.staff_settings rename column message_kinds to notification_kinds;
alter table public.staff_settings rename column phone_messages_limit to phone_notifications_limit;
alter table public.staff_settings rename column stranger_messages_limit to stranger_notifications_limit;
alter table public.message_opt_outs rename to notification_opt_outs;
alter table public.order_messages rename column papers to documents;
alter table public.order_messages rename to order_notifications;
alter type public.order_message_kind rename value 'came_back' to 'returned_to_sender';
alter type public.order_message_kind rename to order_notification_kind;
alter type public.message_channel rename to notification_channel;
alter type public.order_queue rename value 'came_back' to 'returned_to_sender';
alter type public.payment_status rename value 'with_courier' to 'with_carrier';
alter type public.shipment_state rename value 'came_back' to 'returned_to_sender';
alter table public.order_lines rename column refused to returned_to_sender;
alter type public.order_status rename value 'refused' to 'returned_to_sender';
alter type public.transfer_state rename value 'refused' to 'rejected';

-- Codes in rows.
update public.staff_settings set notification_kinds = array_replace(notification_kinds, 'came_back', 'returned_to_sender')
where 'came_back' = any (notification_kinds);
update public.order_events set remark = jsonb_set(remark, '{code}', '"transfer_rejected"')
where remark ->> 'code' = 'transfer_refused';
set constraints all immediate;

-- What PostgreSQL named by the old words.
do $$
declare
  v_named record;
  v_name text;
begin
  for v_named in
    select conname as name, conrelid::regclass as relation from pg_constraint
    where connamespace = 'public'::regnamespace
      and conname ~ 'courier|parcel|came_(back|amount)|order_message|message_(opt|channel|kind)|(phone|stranger)_messages|order_lines_refused'
  loop
    v_name := regexp_replace(v_named.name, 'message_opt', 'notification_opt');
    v_name := replace(replace(replace(v_name, 'order_message', 'order_notification'), 'courier', 'carrier'), 'parcel', 'shipment');
    v_name := replace(replace(v_name, 'came_back', 'returned_amount'), 'came_amount', 'received_amount');
    v_name := replace(replace(v_name, 'message_channel', 'notification_channel'), 'message_kind', 'notification_kind');
    v_name := replace(replace(v_name, 'phone_messages', 'phone_notifications'), 'stranger_messages', 'stranger_notifications');
    v_name := replace(v_name, 'order_lines_refused', 'order_lines_returned_to_sender');
    if v_name <> v_named.name then
      execute format('alter table %s rename constraint %I to %I', v_named.relation, v_named.name, v_name);
    end if;
  end loop;
end
$$;
