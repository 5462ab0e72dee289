-- A phone number is found by its last digits too, from three on, as people read them aloud. By its beginning it is found from
-- four digits on, as before: all numbers of a country begin with one of a few.

create index orders_by_last_digits
  on public.orders (reverse(private.national_digits(address ->> 'phone')) text_pattern_ops, tenant_id);
create index profiles_by_last_digits on public.profiles (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id)
  where phone is not null;

-- A condition for the phone numbers that a text may be the beginning or the end of, given how the number of a row is
-- written; null where it is neither. Its patterns are written out, so that it is planned for them.
create function private.phone_condition(p_digits text, p_text text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.dialled(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(d.digits) || '%'))
  from (select regexp_replace(p_text, '[^0-9]', '', 'g') as digits) d
  where p_text ~ '^[-+0-9 ()./]+$' and length(d.digits) between 3 and 15
$$;

create or replace function private.orders_by_phone(p_tenant_id text, p_phone text, p_limit integer)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condition text := private.phone_condition('private.national_digits(o.address ->> ''phone'')', p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select o.* from public.orders o where o.tenant_id = %L and (%s) order by o.created_at desc, o.id limit %s',
      p_tenant_id, v_condition, p_limit);
  end if;
end
$$;

create or replace function private.people_by_phone(p_tenant_id text, p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('private.national_digits(p.phone)', p_phone);
begin
  if v_condition is not null then
    execute format(
      'select array(
        select p.id from public.profiles p where p.tenant_id = %L and p.phone is not null and (%s) limit 200
      )', p_tenant_id, v_condition) into v_ids;
    v_ids := v_ids || array(
      select o.user_id from private.orders_by_phone(p_tenant_id, p_phone, 200) o where o.user_id is not null
    );
  end if;
  return v_ids;
end
$$;
