insert into private.capabilities (name, second_factor) values ('money.see_settlements', 'not_needed');

insert into private.role_capabilities (role, capability) values
  ('admin', 'money.see_settlements'), ('super_admin', 'money.see_settlements');
