-- Rows that come with ceilings and requests for approval.

insert into private.limited_capabilities (capability, unit) values
  ('money.refund', 'pounds_a_day'),
  ('money.give_credit', 'pounds_a_day'),
  ('orders.discount', 'percent'),
  ('products.price', 'percent');

insert into private.capabilities (name, second_factor) values ('approvals.see', 'where_store_asks');

insert into private.role_capabilities (role, capability) values ('admin', 'approvals.see'), ('super_admin', 'approvals.see');

insert into private.capability_needs (capability, needs)
select limited.capability, 'approvals.see' from private.limited_capabilities limited;

-- Roles get what their capabilities need.
insert into private.staff_role_capabilities (role_id, capability)
select distinct granted.role_id, 'approvals.see' from private.staff_role_capabilities granted
join private.limited_capabilities limited on limited.capability = granted.capability
on conflict do nothing;

insert into private.refusal_messages (code, reason, message) values
  ('above_ceiling', 'refund', 'You can give back {amount} EGP more today. What is above needs somebody''s approval.'),
  ('above_ceiling', 'give_credit', 'You can give {amount} EGP more as store credit today. What is above needs somebody''s approval.'),
  ('above_ceiling', 'discount', 'You can take {percent} % off an order, here {amount} EGP. What is above needs somebody''s approval.'),
  ('above_ceiling', 'price', 'You can lower the price of {name} to {price} EGP today, by {percent} %. What is below needs somebody''s approval.'),
  ('already_asked', '', 'You have asked for this already. It waits for a decision.'),
  ('approval_not_needed', '', 'You can do this yourself. Nobody has to approve it.'),
  ('approval_request_decided', 'approved', 'Somebody else has approved this already.'),
  ('approval_request_decided', 'refused', 'Somebody else has refused this already.'),
  ('approval_request_decided', 'ended', 'This request has ended by itself.'),
  ('grants_more_than_own', 'ceiling', 'You can only give or take rights up to your own ceiling.'),
  ('invalid_approval_request', '', 'This cannot be asked for.'),
  ('invalid_ceiling', '', 'Give a ceiling as an amount in pounds, or as a percentage up to 100.'),
  ('own_approval_request', '', 'Somebody else has to decide about your request.'),
  ('unknown_approval_request', '', 'This request does not exist.');
