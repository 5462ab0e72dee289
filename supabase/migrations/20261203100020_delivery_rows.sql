-- Who sees when carriers come to fetch shipments.
insert into private.capabilities (name, second_factor) values ('pickups.see', 'not_needed');
insert into private.role_capabilities (role, capability) values ('admin', 'pickups.see'), ('super_admin', 'pickups.see');
