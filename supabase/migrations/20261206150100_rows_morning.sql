-- Rows that come with the mail of the morning.

insert into private.refusal_messages (code, reason, message) values
  ('invalid_morning_hour', '', 'Choose an hour from 4 to 12 for the mail.');
