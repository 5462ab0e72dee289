-- Texts of refusals: exchanges for other products.
insert into private.refusal_messages (code, reason, message) values
  ('exchange_as_asked', '', 'An exchange is approved or declined as it was asked for.'),
  ('exchange_same', '', 'Choose something else for {name}.'),
  ('exchange_too_late', '', 'A piece can be exchanged within 24 hours of delivery.'),
  ('exchange_too_late', 'days', 'A piece can be exchanged within {days} days of delivery.'),
  ('exchanges_closed', '', 'This store does not exchange for other products.');
