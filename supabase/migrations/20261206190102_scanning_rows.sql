-- What scanning says when it refuses.

insert into private.refusal_messages (code, reason, message) values
  ('scanned_already', '', '{name} has already scanned this parcel ({at}).'),
  ('scanned_for_other_carrier', '', 'This parcel is for {carrier}.'),
  ('scanned_not_packed', '', 'This parcel is already {state} ({name}, {at}).'),
  ('scanned_not_packed', 'unnamed', 'This parcel is already {state} ({at}).');
