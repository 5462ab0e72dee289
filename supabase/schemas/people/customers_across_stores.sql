-- Customers of several stores, recognised by what they confirmed, for staff who may see customers across stores.

-- Helpers

-- A customer's profiles in these stores: their own account's, and those of accounts that confirmed the same email address or phone
-- number. Addresses are compared as typed, without the mark of their store. Without a confirmed one nobody is recognised. People who
-- work in a store are no customers of it.
create function private.profiles_of_person(p_tenant_id text, p_user_id uuid, p_tenant_ids text[])
returns table (tenant_id text, user_id uuid, same_email boolean, same_phone boolean)
language sql stable security definer set search_path = '' as $$
  with confirmed as materialized (
    select
      case when account.email_confirmed_at is not null
        then lower(private.original_email(account.email::text, p_tenant_id)) else '' end as email,
      case when account.phone_confirmed_at is not null then coalesce(account.phone, '') else '' end as phone
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and profile.id = p_user_id
  ), known as (
    select other.id as tenant_id, profile.id as user_id, true as same_email, false as same_phone
    from confirmed
    cross join unnest(p_tenant_ids) as other (id)
    join public.profiles profile on profile.tenant_id = other.id and profile.email = confirmed.email
    join auth.users account on account.id = profile.id
    where confirmed.email <> '' and account.email_confirmed_at is not null
      and lower(private.original_email(account.email::text, other.id)) = confirmed.email
    union all
    select profile.tenant_id, profile.id, false, true
    from confirmed
    join auth.users account on account.phone_confirmed_at is not null and account.phone = any (array[
      confirmed.phone, '20' || private.national_digits(confirmed.phone), '+20' || private.national_digits(confirmed.phone),
      '0' || private.national_digits(confirmed.phone)
    ])
    join public.profiles profile on profile.id = account.id and profile.tenant_id = any (p_tenant_ids)
    where confirmed.phone <> ''
  )
  select known.tenant_id, known.user_id, bool_or(known.same_email), bool_or(known.same_phone)
  from known
  where not exists (
    select 1 from private.held_capabilities held
    where held.user_id = known.user_id and (held.tenant_id = known.tenant_id or held.tenant_id is null)
  )
  group by known.tenant_id, known.user_id
$$;

-- Functions

-- A customer in the caller's other stores: what they bought there in pounds, outcomes of their shipments, and staff's tags and
-- block. Only stores in which the caller may see customers across stores; no row if nobody is recognised. Staff only.
create function public.customer_across_stores(p_tenant_id text, p_user_id uuid) returns table (
  tenant_id text, user_id uuid, name text, same_email boolean, same_phone boolean, orders bigint, spent numeric,
  last_order_at timestamptz, delivered bigint, refused bigint, tags text[], blocked_reason text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_capability(p_tenant_id, 'customers.see_across');
  return query
  select person.tenant_id, person.user_id, coalesce(nullif(profile.name, ''), profile.email, ''), person.same_email,
    person.same_phone, coalesce(bought.orders, 0), coalesce(bought.spent, 0), bought.last_order_at, shipped.delivered,
    shipped.refused, coalesce(record.tags, '{}'), record.blocked_reason
  from private.profiles_of_person(p_tenant_id, p_user_id,
    array_remove(private.tenants_where_may('customers.see_across'), p_tenant_id)) person
  join public.profiles profile on profile.id = person.user_id and profile.tenant_id = person.tenant_id
  join public.tenants tenant on tenant.id = person.tenant_id
  left join public.customer_records record on record.user_id = person.user_id and record.tenant_id = person.tenant_id
  cross join lateral (
    select count(*) as orders, sum(sold.charged) as spent, max(sold.created_at) as last_order_at
    from public.orders sold
    where sold.tenant_id = person.tenant_id and sold.user_id = person.user_id and private.is_sale(sold.*)
  ) bought
  cross join lateral private.deliveries_of(person.tenant_id, person.user_id, null) shipped
  order by tenant.position, tenant.id, person.user_id;
end
$$;

-- Grants

grant execute on function public.customer_across_stores to authenticated;
