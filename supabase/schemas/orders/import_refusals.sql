-- Refusals of files of another shop, and of tags: the sentences that API users read (foundation/refusals.sql).

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
  ('invalid_tag', '', 'A tag is a text of up to 40 characters. An order has up to 20.');
