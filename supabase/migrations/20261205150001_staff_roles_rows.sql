-- Rows that come with staff_roles.
insert into private.capability_needs (capability, needs) values
  ('orders.place', 'orders.see'),
  ('orders.place', 'products.see'),
  ('orders.change', 'orders.see'),
  ('orders.cancel', 'orders.see'),
  ('orders.pack', 'orders.see'),
  ('orders.pack', 'pickups.see'),
  ('orders.print', 'orders.see_prints'),
  ('orders.discount', 'orders.see'),
  ('money.see', 'money.see_settlements'),
  ('money.take_payments', 'orders.see'),
  ('money.take_payments', 'money.see'),
  ('money.take_payments', 'money.see_settlements'),
  ('money.refund', 'orders.see'),
  ('money.give_credit', 'customers.see'),
  ('money.settle_cash', 'money.see'),
  ('money.settle_cash', 'money.see_settlements'),
  ('returns.decide', 'orders.see'),
  ('customers.change', 'customers.see'),
  ('customers.answer', 'customers.see'),
  ('personal_data.export', 'customers.see'),
  ('personal_data.erase', 'customers.see'),
  ('products.change', 'products.see'),
  ('products.price', 'products.see'),
  ('products.price', 'products.change'),
  ('stock.count', 'products.see'),
  ('offers.change', 'offers.see'),
  ('content.change', 'content.see'),
  ('notifications.change', 'notifications.see'),
  ('reports.see', 'sales.see'),
  ('settings.store', 'settings.see'),
  ('settings.delivery', 'settings.see'),
  ('settings.money', 'settings.see'),
  ('settings.open_store', 'settings.see'),
  ('log.undo', 'log.see'),
  ('people.manage', 'people.see');

insert into private.staff_roles (id, key, name) values
  ('00000000-0000-4000-8000-000000000001', 'manager', 'Manager'),
  ('00000000-0000-4000-8000-000000000002', 'packer', 'Packer'),
  ('00000000-0000-4000-8000-000000000003', 'printer', 'Printer'),
  ('00000000-0000-4000-8000-000000000004', 'support', 'Support'),
  ('00000000-0000-4000-8000-000000000005', 'catalogue', 'Catalog'),
  ('00000000-0000-4000-8000-000000000006', 'marketing', 'Marketing'),
  ('00000000-0000-4000-8000-000000000007', 'bookkeeper', 'Bookkeeper');

insert into private.staff_role_capabilities (role_id, capability)
select role.id, granted.capability
from private.staff_roles role
join private.role_capabilities granted on granted.role = 'admin'
where role.key = 'manager' or granted.capability = any (case role.key
  when 'packer' then '{orders.see,orders.pack,pickups.see}'::text[]
  when 'printer' then '{orders.print,orders.see_prints}'
  when 'support' then '{
    orders.see,orders.place,orders.change,orders.cancel,returns.decide,customers.see,customers.change,customers.answer,
    products.see,offers.see,content.see,notifications.see,pickups.see}'
  when 'catalogue' then '{products.see,products.change,products.price,stock.count}'
  when 'marketing' then '{products.see,offers.see,offers.change,content.see,content.change,sales.see}'
  when 'bookkeeper' then '{
    orders.see,money.see,money.see_settlements,money.take_payments,money.settle_cash,sales.see,reports.see,settings.see}'
end);

insert into private.refusal_messages (code, reason, message) values
  ('grants_more_than_own', '', 'You can only give or take rights that you have yourself.'),
  ('invalid_grant_days', '', 'The last day must not be before the first one, nor over.'),
  ('staff_role_changed', '', 'Somebody else has changed this role. Look at it again, then change it.'),
  ('staff_role_fixed', '', 'This role comes with the stores and cannot be changed. Make a copy of it.'),
  ('staff_role_held', '', 'People who still have this role: {count}. Take it away from them first.'),
  ('staff_role_name_taken', '', 'There is already a role with this name. Choose another name.'),
  ('unknown_capability', '', 'Choose what people with this role may do.'),
  ('unknown_staff_role', '', 'This role does not exist any more. Choose another one.');
