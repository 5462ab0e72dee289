-- The refusal of the functions that pass work on.
insert into private.refusal_messages (code, reason, message) values
  ('not_assignable', '', 'This person may not see this, so it cannot be given to them.');
