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
