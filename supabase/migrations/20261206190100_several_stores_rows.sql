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

-- The right to see what products cost, who has it, and what is said to the others.

insert into private.capabilities (name, second_factor) values ('costs.see', 'not_needed');

insert into private.capability_needs (capability, needs) values
  ('costs.see', 'products.see'),
  -- Who marks pieces printed works in their orders; without this, the role Printer could mark none.
  ('orders.print', 'orders.see');

insert into private.role_capabilities (role, capability) values ('admin', 'costs.see'), ('super_admin', 'costs.see');

insert into private.staff_role_capabilities (role_id, capability)
select role.id, added.capability
from private.staff_roles role
join (values
  ('manager', 'costs.see'), ('bookkeeper', 'products.see'), ('bookkeeper', 'costs.see'), ('printer', 'orders.see')
) added (key, capability) on added.key = role.key;

-- Roles that owners made get what their capabilities need now.
insert into private.staff_role_capabilities (role_id, capability)
select held.role_id, 'orders.see' from private.staff_role_capabilities held where held.capability = 'orders.print'
on conflict do nothing;

insert into private.refusal_messages (code, reason, message) values
  ('costs_not_allowed', '', 'You may not change what products cost. Leave the costs out.'),
  ('invalid_value', 'cost', '{name}: this cost cannot be.');

-- The refusal of the functions that pass work on.
insert into private.refusal_messages (code, reason, message) values
  ('not_assignable', '', 'This person may not see this, so it cannot be given to them.');

-- Rows that come with customers across stores and copies to other stores.

insert into private.capabilities (name, second_factor) values ('customers.see_across', 'where_store_asks');

insert into private.role_capabilities (role, capability) values ('super_admin', 'customers.see_across');

insert into private.capability_needs (capability, needs) values ('customers.see_across', 'customers.see');

insert into private.refusal_messages (code, reason, message) values
  ('copied_name_twice', '', 'Two zones are called {name}. Give one of them another name.'),
  ('copied_to_itself', '', 'Choose other stores: this one has it.'),
  ('copy_outdated', '', 'This has been changed in one of the two stores since you looked. Look again, then copy it.'),
  ('copy_stores_required', '', 'Choose to which stores to copy, each once.'),
  ('copy_unfit', '', 'This store cannot take it as it is.');

-- Rows that come with invitations and with accounts of people who work here.
insert into private.refusal_messages (code, reason, message) values
  ('invalid_staff_email', '', 'This is no email address that could be invited.'),
  ('invitation_closed', '', 'This invitation has been accepted or taken back.'),
  ('invitation_needs_sign_in', '', 'This address has an account. Sign in with it to accept the invitation.'),
  ('invitation_of_another', '', 'This invitation is for another address. Sign in with the account of that address.'),
  ('invitation_void', '', 'Whoever invited you can no longer give these roles. Ask for another invitation.'),
  ('last_in_charge', '', 'Somebody has to manage the people of this store. Give this right to somebody else first.'),
  ('second_step_old', '', 'Your second step is older than {hours} hours. Confirm it again.'),
  ('unknown_invitation', '', 'There is no such invitation.')
on conflict (code, reason) do update set message = excluded.message;

-- Owners of the installation, whose accounts carry no store's mark.
insert into public.staff_members (user_id, name, office_language)
select distinct on (ruling.user_id) ruling.user_id, coalesce(profile.name, ''), coalesce(profile.office_language, 'en')
from public.user_roles ruling
join auth.users account on account.id = ruling.user_id
left join public.profiles profile on profile.id = ruling.user_id
where ruling.tenant_id is null and ruling.role = 'super_admin' and private.unmarked_email(account.email) = account.email
order by ruling.user_id, profile.name is null, profile.tenant_id
on conflict (user_id) do nothing;

-- Rows that come with the mail of the morning.

insert into private.refusal_messages (code, reason, message) values
  ('invalid_morning_hour', '', 'Choose an hour from 4 to 12 for the mail.');

-- Needs that other needs imply.
delete from private.capability_needs where (capability, needs) in (
  ('money.take_payments', 'money.see_settlements'),
  ('money.settle_cash', 'money.see_settlements'),
  ('products.price', 'products.see')
);
