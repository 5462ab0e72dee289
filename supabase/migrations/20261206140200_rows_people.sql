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
