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
