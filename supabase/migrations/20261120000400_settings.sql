-- Everything here may be read by anybody; what only staff may know is in staff_settings.
create table public.settings (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  shipping jsonb not null
    default '{"freeShippingThreshold": 500, "defaultShippingFee": 30, "expressShippingFee": 50}',
  payment jsonb not null
    default '{"cashOnDelivery": true, "onlinePayment": false, "bankTransfer": false, "bankDetails": ""}',
  customization jsonb not null
    default '{"enabled": false, "textPrice": 0, "imagePrice": 0, "baseProductPrices": {}}',
  contact jsonb not null
    default '{"contactEmail": "", "contactPhone": "", "address": "", "socialMedia": {}}',
  points jsonb not null default '{"enabled": false, "earnRate": 1, "pointValue": 0.1}',
  features jsonb not null default '{"wishlist": true, "reviews": true, "loyalty": true, "liveChat": false}',
  legal jsonb not null default '{"shippingReturns": "", "terms": ""}',
  faq jsonb not null default '[]',
  store jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- Amounts are pounds with at most two decimals; a missing free threshold means shipping is never free.
  constraint settings_shipping check (
    jsonb_typeof(shipping) = 'object'
    and private.is_amount(shipping -> 'defaultShippingFee')
    and private.is_amount(shipping -> 'expressShippingFee')
    and (coalesce(jsonb_typeof(shipping -> 'freeShippingThreshold'), 'null') = 'null'
      or private.is_amount(shipping -> 'freeShippingThreshold'))
  ),
  constraint settings_payment check (
    jsonb_typeof(payment) = 'object'
    and private.is_flag(payment -> 'cashOnDelivery')
    and private.is_flag(payment -> 'onlinePayment')
    and private.is_flag(payment -> 'bankTransfer')
  ),
  constraint settings_customization check (
    jsonb_typeof(customization) = 'object'
    and private.is_flag(customization -> 'enabled')
    and private.is_amount(customization -> 'textPrice')
    and private.is_amount(customization -> 'imagePrice')
    and private.are_amounts(customization -> 'baseProductPrices')
  ),
  -- earnRate: points for each pound paid for goods; pointValue: pounds one point takes off.
  constraint settings_points check (
    jsonb_typeof(points) = 'object'
    and private.is_flag(points -> 'enabled')
    and private.is_amount(points -> 'earnRate')
    and private.is_amount(points -> 'pointValue')
    and (points ->> 'earnRate')::numeric <= 100
    and (points ->> 'pointValue')::numeric between 0.01 and 1000
  ),
  constraint settings_features check (
    jsonb_typeof(features) = 'object'
    and private.is_flag(features -> 'wishlist')
    and private.is_flag(features -> 'reviews')
    and private.is_flag(features -> 'loyalty')
    and private.is_flag(features -> 'liveChat')
  ),
  constraint settings_contact check (jsonb_typeof(contact) = 'object'),
  constraint settings_legal check (jsonb_typeof(legal) = 'object'),
  constraint settings_faq check (
    jsonb_typeof(faq) = 'array'
    and jsonb_array_length(faq) <= 200
    and not jsonb_path_exists(faq, '$[*] ? (!(@.question.type() == "string" && @.answer.type() == "string"))')
  ),
  constraint settings_store check (jsonb_typeof(store) = 'object'),
  constraint settings_size check (
    length(contact::text) + length(legal::text) + length(faq::text) + length(store::text) <= 500000
  )
);

create table public.staff_settings (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  order_emails text[] not null default '{}' check (cardinality(order_emails) <= 20),
  contact_emails text[] not null default '{}' check (cardinality(contact_emails) <= 20),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 10000),
  notes text not null default '' check (length(notes) <= 20000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.settings enable row level security;
alter table public.staff_settings enable row level security;

grant select on public.settings to anon, authenticated;
grant insert, update on public.settings to authenticated;
grant select, insert, update on public.staff_settings to authenticated;
grant all on public.settings, public.staff_settings to service_role;

create trigger settings_touch before update on public.settings
  for each row execute function private.touch_version();
create trigger staff_settings_touch before update on public.staff_settings
  for each row execute function private.touch_version();

create policy "Everybody reads a store's settings" on public.settings
  for select to anon, authenticated using (true);

create policy "Staff add their store's settings" on public.settings
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's settings" on public.settings
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.settings');

create policy "Staff read what only staff may know" on public.staff_settings
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add what only staff may know" on public.staff_settings
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change what only staff may know" on public.staff_settings
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.staff_settings');
