-- What offers say when they refuse.

insert into private.refusal_messages (code, reason, message) values
  ('margin_not_allowed', '', 'You may not see costs. Offers with a margin show them.'),
  ('offer_used', '', 'This offer has been used in orders. Switch it off instead of deleting it.');
