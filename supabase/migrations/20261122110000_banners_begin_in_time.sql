-- When a banner of the store next begins or ends, for caches: banners to come are hidden, and nothing happens in the
-- database at the moment that one begins.
create function public.next_banner_change(p_tenant_id text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(t.at)
  from public.banners b
  cross join lateral (values (b.start_date), (b.end_date)) t (at)
  where b.tenant_id = p_tenant_id and b.is_active and t.at > now()
$$;
grant execute on function public.next_banner_change(text) to anon, authenticated, service_role;
