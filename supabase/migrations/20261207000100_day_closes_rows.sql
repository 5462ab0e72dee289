-- What closing a day refuses.

insert into private.refusal_messages (code, reason, message) values
  ('day_closed', '', 'This day is closed already, or a later one is.'),
  ('day_moved', '', 'Money was booked meanwhile. Look at the amounts again, then close the day.'),
  ('day_not_begun', '', 'This day has not begun yet.'),
  ('invalid_counts', '', 'Give what was counted as amounts in pounds.');
