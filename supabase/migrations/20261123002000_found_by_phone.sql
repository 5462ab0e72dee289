-- Staff find an order or a customer by the number that somebody calls from, however it is written: "0100 123 4567",
-- "+20 100 123 4567" and "1001234567" are one number. Most customers never gave a number but for the delivery of an order.

-- The digits of a phone number without its country and the zero before it.
create function private.national_digits(p_phone text) returns text
language sql immutable as $$
  select regexp_replace(regexp_replace(p_phone, '[^0-9]', '', 'g'), '^(0020|20|0)', '')
$$;
grant execute on function private.national_digits(text) to anon, authenticated, service_role;

-- By the number first: what is looked for by the store alone has indexes of its own.
create index orders_by_phone on public.orders (private.national_digits(address ->> 'phone') text_pattern_ops, tenant_id);
create index profiles_by_phone on public.profiles (private.national_digits(phone) text_pattern_ops, tenant_id)
  where phone is not null;

-- The beginning of the numbers that a text may stand for; null where it is no number, or too little of one.
create function private.dialled(p_text text) returns text
language sql immutable as $$
  select private.national_digits(p_text) || '%'
  where p_text ~ '^[-+0-9 ()./]+$' and length(private.national_digits(p_text)) between 4 and 15
$$;

-- The newest orders of a store that go to a number. Planned for the number, since for any of them the newest orders would be
-- gone through.
create function private.orders_by_phone(p_tenant_id text, p_phone text, p_limit integer) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.dialled(p_phone) is not null then
    return query execute format(
      'select o.* from public.orders o
      where o.tenant_id = %L and private.national_digits(o.address ->> ''phone'') like %L
      order by o.created_at desc, o.id limit %s', p_tenant_id, private.dialled(p_phone), p_limit);
  end if;
end
$$;

-- The customers of a store who call from a number or had something sent to it; of the beginning of many numbers those who
-- ordered last.
create function private.people_by_phone(p_tenant_id text, p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := '{}';
begin
  if private.dialled(p_phone) is not null then
    execute format(
      'select array(
        select p.id from public.profiles p
        where p.tenant_id = %1$L and p.phone is not null and private.national_digits(p.phone) like %2$L
        limit 200
      )', p_tenant_id, private.dialled(p_phone)) into v_ids;
    v_ids := v_ids || array(
      select o.user_id from private.orders_by_phone(p_tenant_id, p_phone, 200) o where o.user_id is not null
    );
  end if;
  return v_ids;
end
$$;

-- The orders and customers of a store that a phone number leads to, or its beginning, the newest orders first. `kind` is
-- 'order' or 'customer', `about` the customer of an order and the address of a customer. Staff only.
create function public.find_by_phone(p_tenant_id text, p_phone text, p_limit integer default 5)
returns table (kind text, id uuid, name text, about text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
begin
  perform private.require_staff(p_tenant_id);
  return query
  select 'order', o.id, o.number, o.customer_name from private.orders_by_phone(p_tenant_id, p_phone, v_limit) o
  order by o.created_at desc;
  return query
  select 'customer', p.id, coalesce(p.name, ''), coalesce(p.email, '') from public.profiles p
  where p.tenant_id = p_tenant_id and p.id = any (private.people_by_phone(p_tenant_id, p_phone))
  order by p.name, p.id limit v_limit;
end
$$;
grant execute on function public.find_by_phone(text, text, integer) to authenticated, service_role;

-- As before, and by the numbers that orders went to.
create or replace function public.list_customers(
  p_tenant_id text, p_search text default '', p_sort text default 'newest', p_limit integer default 25,
  p_offset integer default 0
)
returns table (
  id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, found bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := '%' || replace(replace(replace(btrim(coalesce(p_search, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_callers uuid[];
  v_found bigint;
begin
  perform private.require_staff(p_tenant_id);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles p
  where p.tenant_id = p_tenant_id
    and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers));

  if p_sort in ('spent', 'orders') then
    return query
    select p.id, p.name, p.email, p.phone, p.points, p.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest, v_found
    from public.profiles p
    left join (
      select o.user_id, count(*) as n, sum(o.total) as total, max(o.created_at) as latest
      from public.orders o
      where o.tenant_id = p_tenant_id and o.user_id is not null and private.is_sale(o.status, o.payment_status)
      group by o.user_id
    ) s on s.user_id = p.id
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers))
    order by case when p_sort = 'spent' then coalesce(s.total, 0) else coalesce(s.n, 0) end desc, p.created_at desc, p.id
    limit v_limit offset v_offset;
    return;
  end if;

  return query
  with page as (
    select p.id, p.name, p.email, p.phone, p.points, p.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(p.name) end, case when p_sort = 'points' then -p.points end,
        p.created_at desc, p.id) as place
    from public.profiles p
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers))
    order by place
    limit v_limit offset v_offset
  )
  select g.id, g.name, g.email, g.phone, g.points, g.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest, v_found
  from page g
  left join lateral (
    select count(*) as n, sum(o.total) as total, max(o.created_at) as latest
    from public.orders o
    where o.user_id = g.id and o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
  ) s on true
  order by g.place;
end
$$;
