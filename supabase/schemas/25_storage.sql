-- Storage buckets and who may use which files.

-- Tables

-- Paths carry the store, and people's own files their owner:
--   banners/banner-images/{tenant}/…   website-images/category-images/{tenant}/…   product-images/{tenant}/…
--   avatars/{tenant}/{user}/…   designs/{tenant}/{user}/…   print-files/{tenant}/{order}/…
-- Nothing is overwritten: there are no update policies.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('banners', 'banners', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('website-images', 'website-images', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('product-images', 'product-images', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}'),
  ('avatars', 'avatars', true, 2097152, '{image/jpeg,image/png,image/webp}'),
  ('designs', 'designs', false, 15728640, '{image/jpeg,image/png,image/webp}'),
  ('print-files', 'print-files', false, 62914560, '{image/png,image/svg+xml,application/pdf,application/zip}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Helpers

-- The store that a file of the shop's own belongs to; null for every other file.
create function private.shop_file_tenant(p_bucket_id text, p_name text) returns text
language sql immutable as $$
  select case
    when p_bucket_id = 'banners' and split_part(p_name, '/', 1) = 'banner-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'website-images' and split_part(p_name, '/', 1) = 'category-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'product-images' and array_length(string_to_array(p_name, '/'), 1) >= 2
      then split_part(p_name, '/', 1)
  end
$$;

-- Whether a path in `avatars` or `designs` is below the caller's own folder, in a store they are a customer of.
create function private.is_own_file(p_bucket_id text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_bucket_id in ('avatars', 'designs')
    and array_length(string_to_array(p_name, '/'), 1) >= 3
    and split_part(p_name, '/', 2) = auth.uid()::text
    and exists (
      select 1 from public.profiles p where p.id = auth.uid() and p.tenant_id = split_part(p_name, '/', 1)
    );
end
$$;

-- Policies

create policy "Staff see their store's files" on storage.objects
  for select to authenticated
  using (
    private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[])
    or bucket_id in ('designs', 'print-files', 'avatars')
      and split_part(name, '/', 1) = any ((select private.customer_tenants())::text[])
  );

create policy "Staff add their store's files" on storage.objects
  for insert to authenticated
  with check (private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's files" on storage.objects
  for delete to authenticated
  using (private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[]));

create policy "People see their own files" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'designs') and private.is_own_file(bucket_id, name));

create policy "People add their own files" on storage.objects
  for insert to authenticated with check (private.is_own_file(bucket_id, name));

create policy "People remove their own files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'designs') and private.is_own_file(bucket_id, name));

call private.add_aal2_policies('storage.objects');

-- Grants

grant execute on function private.shop_file_tenant, private.is_own_file to anon, authenticated;
