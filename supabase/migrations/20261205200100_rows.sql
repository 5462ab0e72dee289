-- Rows that come with the files of brands, roles and the making of stores.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('brand-files', 'brand-files', false, 6291456, '{image/svg+xml,image/png,image/webp,audio/mpeg}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('brand-media', 'brand-media', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- What the code of the landing showed in every store that had it.
update public.brands set
  hero_picture = '/brands/meeplehouse/table.avif',
  hero_films = '{/brands/meeplehouse/table.webm,/brands/meeplehouse/meeples.webm}',
  story_picture = '/brands/meeplehouse/table.avif',
  all_categories_text = 'Every shelf in the house',
  visit_title = 'Come and play',
  visit_text = 'Ring the bell, pick a box from the open shelf and stay as long as the game takes.',
  translations = jsonb_set(translations, '{ar}', coalesce(translations -> 'ar', '{}') || '{
    "all_categories_text": "كل رفوف البيت",
    "visit_title": "تعالوا نلعب",
    "visit_text": "جرس الباب، وعلبة من الرف المفتوح، ثم جلسة تطول ما طالت اللعبة."
  }')
where landing = 'tabletop' and hero_picture is null;

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

insert into private.refusal_messages (code, reason, message) values
  ('store_gone', '', 'This store is gone.'),
  ('store_has_open_orders', '', '{count} orders of this store are not settled yet.'),
  ('store_id_invalid', '', 'A store''s short name has 2 to 30 lower-case letters, digits and hyphens, and begins with a letter.'),
  ('store_id_reserved', '', '{id} is reserved. Choose another short name.'),
  ('store_id_taken', '', '{id} is taken. Choose another short name.'),
  ('store_name_differs', '', 'Type the name of the store to remove it.'),
  ('store_not_closed', '', 'Close the store before you remove it.');
