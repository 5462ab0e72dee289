-- Customers' own designs.

-- Helpers of the tables

-- What the designer offers and the printer can print. Same rules as app/designer/design.ts; a test compares the two.

create function private.is_number_within(p_value jsonb, p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'number' then p_value::numeric between p_least and p_most else false end
$$;

create function private.is_text_like(p_value jsonb, p_pattern text) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'string' then p_value #>> '{}' ~ p_pattern else false end
$$;

-- A text in one of the print fonts, using only characters they contain.
create function private.is_printable_text(p_text jsonb) returns boolean
language sql immutable as $$
  select p_text - '{kind,id,side,x,y,rotation,text,font,size,color,align,letterSpacing,arc,outline}'::text[] = '{}'
    and private.is_text_like(p_text -> 'text', '^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u060c\u061b\u061f\u0621-\u063a\u0640-\u0655\u0660-\u0669\u0670\u0679\u067e\u0686\u0688\u0691\u0698\u06a4\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2]{1,120}$')
    and private.is_text_like(p_text -> 'text', '[^\n\u0020\u00a0]')
    and length(p_text ->> 'text') - length(replace(p_text ->> 'text', E'\n', '')) < 6
    and p_text ->> 'font' = any ('{anton,archivo-black,alfa-slab,abril,dm-serif,righteous,orbitron,space-mono,press-start,rye,luckiest,pacifico,marker,monoton,lalezar,aref-ruqaa,rakkas,reem-kufi,changa,amiri}'::text[])
    and private.is_number_within(p_text -> 'size', 0.5, 25)
    and private.is_text_like(p_text -> 'color', '^#[0-9a-f]{6}$')
    and p_text ->> 'align' in ('start', 'center', 'end')
    and private.is_number_within(p_text -> 'letterSpacing', -0.1, 1)
    and private.is_number_within(p_text -> 'arc', -180, 180)
    and case jsonb_typeof(p_text -> 'outline')
      when 'null' then true
      when 'object' then (p_text -> 'outline') - '{color,width}'::text[] = '{}'
        and private.is_text_like(p_text #> '{outline,color}', '^#[0-9a-f]{6}$')
        and private.is_number_within(p_text #> '{outline,width}', 0.01, 0.2)
      else false
    end
$$;

create function private.is_printable_image(p_image jsonb) returns boolean
language sql immutable as $$
  select p_image - '{kind,id,side,x,y,rotation,source,name,width,height,pixelWidth,pixelHeight}'::text[] = '{}'
    and private.is_text_like(p_image -> 'source',
      '^(local:[0-9a-f-]{36}|designs:[a-z0-9-]{1,60}/[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg))$')
    and private.is_text_like(p_image -> 'name', '^.{0,80}$')
    and private.is_number_within(p_image -> 'width', 1, 70)
    and private.is_number_within(p_image -> 'height', 1, 70)
    and private.is_number_within(p_image -> 'pixelWidth', 1, 12000)
    and private.is_number_within(p_image -> 'pixelHeight', 1, 12000)
    and p_image -> 'pixelWidth' = to_jsonb(trunc((p_image ->> 'pixelWidth')::numeric))
    and p_image -> 'pixelHeight' = to_jsonb(trunc((p_image ->> 'pixelHeight')::numeric))
$$;

create function private.is_design_element(p_element jsonb) returns boolean
language sql immutable as $$
  select coalesce(
    case when jsonb_typeof(p_element) = 'object' then
      private.is_text_like(p_element -> 'id', '^[A-Za-z0-9_-]{1,40}$')
      and p_element ->> 'side' in ('front', 'back')
      and private.is_number_within(p_element -> 'x', -60, 60)
      and private.is_number_within(p_element -> 'y', -60, 60)
      and private.is_number_within(p_element -> 'rotation', -360, 360)
      and case p_element ->> 'kind'
        when 'text' then private.is_printable_text(p_element)
        when 'image' then private.is_printable_image(p_element)
      end
    end, false)
$$;

create function private.is_design(p_design jsonb) returns boolean
language sql immutable as $$
  select coalesce(case
    when jsonb_typeof(p_design) = 'object' and jsonb_typeof(p_design -> 'elements') = 'array' then
      p_design - '{version,garment,color,elements}'::text[] = '{}'
      and p_design -> 'version' = '1'
      and p_design ->> 'garment' = any (array[
        'Sweet Pants', 'Jeans', 'Regular T-shirt', 'Boxy T-shirt', 'Oversized T-shirt', 'Slim-Fit T-shirt', 'Polo Shirt',
        'Polo Baskota', 'Sweatshirt', 'Hoodie', 'Shorts', 'Jacket', 'Cargo Pants', 'Denim Jacket', 'Track Pants', 'Chinos',
        'Other'
      ])
      and private.is_text_like(p_design -> 'color', '^.{1,60}$')
      and jsonb_array_length(p_design -> 'elements') <= 40
      and (
        select coalesce(bool_and(private.is_design_element(element)), true) and count(*) = count(distinct element ->> 'id')
        from jsonb_array_elements(p_design -> 'elements') element
      )
  end, false)
$$;

create function private.design_elements(p_design jsonb, p_kind text) returns integer
language sql immutable as $$
  select case
    when jsonb_typeof(p_design -> 'elements') = 'array' then (
      select count(*)::integer from jsonb_array_elements(p_design -> 'elements') element where element ->> 'kind' = p_kind
    )
    else 0
  end
$$;

-- Tables

create table public.customizations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  -- The product the design started from; null for one of the designer's own garments.
  product_id uuid,
  name text not null default '' check (length(name) <= 80),
  design jsonb not null check (private.is_design(design)),
  garment text not null generated always as (design ->> 'garment') stored,
  text_count integer not null generated always as (private.design_elements(design, 'text')) stored,
  image_count integer not null generated always as (private.design_elements(design, 'image')) stored,
  preview text check (length(preview) <= 2000),
  print_files jsonb not null default '[]' check (jsonb_typeof(print_files) = 'array'),
  -- In pounds, at the store's prices when it was last saved; null if the store doesn't price this garment.
  price numeric(12, 2) check (price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id)
);
create index customizations_by_person on public.customizations (user_id, tenant_id, updated_at desc);
create index customizations_by_product on public.customizations (tenant_id, product_id) where product_id is not null;
alter table public.customizations enable row level security;

-- Policies

create policy "People read their own designs" on public.customizations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's designs" on public.customizations
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "People save their own designs" on public.customizations
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own designs" on public.customizations
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own designs" on public.customizations
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.customizations');

-- Functions

create function private.customization_price(p_settings public.settings, p_design jsonb) returns numeric
language sql immutable as $$
  select (p_settings.customization -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + p_settings.text_price * private.design_elements(p_design, 'text')
    + p_settings.image_price * private.design_elements(p_design, 'image')
$$;

create function private.customization_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations
          where user_id = new.user_id and tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(settings, new.design)
    from public.settings where tenant_id = new.tenant_id
  );
  return new;
end
$$;

-- Triggers

create trigger a_member_shops before insert on public.customizations
  for each row execute function private.member_shops();

call private.fix_columns('public.customizations', '{id,tenant_id,user_id}');

create trigger customizations_saved before insert or update on public.customizations
  for each row execute function private.customization_saved();

-- Grants

grant select, delete on public.customizations to authenticated;
grant insert (
  id, tenant_id, user_id, product_id, name, design, preview, updated_at
) on public.customizations to authenticated;
grant update (id, tenant_id, user_id, product_id, name, design, preview) on public.customizations to authenticated;
grant execute on function
  private.is_number_within,
  private.is_text_like,
  private.is_printable_text,
  private.is_printable_image,
  private.is_design_element,
  private.is_design,
  private.design_elements
to anon, authenticated;
