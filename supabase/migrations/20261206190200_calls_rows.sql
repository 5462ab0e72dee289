-- Rows that come with calling customers and with finding orders by more than their people.

insert into private.refusal_messages (code, reason, message) values
  ('call_claimed', '', 'Somebody else is calling about this order.'),
  ('call_not_awaited', '', 'This order does not wait for a call any more.'),
  ('invalid_call_time', '', 'Choose a time within the next two weeks.');

-- Orders are found by their places, items, shipments, invoices and payments too.
update public.order_staff_facts facts set search_text = private.order_search_text(orders)
from public.orders where orders.id = facts.order_id;
