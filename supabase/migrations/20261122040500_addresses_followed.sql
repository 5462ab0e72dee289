-- Pictures and films whose address nobody can follow are not taken: a page that has to name them in full, for a search
-- engine or a preview, would fail. Rows that hold one already stay as they are; the store leaves the address out.

-- Whether a browser can make an address out of what is said. A path always leads somewhere; a web address needs a host.
create function private.can_follow(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select p_address !~* '^(https?:)?//' or p_address ~*
    '^(https?:)?//([^/?#\\@]*@)?(\[[0-9a-f:.]+\]|[^][[:space:][:cntrl:]/?#\\:@<>^|%]+)(:[0-9]{0,5})?([/?#\\]|$)'
$$;

create function private.require_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The column's name comes with the trigger.
  v_column constant text := tg_argv[0];
  v_value constant jsonb := to_jsonb(new) -> v_column;
  v_bad constant text := (select a from unnest(private.address_list(v_value)) a where not private.can_follow(a) limit 1);
begin
  -- What a row held before its last changes comes back when they are undone.
  if v_bad is not null and not exists (
    select 1 from private.product_change_entries e
    where tg_table_name = 'products' and e.product_id = new.id and e.before -> v_column = v_value
  ) then
    raise exception using errcode = 'check_violation', detail = 'address_unknown',
      constraint = format('%s_%s_check', tg_table_name, v_column),
      message = format('%s is not an address that can be followed.', left(v_bad, 100));
  end if;
  return new;
end
$$;

create trigger products_images_added before insert on public.products
  for each row when (new.images <> '[]') execute function private.require_addresses('images');
create trigger products_images_changed before update of images on public.products
  for each row when (new.images is distinct from old.images) execute function private.require_addresses('images');
create trigger products_videos_added before insert on public.products
  for each row when (new.videos <> '[]') execute function private.require_addresses('videos');
create trigger products_videos_changed before update of videos on public.products
  for each row when (new.videos is distinct from old.videos) execute function private.require_addresses('videos');
create trigger categories_image_added before insert on public.categories
  for each row when (new.image <> '') execute function private.require_addresses('image');
create trigger categories_image_changed before update of image on public.categories
  for each row when (new.image is distinct from old.image) execute function private.require_addresses('image');
