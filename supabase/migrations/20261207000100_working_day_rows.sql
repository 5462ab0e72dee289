-- What scanning says when it refuses.

insert into private.refusal_messages (code, reason, message) values
  ('scanned_already', '', '{name} has already scanned this parcel ({at}).'),
  ('scanned_for_other_carrier', '', 'This parcel is for {carrier}.'),
  ('scanned_not_packed', '', 'This parcel is already {state} ({name}, {at}).'),
  ('scanned_not_packed', 'unnamed', 'This parcel is already {state} ({at}).');

-- Texts of refusals: exchanges for other products.
insert into private.refusal_messages (code, reason, message) values
  ('exchange_as_asked', '', 'An exchange is approved or declined as it was asked for.'),
  ('exchange_same', '', 'Choose something else for {name}.'),
  ('exchange_too_late', '', 'A piece can be exchanged within 24 hours of delivery.'),
  ('exchange_too_late', 'days', 'A piece can be exchanged within {days} days of delivery.'),
  ('exchanges_closed', '', 'This store does not exchange for other products.');

-- Refusals of links to pay, drafts and gift wrapping.

insert into private.refusal_messages (code, reason, message) values
  ('agreed_with_required', '', 'Say who agreed to the change.'),
  ('draft_paid', '', 'Money for this draft has come already. Cancel its order instead.'),
  ('gift_closed', '', 'This store does not wrap gifts.'),
  ('gift_message_too_long', '', 'Shorten the card''s text to {most} characters.'),
  ('invalid_link_hours', '', 'A link to pay is valid for 1 to 720 hours.'),
  ('pay_link_changed', '', 'The amount has changed: {amount} EGP is due now. Look through it again.'),
  ('pay_link_ended', '', 'This link to pay has ended.'),
  ('pay_link_ended', 'cancelled', 'The store has called this link to pay off.'),
  ('pay_link_ended', 'expired', 'This link to pay has expired.'),
  ('pay_link_ended', 'paid', 'This has been paid already.'),
  ('pay_link_sent_enough', '', 'This customer got five messages with a link today. Copy the link instead.'),
  ('pay_link_unreachable', '', 'There is no address to send this link to. Copy it instead.'),
  ('unknown_draft', '', 'This draft does not exist.'),
  ('unknown_pay_link', '', 'This link to pay does not exist.');

-- Rows that come with calling customers and with finding orders by more than their people.

insert into private.refusal_messages (code, reason, message) values
  ('call_claimed', '', 'Somebody else is calling about this order.'),
  ('call_not_awaited', '', 'This order does not wait for a call any more.'),
  ('invalid_call_time', '', 'Choose a time within the next two weeks.');

-- Orders are found by their places, items, shipments, invoices and payments too.
update public.order_staff_facts facts set search_text = private.order_search_text(orders)
from public.orders where orders.id = facts.order_id;

-- What people without a second factor are told, and whose open returns are.

insert into private.refusal_messages (code, reason, message) values
  ('sign_in_old', '', 'Your last sign-in is more than {hours} hours ago. Enter your password again.');

-- Returns were worked on with their orders; nobody has to be told of it.
insert into public.assignments (tenant_id, return_id, user_id, assigned_by, assigned_at, seen_at)
select back.tenant_id, back.id, assigned.user_id, assigned.assigned_by, assigned.assigned_at, now()
from public.returns back
join public.return_states state on state.state = back.state and state.is_open
join public.assignments assigned on assigned.tenant_id = back.tenant_id and assigned.order_id = back.order_id
on conflict do nothing;

-- The sentences of new refusals.

insert into private.refusal_messages (code, reason, message) values
  ('import_closed', '', 'This import was undone. Put the file in again.'),
  ('import_refused', 'number', 'This order has no number.'),
  ('import_refused', 'date', 'This order has no date, so it cannot be counted where it belongs.'),
  ('import_refused', 'future', 'This order is dated in the future.'),
  ('import_refused', 'lines', 'This order has no items.'),
  ('import_refused', 'line', 'An item of this order has no name, or no quantity from 1 to 10,000.'),
  ('import_refused', 'amount', '{name} is not an amount from 0 to 10,000,000.'),
  ('import_refused', 'currency', 'This order is in {currency}. Only orders in Egyptian pounds are imported.'),
  ('import_refused', 'total', 'The total is lower than its items and discounts allow, by {amount} EGP.'),
  ('import_refused', 'state', '{state} is not a state of an imported order.'),
  ('import_refused', 'repeated', 'This number is in the file twice.'),
  ('import_refused', 'contact', 'This customer has neither an email address nor a phone number.'),
  ('imported_order', '', 'This order was placed in another shop. It can be read, tagged and noted here, but not changed.'),
  ('invalid_tag', '', 'A tag is a text of up to 40 characters. An order has up to 20.')
on conflict (code, reason) do update set message = excluded.message;

-- Sentences of deliveries in part, lost parcels and claims.

insert into private.refusal_messages (code, reason, message) values
  ('claim_answered', '', 'The courier''s answer to this claim is booked already: {state}.'),
  ('delivery_stays', '', 'This delivery can no longer be undone: the half minute is over, the customer was told, or money has moved since.'),
  ('invalid_claim', '', 'Give the amount that you claim in pounds, with at most two decimals.'),
  ('invalid_compensation', '', 'Give what the courier paid as an amount from 0 to {amount} EGP.'),
  ('invalid_delivery', '', 'Name each parcel once, with the pieces that were taken and the cash in pounds.'),
  ('not_sent_again', '', 'These pieces were sent again already, or their money was given back.'),
  ('nothing_taken', '', 'Nothing of this parcel was taken. Book it as returned to sender.'),
  ('nothing_to_claim', '', 'This parcel has not left the store, so there is nothing to claim from a courier.'),
  ('pieces_in_return', '', 'Pieces of {name} are in a return already.'),
  ('too_many_taken', '', 'This parcel has only {open} of {name}.');

-- What closing a day refuses.

insert into private.refusal_messages (code, reason, message) values
  ('day_closed', '', 'This day is closed already, or a later one is.'),
  ('day_moved', '', 'Money was booked meanwhile. Look at the amounts again, then close the day.'),
  ('day_not_begun', '', 'This day has not begun yet.'),
  ('invalid_counts', '', 'Give what was counted as amounts in pounds.');
