-- Refusals of links to pay, drafts and gift wrapping.

-- Tables

insert into private.refusal_messages (code, reason, message) values
  ('agreed_with_required', '', 'Say who agreed to the change.'),
  ('draft_paid', '', 'Money for this draft has come already. Cancel its order instead.'),
  ('gift_closed', '', 'This store does not wrap gifts.'),
  ('gift_message_too_long', '', 'Shorten the card''s text to {most} characters.'),
  ('invalid_link_hours', '', 'A link to pay is valid for 1 to 720 hours.'),
  ('pay_link_changed', '', 'The amount has changed: {amount} EGP is due now. Look through it again.'),
  ('pay_link_ended', '', 'This link to pay has ended.'),
  ('pay_link_ended', 'cancelled', 'The store has called this link to pay off.'),
  ('pay_link_ended', 'expired', 'This link to pay has expired.'),
  ('pay_link_ended', 'paid', 'This has been paid already.'),
  ('pay_link_sent_enough', '', 'This customer got five messages with a link today. Copy the link instead.'),
  ('pay_link_unreachable', '', 'There is no address to send this link to. Copy it instead.'),
  ('unknown_draft', '', 'This draft does not exist.'),
  ('unknown_pay_link', '', 'This link to pay does not exist.');
