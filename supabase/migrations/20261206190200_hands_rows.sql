-- What people without a second factor are told, and whose open returns are.

insert into private.refusal_messages (code, reason, message) values
  ('sign_in_old', '', 'Your last sign-in is more than {hours} hours ago. Enter your password again.');

-- Returns were worked on with their orders; nobody has to be told of it.
insert into public.assignments (tenant_id, return_id, user_id, assigned_by, assigned_at, seen_at)
select back.tenant_id, back.id, assigned.user_id, assigned.assigned_by, assigned.assigned_at, now()
from public.returns back
join public.return_states state on state.state = back.state and state.is_open
join public.assignments assigned on assigned.tenant_id = back.tenant_id and assigned.order_id = back.order_id
on conflict do nothing;
