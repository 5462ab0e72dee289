-- Customers of another shop. They have no account; whoever confirms their address or number here finds their orders.

-- Tables

-- Whether somebody agreed to be written to. `unknown` where their file doesn't say.
create type public.marketing_consent as enum ('given', 'refused', 'unknown');

-- What a file says of a customer, and nothing beyond it.
create table public.imported_customers (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  import_id uuid not null,
  source public.import_source not null,
  -- The account that has confirmed the address or number since; null until then.
  user_id uuid,
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 30),
  address jsonb not null default '{}' check (
    jsonb_typeof(address) = 'object' and not jsonb_path_exists(address, 'strict $.* ? (@.type() != "string")')
  ),
  note text not null default '' check (length(note) <= 5000),
  tags text[] not null default '{}' check (private.are_texts(tags, 20, 40)),
  -- What they agreed to by mail and by text message, and since when if the file knows.
  email_consent public.marketing_consent not null default 'unknown',
  email_consent_at timestamptz,
  sms_consent public.marketing_consent not null default 'unknown',
  sms_consent_at timestamptz,
  -- One person of a store: their address, or else their number.
  contact text not null generated always as (case when email <> '' then email else private.national_digits(phone) end) stored,
  search_text text not null generated always as (private.fold(name || E'\n' || email || E'\n' || phone)) stored,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, contact),
  constraint imported_customers_can_be_reached check (email <> '' or phone <> ''),
  foreign key (tenant_id, import_id) references public.store_imports (tenant_id, id) on delete cascade,
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id)
);
create index imported_customers_of_import on public.imported_customers (tenant_id, import_id);
create index imported_customers_newest on public.imported_customers (tenant_id, created_at desc, id);
create index imported_customers_by_person on public.imported_customers (user_id, tenant_id) where user_id is not null;
create index imported_customers_by_phone on public.imported_customers (private.national_digits(phone), tenant_id) where phone <> '';
alter table public.imported_customers enable row level security;
-- For the orders that somebody finds when they confirm an email address.
create index orders_imported_by_email on public.orders (tenant_id, customer_email) where imported_from is not null and user_id is null;

-- Policies

create policy "Staff who see addresses read the customers put into their store" on public.imported_customers
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

-- Functions

-- Gives an account its records and orders of another shop: those whose address or number it alone has confirmed. Orders that staff
-- placed have a link instead.
create function private.adopt_imported(p_user_id uuid, p_tenant_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_account record;
begin
  select
    case when account.email_confirmed_at is not null then lower(private.original_email(account.email::text, p_tenant_id)) end as email,
    case when account.phone_confirmed_at is not null then private.national_digits(account.phone) end as digits
  into v_account from auth.users account where account.id = p_user_id;
  update public.orders set user_id = p_user_id, updated_at = now()
  from (
    select named.id from public.orders named
    where named.tenant_id = p_tenant_id and named.customer_email = v_account.email and named.customer_email <> ''
    union
    select stored.order_id from public.order_addresses stored
    where stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = v_account.digits
  ) theirs
  where orders.id = theirs.id and orders.imported_from is not null and orders.user_id is null
    and private.accounts_proven_by(
      p_tenant_id, orders.customer_email, coalesce(private.national_digits(public.address(orders) ->> 'phone'), '')) = array[p_user_id];
  update public.imported_customers came set user_id = p_user_id
  where came.tenant_id = p_tenant_id and came.user_id is null
    and (came.email = v_account.email and came.email <> '' or private.national_digits(came.phone) = v_account.digits and came.phone <> '')
    and private.accounts_proven_by(p_tenant_id, came.email, private.national_digits(came.phone)) = array[p_user_id];
end
$$;

create function private.contact_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.adopt_imported(new.id, profile.tenant_id) from public.profiles profile where profile.id = new.id;
  return null;
end
$$;

create function private.customer_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.adopt_imported(new.id, new.tenant_id);
  return null;
end
$$;

-- What a file's record says of an agreement: {"state": given or refused, "at"}; anything else is unknown.
create function private.read_consent(p_consent jsonb, out state public.marketing_consent, out at timestamptz)
language plpgsql immutable set search_path = '' as $$
begin
  state := case p_consent ->> 'state' when 'given' then 'given' when 'refused' then 'refused' else 'unknown' end;
  at := case when state <> 'unknown' and coalesce(pg_input_is_valid(p_consent ->> 'at', 'timestamptz'), false)
    then (p_consent ->> 'at')::timestamptz end;
end
$$;

-- Brings in one customer, or says what would come; without an import nothing is written.
create function private.import_customer(p_tenant_id text, p_import public.store_imports, p_record jsonb) returns public.imported_record
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record ->> 'email', '')), 320));
  v_phone constant text := left(coalesce(private.clean_phone(p_record ->> 'phone'), ''), 30);
  v_name constant text := private.printable_name(p_record -> 'name');
  v_mail constant record := private.read_consent(p_record -> 'email_consent');
  v_sms constant record := private.read_consent(p_record -> 'sms_consent');
  v_owners constant uuid[] := private.accounts_proven_by(p_tenant_id, v_email, private.national_digits(v_phone));
  v_contact constant text := case when v_email <> '' then v_email else private.national_digits(v_phone) end;
  v_result public.imported_record := row((p_record ->> 'row')::integer, coalesce(nullif(v_email, ''), v_phone), 'added', null, '[]');
begin
  if v_contact = '' or v_email <> '' and v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    return private.refused_record(p_record || jsonb_build_object('number', coalesce(nullif(v_email, ''), v_name)),
      private.refusal('import_refused', '{"reason": "contact"}'));
  elsif exists (
    select 1 from public.imported_customers came where came.tenant_id = p_tenant_id and came.contact = v_contact
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    insert into public.imported_customers (
      tenant_id, import_id, source, user_id, name, email, phone, address, note, tags, email_consent, email_consent_at, sms_consent,
      sms_consent_at
    ) values (
      p_tenant_id, p_import.id, p_import.source, case when cardinality(v_owners) = 1 then v_owners[1] end, v_name, v_email, v_phone,
      private.imported_address(p_record -> 'address', v_name, v_phone), left(coalesce(p_record ->> 'note', ''), 5000),
      private.clean_tags(private.text_items(p_record -> 'tags')), v_mail.state, v_mail.at, v_sms.state, v_sms.at
    );
  end if;
  return v_result;
end
$$;

-- Imports up to 250 customers of another shop's file, or says with `p_dry` what would come; parts and undo are those of
-- import_orders. A customer is {"row", "name", "email", "phone", "address", "note", "tags", "email_consent" and "sms_consent": {"state":
-- given or refused, "at"}}. Nobody gets an account, and nothing is sent. Staff only.
create function public.import_customers(
  p_tenant_id text, p_import jsonb, p_customers jsonb, p_dry boolean default true, p_request_id uuid default null
) returns public.store_import_result
language plpgsql security definer set search_path = '' as $$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_customers', p_tenant_id, p_import, p_customers, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'customers');
  perform private.require_import_part(p_import, p_customers);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'customers', p_import);
  end if;
  select array_agg(private.import_customer(p_tenant_id, v_import, given.value) order by given.place) into v_result.records
  from jsonb_array_elements(p_customers) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$$;

-- Triggers

create trigger contact_confirmed after update of email_confirmed_at, phone_confirmed_at, email, phone on auth.users
  for each row when (
    new.email_confirmed_at is not null and (old.email_confirmed_at is null or old.email is distinct from new.email)
    or new.phone_confirmed_at is not null and (old.phone_confirmed_at is null or old.phone is distinct from new.phone)
  ) execute function private.contact_confirmed();

create trigger customer_added after insert on public.profiles
  for each row execute function private.customer_added();

-- Grants

grant select on public.imported_customers to authenticated;
grant execute on function public.import_customers to authenticated;
