-- Capabilities that nobody but super admins has, and reports that name no customer.

insert into private.capabilities (name, second_factor) values
  ('sales.see', 'not_needed'),
  ('settings.open_store', 'needed'),
  ('people.see', 'not_needed'),
  ('operations.see', 'not_needed');

insert into private.role_capabilities (role, capability) values
  ('admin', 'sales.see'),
  ('super_admin', 'sales.see'),
  ('super_admin', 'settings.open_store'),
  ('super_admin', 'people.see'),
  ('super_admin', 'operations.see');

delete from private.role_capabilities
where role = 'admin' and capability in ('personal_data.export', 'personal_data.erase');
