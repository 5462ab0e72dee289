-- Whom the store mails must be addresses: a typing error would swallow what customers wrote.
create function private.are_addresses(p_list text[]) returns boolean
language sql immutable as $$
  select not exists (
    select 1 from unnest(p_list) as e (address)
    where e.address is null or length(e.address) > 320 or e.address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
  )
$$;
grant execute on function private.are_addresses(text[]) to authenticated, service_role;

alter table public.staff_settings
  add constraint staff_settings_addresses check (
    private.are_addresses(order_emails) and private.are_addresses(contact_emails)
  ) not valid;
