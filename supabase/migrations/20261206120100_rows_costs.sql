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
