-- A store's settings: public ones, and staff's.

-- Helpers of the tables

create function private.is_amount(p_value jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_value) = 'number'
      then p_value::numeric between 0 and 10000000 and scale(trim_scale(p_value::numeric)) <= 2
    else false
  end
$$;

-- Parses an amount in pounds; null if it isn't one.
create function private.amount_of(p_value jsonb) returns numeric
language sql immutable set search_path = '' as $$ select case when private.is_amount(p_value) then p_value::numeric end $$;

-- Parses a whole number; null if it isn't one.
create function private.whole_number_of(p_value jsonb) returns integer
language sql immutable as $$ select case when p_value #>> '{}' ~ '^\d{1,6}$' then (p_value #>> '{}')::integer end $$;

-- Parses a flag, with a default if unset; null if it isn't one.
create function private.flag_of(p_value jsonb, p_default boolean default null) returns boolean
language sql immutable as $$
  select case when p_value is null then p_default when jsonb_typeof(p_value) = 'boolean' then p_value::boolean end
$$;

-- Whether a value is missing or null.
create function private.is_empty(p_value jsonb) returns boolean
language sql immutable as $$ select coalesce(jsonb_typeof(p_value), 'null') = 'null' $$;

-- Whether all are whole numbers up to 60, or missing.
create function private.are_day_counts(p_values jsonb[]) returns boolean
language sql immutable as $$
  select bool_and(coalesce(value #>> '{}', '0') ~ '^\d{1,2}$' and coalesce(value #>> '{}', '0')::numeric <= 60)
  from unnest(p_values) value
$$;

-- Whether this is a whole number from 1 to 60.
create function private.is_day_count(p_value jsonb) returns boolean
language sql immutable as $$
  select coalesce(jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^([1-9]|[1-5]\d|60)$', false)
$$;

create function private.is_flag(p_value jsonb) returns boolean
language sql immutable as $$ select coalesce(jsonb_typeof(p_value) = 'boolean', false) $$;

create function private.are_amounts(p_object jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_object) = 'object'
      then not exists (select 1 from jsonb_each(p_object) priced where not private.is_amount(priced.value))
    else false
  end
$$;

-- The checkout's payment options, in order: [{"option", "offered", "from": pounds, "to": pounds, "details": {"en", …}}].
create function private.are_payment_options(p_options jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_options is null then true
    when jsonb_typeof(p_options) <> 'array' or jsonb_array_length(p_options) > 20 then false
    else not exists (
      select 1 from jsonb_array_elements(p_options) option
      where jsonb_typeof(option.value) <> 'object'
        or coalesce(option.value ->> 'option', '') !~ '^[a-z][a-z0-9_]{1,60}$'
        or not private.is_flag(option.value -> 'offered')
        or not private.is_amount(coalesce(nullif(option.value -> 'from', 'null'), '0'))
        or not private.is_amount(coalesce(nullif(option.value -> 'to', 'null'), '0'))
        or coalesce(jsonb_typeof(option.value -> 'details'), 'object') <> 'object'
        or jsonb_path_exists(option.value, '$.details.* ? (@.type() != "string")')
        or length(option.value ->> 'details') > 2000
    )
  end
$$;

-- A text of at most `p_most` characters, or missing.
create function private.is_text(p_value jsonb, p_most integer) returns boolean
language sql immutable as $$
  select coalesce(jsonb_typeof(p_value), 'null') = 'null'
    or jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_most
$$;

-- Recipients of the store's mails have to be addresses: a typo would swallow customers' messages.
create function private.are_addresses(p_list text[]) returns boolean
language sql immutable as $$
  select not exists (
    select 1 from unnest(p_list) as listed (address)
    where listed.address is null or length(listed.address) > 320 or listed.address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
  )
$$;

-- Rules of cash on delivery (private.cash_rule): the requirement, from which amount and how many shipments returned to sender,
-- where; the hours an order waits for confirmation or its deposit; and the deposit, in percent or pounds.
create function private.are_cash_rules(p_rules jsonb) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_rules) = 'object' then
    not exists (
      select 1 from unnest(array['firstOrder', 'amount', 'refusals', 'governorate']) rule
      where coalesce(p_rules ->> rule, 'none') not in ('none', 'confirm', 'deposit', 'pay_before')
        or p_rules ->> rule = 'deposit' and not p_rules ?| '{depositPercent,depositAmount}'
    )
    and coalesce(p_rules ->> 'depositPercent', '20') ~ '^([1-9][0-9]?|100)$'
    and (not p_rules ? 'depositAmount' or private.is_amount(p_rules -> 'depositAmount') and p_rules -> 'depositAmount' <> '0')
    and not p_rules ?& '{depositPercent,depositAmount}'
    and (not p_rules ? 'amountFrom' or private.is_amount(p_rules -> 'amountFrom'))
    and private.is_day_count(coalesce(p_rules -> 'refusalsFrom', '1'))
    and coalesce(jsonb_typeof(p_rules -> 'governorates'), 'array') = 'array'
    and length(p_rules::text) <= 2000
    and coalesce(p_rules ->> 'hours', '24') ~ '^[1-9][0-9]{0,2}$'
  else false end
$$;

-- Tables

create type public.store_state as enum (
  -- Visible only to staff and holders of the preview link; its pages say that it opens soon.
  'closed',
  'open',
  -- Visible to everybody. Takes no orders until the day it reopens.
  'resting',
  -- Removed, for good: only its orders, invoices and ledgers remain, for the owners of the installation.
  'gone'
);

-- Everything in this table is public; private settings are in staff_settings.
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
  returns jsonb not null default '{"returnDays": 1, "faultDays": 1}',
  -- Gift wrapping with a card: {"enabled", "price": pounds, "text": what shoppers read of it}.
  gifts jsonb not null default '{"enabled": false, "price": 0, "text": ""}',
  store jsonb not null default '{}',
  -- The seller on invoices: {"legalName", "legalAddress", "taxNumber": the tax registration number}.
  invoicing jsonb not null default '{}',
  -- Translations of texts in contact, gifts, legal, payment, store and invoicing, by column: {"ar": {"legal": {"terms": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 500000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  state public.store_state not null default 'open',
  -- The first day on which a resting store takes orders again; it reopens by itself.
  reopens_on date,

  -- Typed values for rules: staff and the API write them in the columns above (docs/decisions/typed-settings.md). A value of the
  -- wrong type becomes null, which `not null` rejects. Amounts in pounds.
  default_shipping_fee numeric not null generated always as (private.amount_of(shipping -> 'defaultShippingFee')) stored,
  express_shipping_fee numeric not null generated always as (private.amount_of(shipping -> 'expressShippingFee')) stored,
  -- Null: never free.
  free_shipping_threshold numeric generated always as (private.amount_of(shipping -> 'freeShippingThreshold')) stored,
  -- Working days until delivery; null: no promise.
  standard_days_from integer generated always as (
    case when shipping ? 'standardDaysFrom' then private.whole_number_of(shipping -> 'standardDaysFrom') else 2 end) stored,
  standard_days_to integer generated always as (
    case when shipping ? 'standardDaysTo' then private.whole_number_of(shipping -> 'standardDaysTo') else 4 end) stored,
  express_days_from integer generated always as (
    case when shipping ? 'expressDaysFrom' then private.whole_number_of(shipping -> 'expressDaysFrom') else 1 end) stored,
  express_days_to integer generated always as (
    case when shipping ? 'expressDaysTo' then private.whole_number_of(shipping -> 'expressDaysTo') else 1 end) stored,
  cash_on_delivery boolean not null generated always as (private.flag_of(payment -> 'cashOnDelivery')) stored,
  online_payment boolean not null generated always as (private.flag_of(payment -> 'onlinePayment')) stored,
  bank_transfer boolean not null generated always as (private.flag_of(payment -> 'bankTransfer')) stored,
  -- VAT contained in prices.
  vat_percent numeric not null generated always as (
    case when private.is_empty(payment -> 'vatRate') then 0 else private.amount_of(payment -> 'vatRate') end) stored,
  customization_enabled boolean not null generated always as (private.flag_of(customization -> 'enabled')) stored,
  text_price numeric not null generated always as (private.amount_of(customization -> 'textPrice')) stored,
  image_price numeric not null generated always as (private.amount_of(customization -> 'imagePrice')) stored,
  points_enabled boolean not null generated always as (private.flag_of(points -> 'enabled')) stored,
  -- Points per pound paid for goods.
  points_earn_rate numeric not null generated always as (private.amount_of(points -> 'earnRate')) stored,
  -- Pounds per point.
  point_value numeric not null generated always as (private.amount_of(points -> 'pointValue')) stored,
  wishlist_enabled boolean not null generated always as (private.flag_of(features -> 'wishlist')) stored,
  reviews_enabled boolean not null generated always as (private.flag_of(features -> 'reviews')) stored,
  loyalty_enabled boolean not null generated always as (private.flag_of(features -> 'loyalty')) stored,
  live_chat_enabled boolean not null generated always as (private.flag_of(features -> 'liveChat')) stored,
  -- Whether sold-out products are restocked.
  restocks_enabled boolean not null generated always as (private.flag_of(features -> 'restocks', true)) stored,
  -- Multiples of 24 hours after its delivery in which a piece may be returned or exchanged, or a fault reported.
  return_days integer not null generated always as (private.whole_number_of(returns -> 'returnDays')) stored,
  fault_days integer not null generated always as (private.whole_number_of(returns -> 'faultDays')) stored,
  -- Whether the delivery of a prepaid order stays paid when it is returned to sender.
  keeps_delivery_fee boolean not null generated always as (private.flag_of(returns -> 'keepsDeliveryFee', false)) stored,
  -- Whether codes and free delivery are recalculated when pieces that qualified for them are cancelled; otherwise they are kept.
  recounts_codes boolean not null generated always as (private.flag_of(returns -> 'recountsCodes', false)) stored,
  recounts_delivery boolean not null generated always as (private.flag_of(returns -> 'recountsDelivery', false)) stored,
  -- What a delivered piece may be exchanged for: `none`, another size as a new delivery; `size`, another size that its carrier swaps;
  -- `product`, other products too. And who pays that delivery: `customer` or `store`.
  exchanges text not null generated always as (coalesce(returns ->> 'exchanges', 'none')) stored,
  exchange_delivery text not null generated always as (coalesce(returns ->> 'exchangeDelivery', 'customer')) stored,
  gift_wrapping_enabled boolean not null generated always as (private.flag_of(gifts -> 'enabled', false)) stored,
  gift_wrapping_price numeric not null generated always as (private.amount_of(gifts -> 'price')) stored,

  constraint settings_reopening check ((state = 'resting') = (reopens_on is not null)),
  -- Also checks the type of values that may be empty.
  constraint settings_shipping check (
    jsonb_typeof(shipping) = 'object'
    and (private.is_empty(shipping -> 'freeShippingThreshold') or free_shipping_threshold is not null)
    and (private.is_empty(shipping -> 'standardDaysFrom') or coalesce(standard_days_from, 61) <= 60)
    and (private.is_empty(shipping -> 'standardDaysTo') or coalesce(standard_days_to, 61) <= 60)
    and (private.is_empty(shipping -> 'expressDaysFrom') or coalesce(express_days_from, 61) <= 60)
    and (private.is_empty(shipping -> 'expressDaysTo') or coalesce(express_days_to, 61) <= 60)
  ),
  constraint settings_payment check (
    jsonb_typeof(payment) = 'object' and vat_percent <= 100 and private.are_payment_options(payment -> 'options')
  ),
  constraint settings_customization check (
    jsonb_typeof(customization) = 'object' and private.are_amounts(customization -> 'baseProductPrices')
  ),
  constraint settings_points check (
    jsonb_typeof(points) = 'object' and points_earn_rate <= 100 and point_value between 0.01 and 1000
  ),
  constraint settings_features check (jsonb_typeof(features) = 'object'),
  constraint settings_returns check (
    jsonb_typeof(returns) = 'object' and return_days between 1 and 60 and fault_days between 1 and 60
    and exchanges in ('none', 'size', 'product') and exchange_delivery in ('customer', 'store')
  ),
  constraint settings_gifts check (jsonb_typeof(gifts) = 'object' and private.is_text(gifts -> 'text', 300)),
  constraint settings_contact check (jsonb_typeof(contact) = 'object'),
  constraint settings_legal check (jsonb_typeof(legal) = 'object'),
  constraint settings_store check (jsonb_typeof(store) = 'object'),
  constraint settings_invoicing check (
    jsonb_typeof(invoicing) = 'object'
    and private.is_text(invoicing -> 'legalName', 300)
    and private.is_text(invoicing -> 'legalAddress', 300)
    and private.is_text(invoicing -> 'taxNumber', 30)
  ),
  constraint settings_size check (
    length(contact::text) + length(legal::text) + length(store::text) <= 500000
  ),
  constraint settings_contact_form check (
    private.is_text(contact -> 'contactEmail', 320)
    and coalesce(contact ->> 'contactEmail', '') ~ '^([^@\s]+@[^@\s]+\.[^@\s]+)?$'
    and private.is_text(contact -> 'contactPhone', 300)
    and private.is_text(contact -> 'address', 300)
    and coalesce(jsonb_typeof(contact -> 'socialMedia'), 'object') = 'object'
    and not jsonb_path_exists(contact, '$.socialMedia.* ? (!(@ like_regex "^https?://[^ ]+$"))')
  ),
  constraint settings_legal_form check (
    private.is_text(legal -> 'shippingReturns', 50000) and private.is_text(legal -> 'terms', 50000)
  ),
  constraint settings_payment_open check (
    cash_on_delivery or online_payment or bank_transfer
  ),
  -- The store's description of itself where it differs from its brand; `keywords` is a comma-separated list.
  constraint settings_store_form check (
    private.is_text(store -> 'description', 1000)
    and private.is_text(store -> 'footerDescription', 1000)
    and private.is_text(store -> 'seoDescription', 1000)
    and private.is_text(store -> 'seoKeywords', 1000)
    and (not store ? 'autoPlayMusic' or private.is_flag(store -> 'autoPlayMusic'))
  )
);
alter table public.settings enable row level security;

-- The pause before an unanswered call is tried again (private.call_again_at).
create type public.call_wait as enum ('one_hour', 'two_hours', 'four_hours', 'evening', 'next_day');

create type public.calls_ending as enum (
  'cancel',
  -- The customer is asked to confirm by message, and the order waits for that.
  'message'
);

create function private.default_call_waits() returns public.call_wait[]
language sql immutable set search_path = '' as $$ select '{two_hours,evening}'::public.call_wait[] $$;

create table public.staff_settings (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  contact_emails text[] not null default '{}' check (cardinality(contact_emails) <= 20),
  low_stock_threshold integer not null default private.low_stock() check (low_stock_threshold between 0 and 10000),
  notes text not null default '' check (length(notes) <= 20000),
  -- Whether staff with a second factor need it (aal2) to read customers' data.
  customers_need_aal2 boolean not null default true,
  -- Whether everybody who works here must have a second factor.
  staff_need_second_factor boolean not null default false,
  -- How old a second step may be, in hours, for what private.require_recent_second_step guards.
  second_step_hours integer not null default 12 check (second_step_hours between 1 and 720),
  -- Limits on unpaid orders, and on pieces of one product in them, per person, phone number or address; null: none.
  unpaid_orders_limit integer default 10 check (unpaid_orders_limit between 1 and 10000),
  unpaid_pieces_limit integer default 20 check (unpaid_pieces_limit between 1 and 10000),
  -- Limits per customer on the number and size of files, avatar and designs together.
  customer_files_limit integer not null default 1000 check (customer_files_limit between 10 and 100000),
  customer_storage_mb integer not null default 500 check (customer_storage_mb between 20 and 100000),
  -- Channels for notifying customers in addition to mail, in order of preference, and the kinds (public.order_notification_kind).
  notification_channels text[] not null default '{}' check (notification_channels <@ '{whatsapp,sms}' and cardinality(notification_channels) <= 2),
  notification_kinds text[] not null default '{}' check (cardinality(notification_kinds) <= 40),
  -- Phone messages per hour, as each costs money, and how many of them may go to numbers that their customers haven't proven.
  phone_notifications_limit integer not null default 200 check (phone_notifications_limit between 1 and 100000),
  stranger_notifications_limit integer not null default 20 check (stranger_notifications_limit between 1 and 100000),
  -- The price of an SMS segment, for showing what messages cost; null until set.
  sms_part_piastres integer check (sms_part_piastres between 1 and 100000),
  cash_rules jsonb not null default '{}' check (private.are_cash_rules(cash_rules)),
  -- How long a link to pay is valid, and a draft's prices are kept.
  pay_link_hours integer not null default 24 check (pay_link_hours between 1 and 720),
  -- Before which an unanswered call to confirm an order is tried again, so one call more than pauses; and what follows the last.
  call_waits public.call_wait[] not null default private.default_call_waits()
    check (cardinality(call_waits) <= 5 and array_position(call_waits, null) is null),
  calls_ending public.calls_ending not null default 'message',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_settings_addresses check (private.are_addresses(contact_emails))
);
alter table public.staff_settings enable row level security;

-- Contains a row in a staging copy, which sends no messages to people and takes no payments.
create table private.staging_copy (
  single boolean primary key default true check (single),
  made_at timestamptz not null default now()
);
alter table private.staging_copy enable row level security;

-- Helpers

-- Multiples of 24 hours after delivery in which a store accepts something: `returnDays` or `faultDays` (docs/product.md, Delivery).
create function private.days_after_delivery(p_tenant_id text, p_name text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select case p_name when 'returnDays' then settings.return_days else settings.fault_days end
    from public.settings where settings.tenant_id = p_tenant_id
  ), 1);
end
$$;

-- The stock at or below which a store counts a variant as low.
create function private.low_stock_of(p_tenant_id text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock())
$$;

-- Policies

create policy "Everybody reads a store's settings" on public.settings
  for select to anon, authenticated using (true);

create policy "Staff add their store's settings" on public.settings
  for insert to authenticated with check (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]));

create policy "Staff change their store's settings" on public.settings
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]));

call private.add_aal2_policies('public.settings');

create policy "Staff read what only staff may know" on public.staff_settings
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('settings.see'))::text[]));

create policy "Staff add what only staff may know" on public.staff_settings
  for insert to authenticated with check (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]));

create policy "Staff change what only staff may know" on public.staff_settings
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]));

call private.add_aal2_policies('public.staff_settings');

-- Functions

-- Whether this is a staging copy, which sends no messages to people and takes no payments.
create function public.is_staging_copy() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.staging_copy)
$$;

-- How shoppers pay, the account that they pay to, and invoices are changed only by who may settings.money.
create function private.require_money_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody is signed in where the installation itself writes.
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.money');
  end if;
  return new;
end
$$;

-- Triggers

create trigger settings_money_added before insert on public.settings
  for each row execute function private.require_money_settings();

create trigger settings_money_changed before update of payment, invoicing on public.settings
  for each row when (new.payment <> old.payment or new.invoicing <> old.invoicing)
  execute function private.require_money_settings();

create trigger settings_touch before update on public.settings
  for each row execute function private.touch_version();

create trigger staff_settings_touch before update on public.staff_settings
  for each row execute function private.touch_version();

-- Grants

grant select on public.settings to anon, authenticated;
-- Only change_store_state writes the state.
grant insert (
  tenant_id, shipping, payment, customization, contact, points, features, legal, returns, gifts, store, invoicing, translations, version,
  created_at, updated_at
) on public.settings to authenticated;
grant update (
  tenant_id, shipping, payment, customization, contact, points, features, legal, returns, gifts, store, invoicing, translations, version,
  created_at, updated_at
) on public.settings to authenticated;
grant insert, select, update on public.staff_settings to authenticated;
grant execute on function
  private.is_amount,
  private.are_day_counts,
  private.amount_of,
  private.whole_number_of,
  private.flag_of,
  private.is_empty,
  private.is_day_count,
  private.is_flag,
  private.are_amounts,
  private.are_payment_options,
  private.is_text
to anon, authenticated;
grant execute on function private.are_addresses, private.are_cash_rules, private.default_call_waits to authenticated;
