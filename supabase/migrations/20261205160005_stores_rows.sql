-- The sentences of refusals about making and removing stores.

insert into private.refusal_messages (code, reason, message) values
  ('store_gone', '', 'This store is gone.'),
  ('store_has_open_orders', '', '{count} orders of this store are not settled yet.'),
  ('store_id_invalid', '', 'A store''s short name has 2 to 30 lower-case letters, digits and hyphens, and begins with a letter.'),
  ('store_id_reserved', '', '{id} is reserved. Choose another short name.'),
  ('store_id_taken', '', '{id} is taken. Choose another short name.'),
  ('store_name_differs', '', 'Type the name of the store to remove it.'),
  ('store_not_closed', '', 'Close the store before you remove it.');
