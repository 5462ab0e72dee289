-- Storage buckets and who may use which files.

-- Tables

-- Paths carry the store, and people's own files their owner:
--   banners/banner-images/{tenant}/…   website-images/category-images/{tenant}/…   product-images/{tenant}/…
--   avatars/{tenant}/{user}/…   designs/{tenant}/{user}/…   order-photos/{tenant}/{user}/…   print-files/{tenant}/{order}/…
--   brand-media/{tenant}/…
--   brand-files/{tenant}/…, which the server adds and serves, after it has checked them
-- Nothing is overwritten: there are no update policies.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('banners', 'banners', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('website-images', 'website-images', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('product-images', 'product-images', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}'),
  ('brand-media', 'brand-media', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}'),
  ('avatars', 'avatars', true, 2097152, '{image/jpeg,image/png,image/webp}'),
  ('designs', 'designs', false, 15728640, '{image/jpeg,image/png,image/webp}'),
  ('order-photos', 'order-photos', false, 8388608, '{image/jpeg,image/png,image/webp}'),
  ('print-files', 'print-files', false, 62914560, '{image/png,image/svg+xml,application/pdf,application/zip}'),
  ('brand-files', 'brand-files', false, 6291456, '{image/svg+xml,image/png,image/webp,audio/mpeg}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Helpers

-- The store of a file that belongs to the store itself; null for any other file.
create function private.shop_file_tenant(p_bucket_id text, p_name text) returns text
language sql immutable as $$
  select case
    when p_bucket_id = 'banners' and split_part(p_name, '/', 1) = 'banner-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'website-images' and split_part(p_name, '/', 1) = 'category-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id in ('product-images', 'brand-media') and array_length(string_to_array(p_name, '/'), 1) >= 2
      then split_part(p_name, '/', 1)
  end
$$;

create function private.file_size(p_metadata jsonb) returns bigint
language sql immutable as $$
  select case when jsonb_typeof(p_metadata -> 'size') = 'number' then (p_metadata ->> 'size')::bigint
    when jsonb_typeof(p_metadata -> 'contentLength') = 'number' then (p_metadata ->> 'contentLength')::bigint
    else 0 end
$$;

-- A store's files, its customers' included.
create function private.store_objects(p_tenant_id text) returns setof storage.objects
language sql stable security definer set search_path = '' as $$
  select file.*
  from (values
    ('avatars', ''), ('designs', ''), ('order-photos', ''), ('print-files', ''), ('product-images', ''),
    ('brand-files', ''), ('brand-media', ''), ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names below the folder: "0" follows "/".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$$;

-- Sizes of a store's files, with the customer in whose folder they are; null for the store's own files.
create function private.stored_files(p_tenant_id text) returns table (owner_id text, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select
    case when file.bucket_id in ('avatars', 'designs', 'order-photos') then split_part(file.name, '/', 2) end,
    private.file_size(file.metadata)
  from private.store_objects(p_tenant_id) file
$$;

-- Whether a path in `avatars`, `designs` or `order-photos` is in the caller's own folder, in a store where they are a customer.
create function private.is_own_file(p_bucket_id text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_bucket_id in ('avatars', 'designs', 'order-photos')
    and array_length(string_to_array(p_name, '/'), 1) >= 3
    and split_part(p_name, '/', 2) = auth.uid()::text
    and exists (
      select 1 from public.profiles where id = auth.uid() and tenant_id = split_part(p_name, '/', 1)
    );
end
$$;

-- Whether a customer may add a file; refuses with the reason if not. Counts for one person run one after another.
create function private.has_room_for_file(p_name text, p_metadata jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tenant_id constant text := split_part(p_name, '/', 1);
  v_files_limit integer := 1000;
  v_storage_mb integer := 500;
  v_files bigint;
  v_bytes numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('files:' || v_tenant_id || auth.uid(), 0));
  select staff_settings.customer_files_limit, staff_settings.customer_storage_mb into v_files_limit, v_storage_mb
  from public.staff_settings where staff_settings.tenant_id = v_tenant_id;
  select count(*), coalesce(sum(kept.size), 0) into v_files, v_bytes from private.personal_files(v_tenant_id, auth.uid()) kept;
  if v_files >= coalesce(v_files_limit, 1000)
    or v_bytes + private.file_size(p_metadata) > coalesce(v_storage_mb, 500) * 1048576.0 then
    perform private.refuse('too_many_files');
  end if;
  return private.has_room_in_store(v_tenant_id, p_metadata);
end
$$;

-- Whether a store may add a file; refuses if not.
create function private.has_room_in_store(p_tenant_id text, p_metadata jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select coalesce(sum(stored.bytes), 0) + private.file_size(p_metadata) > room.storage_limit_mb * 1048576.0
    from public.storage_limits room left join private.stored_files(p_tenant_id) stored on true
    where room.tenant_id = p_tenant_id group by room.tenant_id
  ) then
    perform private.refuse('too_many_files', jsonb_build_object('reason', 'store'));
  end if;
  return true;
end
$$;

-- Takes the lock held while products' pictures are written, and returns the files of the caller's stores that no product uses.
create function private.removable_product_files() returns text[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('product-files', 0));
  return array(
    select unused.name from unnest(private.tenants_where_may('products.change')) staffed (tenant_id)
    cross join lateral unnest(private.unused_files(staffed.tenant_id, null, interval '0')) unused (name)
  );
end
$$;

-- Whether an order still to be printed has a design with this picture.
create function private.is_to_be_printed(p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders ordered join public.order_lines printed on printed.order_id = ordered.id
    where ordered.tenant_id = split_part(p_name, '/', 1) and ordered.user_id::text = split_part(p_name, '/', 2)
      and ordered.user_id = auth.uid()
      and not private.is_complete(ordered.status)
      and printed.customization #> '{design,elements}'
        @> jsonb_build_array(jsonb_build_object('source', 'designs:' || p_name))
  );
end
$$;

create function private.is_reported_photo(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.returns reported where reported.photos <> '{}' and reported.photos @> array[p_name]
  ) or exists (
    select 1 from public.transfers shown where shown.photos <> '{}' and shown.photos @> array[p_name]
  )
$$;

create function private.file_key(p_bucket_id text, p_name text) returns text
language sql immutable as $$ select p_bucket_id || '/' || p_name $$;

-- Queues a file for removal from storage by the server.
create function private.remove_file(p_bucket_id text, p_name text) returns void
language sql security definer set search_path = '' as $$
  select private.add_job(
    'remove_file', private.file_key(p_bucket_id, p_name), jsonb_build_object('bucket_id', p_bucket_id, 'name', p_name))
$$;

-- Queues photos for removal that were uploaded for a report two days ago and never submitted; returns how many. Server only.
create function public.remove_unsent_photos(p_limit integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_queued integer;
begin
  perform private.require_service();
  perform private.remove_file(unsent.bucket_id, unsent.name) from storage.objects unsent
  where unsent.bucket_id = 'order-photos' and unsent.created_at < now() - interval '2 days'
    and not private.is_reported_photo(unsent.name)
    and not exists (
      select 1 from private.jobs queued
      where queued.kind = 'remove_file' and queued.key = private.file_key(unsent.bucket_id, unsent.name)
    )
  limit least(greatest(p_limit, 1), 1000);
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;

-- Policies

create policy "Staff see their store's files" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'banners' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('content.see'))::text[])
    or bucket_id in ('website-images', 'product-images')
      and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('products.see'))::text[])
    or bucket_id = 'brand-media' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('settings.store'))::text[])
    or bucket_id in ('designs', 'print-files', 'order-photos')
      and split_part(name, '/', 1) = any ((select private.tenants_where_may('orders.see'))::text[])
    or bucket_id = 'avatars' and split_part(name, '/', 1) = any ((select private.tenants_where_may('customers.see'))::text[])
  );

create policy "Staff add their store's files" on storage.objects
  for insert to authenticated
  with check (
    (
      bucket_id = 'banners' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('content.change'))::text[])
      or bucket_id in ('website-images', 'product-images')
        and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('products.change'))::text[])
      or bucket_id = 'brand-media' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('settings.store'))::text[])
    ) and private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)
  );

create policy "Staff remove their store's files" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'banners' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('content.change'))::text[])
    or bucket_id in ('website-images', 'product-images')
      and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('products.change'))::text[])
    or bucket_id = 'brand-media' and private.shop_file_tenant(bucket_id, name) = any ((select private.tenants_where_may('settings.store'))::text[])
  );

create policy "People see their own files" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'designs', 'order-photos') and private.is_own_file(bucket_id, name));

create policy "People add their own files" on storage.objects
  for insert to authenticated
  with check (private.is_own_file(bucket_id, name) and private.has_room_for_file(name, metadata));

create policy "People remove their own files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'designs', 'order-photos') and private.is_own_file(bucket_id, name));

-- Checked on deletion: a product may have started using the file since staff's page listed it as unused.
create policy "Nobody removes a picture that a product shows" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'product-images' or name = any ((select private.removable_product_files())::text[]));

create policy "Nobody removes a picture that is still to be printed" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'designs' or not private.is_to_be_printed(name));

create policy "Nobody removes a photo of a reported problem" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'order-photos' or not private.is_reported_photo(name));

call private.add_aal2_policies('storage.objects');

-- Triggers

create function private.hold_product_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('product-files', 0));
  return null;
end
$$;

create trigger product_files_held before insert or update of images, videos on public.products
  for each statement execute function private.hold_product_files();

create trigger product_files_held before insert or update of image on public.product_variants
  for each statement execute function private.hold_product_files();

-- Grants

grant execute on function
  private.shop_file_tenant,
  private.is_own_file,
  private.has_room_for_file,
  private.has_room_in_store,
  private.removable_product_files,
  private.is_to_be_printed,
  private.is_reported_photo
to anon, authenticated;
