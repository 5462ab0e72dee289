-- What is true of payments, refunds and transfers in each state, and which moves they make.
insert into public.provider_payment_statuses (status, is_unfinished, holds_money, counts_as_paid, is_mismatch) values
  ('starting', true, false, false, false),
  ('open', true, false, false, false),
  ('paid', false, false, true, false),
  ('closed', false, false, false, false),
  ('mismatched', false, false, false, true),
  ('returned', false, false, false, true),
  ('held', false, true, false, false),
  ('released', false, false, false, false);

insert into public.provider_payment_status_transitions (from_status, to_status) values
  ('starting', 'open'), ('starting', 'closed'), ('starting', 'held'), ('starting', 'paid'), ('starting', 'mismatched'),
  ('open', 'closed'), ('open', 'held'), ('open', 'paid'), ('open', 'mismatched'),
  ('closed', 'held'), ('closed', 'paid'), ('closed', 'mismatched'),
  ('held', 'paid'), ('held', 'mismatched'), ('held', 'released'),
  ('released', 'paid'), ('released', 'mismatched'),
  ('mismatched', 'returned');

insert into public.refund_states (state, is_open, waits_for_staff) values
  ('due', true, true), ('sending', true, false), ('sent', false, false), ('failed', true, true);

insert into public.refund_state_transitions (from_state, to_state) values
  ('due', 'sending'), ('due', 'sent'), ('sending', 'sent'), ('sending', 'failed'), ('sent', 'failed'),
  ('failed', 'due'), ('failed', 'sending'), ('failed', 'sent');

insert into public.transfer_state_transitions (from_state, to_state) values ('to_check', 'booked'), ('to_check', 'rejected');
