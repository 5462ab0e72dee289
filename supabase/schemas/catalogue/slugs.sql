-- Addresses with words: /product/{slug} and /category/{slug} (docs/decisions/addresses-with-words.md).

-- Tables

create type public.page_kind as enum ('product', 'category');

-- Every slug that a page has had. Its page is found by any of them and answers at the current one in its language, so a redirect never
-- leads to another.
create table public.slugs (
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.page_kind not null,
  slug text not null check (slug <> '' and length(slug) <= 80),
  -- Without a foreign key: a deleted page keeps its slugs.
  target_id uuid not null,
  since timestamptz not null default now(),
  -- Since when it is a former slug; null for a current one.
  retired_at timestamptz,
  primary key (tenant_id, kind, slug)
);
create index slugs_by_target on public.slugs (tenant_id, kind, target_id);
alter table public.slugs enable row level security;

-- Policies

create policy "Staff read the slugs of their store" on public.slugs
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

-- Functions

-- The slug of a text: its letters in lower case and its digits as Western ones, with hyphens between, without accents, Arabic vowel
-- marks and tatweel, up to 80 characters; empty without letters and digits, and for what reads as an id.
create function private.slug_of(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case
    when pg_input_is_valid(slug.whole, 'uuid') then ''
    when length(slug.whole) <= 80 then slug.whole
    else btrim(regexp_replace(left(slug.whole, 81), '-[^-]*$|.$', ''), '-')
  end
  from (
    select btrim(regexp_replace(
      regexp_replace(lower(translate(normalize(regexp_replace(normalize(left(p_text, 2000), nfkd),
        '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed]', '', 'g'), nfc),
        U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        '01234567890123456789')), '[''’‘`´]', '', 'g'),
      '[^[:alnum:]]+', '-', 'g'), '-') as whole
  ) slug
$$;

-- Takes a slug for a page if it is free: new, its own, or given up a year ago by another page.
create function private.claim_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.slugs as held (tenant_id, kind, slug, target_id) values (p_tenant_id, p_kind, p_slug, p_target_id)
  on conflict (tenant_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null,
    since = case when held.target_id = excluded.target_id and held.retired_at is null then held.since else now() end
  where held.target_id = excluded.target_id or held.retired_at < now() - interval '1 year';
  return found;
end
$$;

-- Takes the slug that staff chose or else one made of the name; null without letters and digits.
create function private.take_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_chosen constant text := nullif(private.slug_of(p_slug), '');
  v_base constant text := coalesce(v_chosen, private.slug_of(p_name));
  v_suffix text;
  v_numbered text;
begin
  if v_chosen is null and btrim(p_slug) <> '' then
    perform private.refuse('slug_empty', jsonb_build_object('column', 'slug'));
  end if;
  if coalesce(v_base, '') = '' then
    return null;
  end if;
  if private.claim_slug(p_tenant_id, p_kind, p_target_id, v_base) then
    return v_base;
  end if;
  if v_chosen is not null then
    perform private.refuse('slug_taken', jsonb_build_object('column', 'slug', 'slug', v_chosen));
  end if;
  foreach v_suffix in array array['2', '3', '4', '5', '6', '7', '8', '9', left(p_target_id::text, 8)] loop
    v_numbered := rtrim(left(v_base, 70), '-') || '-' || v_suffix;
    if private.claim_slug(p_tenant_id, p_kind, p_target_id, v_numbered) then
      return v_numbered;
    end if;
  end loop;
  return null;
end
$$;

-- Takes a page's slugs, by language; those that it had before become former ones.
create function private.take_slugs(
  p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text, p_translations jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_slugs jsonb := jsonb_build_object('en', private.take_slug(p_tenant_id, p_kind, p_target_id, p_slug, p_name));
  v_said record;
begin
  for v_said in select key as language, value as texts from jsonb_each(p_translations) order by key loop
    v_slugs := v_slugs || jsonb_build_object(v_said.language, private.take_slug(p_tenant_id, p_kind, p_target_id,
      v_said.texts ->> 'slug', v_said.texts ->> 'name'));
  end loop;
  update public.slugs set retired_at = now()
  where tenant_id = p_tenant_id and kind = p_kind and target_id = p_target_id and retired_at is null
    and slug not in (select value from jsonb_each_text(v_slugs) where value is not null);
  return jsonb_strip_nulls(v_slugs);
end
$$;

-- The translations of a row with the slugs that staff chose in their stored form.
create function private.with_slugs(p_translations jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(said.key, case
    when coalesce(private.slug_of(said.value ->> 'slug'), '') = '' then said.value
    else said.value || jsonb_build_object('slug', private.slug_of(said.value ->> 'slug')) end), '{}')
  from jsonb_each(p_translations) said
$$;

-- Makes all slugs of a deleted page former ones.
create function private.retire_slugs(p_tenant_id text, p_kind public.page_kind, p_target_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.slugs set retired_at = now()
  where tenant_id = p_tenant_id and kind = p_kind and target_id = p_target_id and retired_at is null
$$;

-- The slugs of a product or category that is added or changed.
create function private.derive_slugs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The trigger's argument is the kind of page.
  v_kind constant public.page_kind := tg_argv[0]::public.page_kind;
  v_is_deleted constant boolean := coalesce(to_jsonb(new) ->> 'deleted_at', '') <> '';
  v_was_deleted constant boolean := tg_op = 'UPDATE' and coalesce(to_jsonb(old) ->> 'deleted_at', '') <> '';
begin
  -- Slugs of an unknown store would be refused before the policy refuses the row.
  if not exists (select 1 from public.tenants where tenants.id = new.tenant_id) then
    return new;
  end if;
  if v_is_deleted then
    perform private.retire_slugs(new.tenant_id, v_kind, new.id);
    return new;
  end if;
  if tg_op = 'UPDATE' and not v_was_deleted
    and (new.slug, new.name, new.translations) is not distinct from (old.slug, old.name, old.translations) then
    new.page_slugs := old.page_slugs;
    return new;
  end if;
  new.page_slugs := private.take_slugs(new.tenant_id, v_kind, new.id, new.slug, new.name, new.translations);
  new.slug := nullif(private.slug_of(new.slug), '');
  new.translations := private.with_slugs(new.translations);
  return new;
end
$$;

create function private.page_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.retire_slugs(old.tenant_id, tg_argv[0]::public.page_kind, old.id);
  return null;
end
$$;

-- The page that a slug in any spelling, a former one, or an id leads to, with its slugs by language. A deleted page has its former
-- slugs, oldest first, instead.
create function public.find_page(p_tenant_id text, p_kind public.page_kind, p_address text)
returns table (id uuid, slugs jsonb, is_deleted boolean, former_slugs text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  v_id uuid;
  v_slugs jsonb;
  v_exists boolean;
begin
  if p_tenant_id = any ((select private.hidden_stores())::text[]) then
    return;
  end if;
  if pg_input_is_valid(p_address, 'uuid') then
    v_id := p_address::uuid;
  else
    select named.target_id into v_id from public.slugs named
    where named.tenant_id = p_tenant_id and named.kind = p_kind
      and named.slug = private.slug_of(private.url_decoded(left(p_address, 2000)));
  end if;
  if p_kind = 'product' then
    select case when product.is_active then product.page_slugs end, product.deleted_at is null into v_slugs, v_exists
    from public.products product where product.tenant_id = p_tenant_id and product.id = v_id;
  else
    select category.page_slugs, true into v_slugs, v_exists
    from public.categories category where category.tenant_id = p_tenant_id and category.id = v_id;
  end if;
  if v_slugs is not null then
    return query select v_id, v_slugs, false, '{}'::text[];
  elsif v_exists is not true then
    return query select v_id, '{}'::jsonb, true, array_agg(former.slug order by former.since, former.slug)
    from public.slugs former
    where former.tenant_id = p_tenant_id and former.kind = p_kind and former.target_id = v_id
    having count(*) > 0;
  end if;
end
$$;

-- Triggers

-- After the triggers that serialize writers and before those that derive, which follow in the alphabet.
create trigger categories_addressed before insert or update of slug, name, translations, page_slugs on public.categories
  for each row execute function private.derive_slugs('category');

create trigger categories_deleted after delete on public.categories
  for each row execute function private.page_deleted('category');

create trigger products_addressed before insert or update of slug, name, translations, page_slugs, deleted_at on public.products
  for each row execute function private.derive_slugs('product');

create trigger products_deleted after delete on public.products
  for each row execute function private.page_deleted('product');

-- Grants

grant select on public.slugs to authenticated;
grant execute on function public.find_page to anon, authenticated;
