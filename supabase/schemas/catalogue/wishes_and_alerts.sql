-- What shoppers wish for, and mails when a variant that was sold out is back.

-- Tables

create table public.wishlists (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  -- Null stands for the product as a whole; so does a variant that is no longer there.
  variant_id uuid,
  created_at timestamptz not null default now(),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete set null (variant_id)
);
create index wishlists_by_product on public.wishlists (tenant_id, product_id);
create index wishlists_by_variant on public.wishlists (tenant_id, product_id, variant_id) where variant_id is not null;
alter table public.wishlists enable row level security;

-- Who is to be told that a variant is back. A row goes once its mail is sent.
create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  variant_id uuid not null,
  -- When the mail may be taken to be sent; null while the variant is sold out. How often it was taken.
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, variant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete cascade
);
create index stock_alerts_by_variant on public.stock_alerts (tenant_id, product_id, variant_id);
create index stock_alerts_due on public.stock_alerts (due_at) where due_at is not null;
alter table public.stock_alerts enable row level security;

-- Policies

create policy "People read their own wishlist" on public.wishlists
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People add to their own wishlist" on public.wishlists
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove from their own wishlist" on public.wishlists
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.wishlists');

create policy "People read their own stock alerts" on public.stock_alerts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People ask for stock alerts of their own" on public.stock_alerts
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove their own stock alerts" on public.stock_alerts
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.stock_alerts');

-- Functions

-- Refuses an alert of what does not come back, of somebody without an e-mail address, and one beyond 50 of a person.
create function private.stock_alert_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.products
    join public.settings on settings.tenant_id = products.tenant_id
    where products.id = new.product_id
      and not (products.restocks and settings.restocks_enabled)
  ) then
    perform private.refuse('not_restocked');
  end if;
  if not exists (
    select 1 from public.profiles where id = new.user_id and tenant_id = new.tenant_id and email <> ''
  ) then
    perform private.refuse('no_email');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts:' || new.tenant_id || new.user_id, 0));
  if (select count(*) from public.stock_alerts where user_id = new.user_id and tenant_id = new.tenant_id) >= 50 then
    perform private.refuse('too_many_alerts');
  end if;
  return new;
end
$$;

-- Refuses an alert for what can be bought: it would be mailed at once, as often as it is asked for.
create function private.refuse_alert_in_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_names jsonb;
begin
  -- A change of the stock that is under way is waited for and seen here; a later one finds the alert.
  perform 1 from public.products where id = new.product_id for key share;
  perform 1 from public.product_variants where id = new.variant_id for share;
  select private.product_names(product) into v_names
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id = new.variant_id and variant.is_active and variant.stock > 0;
  if found then
    perform private.refuse('in_stock', v_names);
  end if;
  return null;
end
$$;

create function private.variant_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.stock_alerts set due_at = now()
  where tenant_id = new.tenant_id and product_id = new.product_id and variant_id = new.id and due_at is null;
  return null;
end
$$;

-- Takes alerts that are due, of variants that can be bought now: for five minutes they are the caller's, and callers do not
-- wait for each other. One whose mail fails is due again after 1, 4, 9 … minutes, and given up after the twelfth time. For
-- the server.
create function public.take_stock_alerts(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts jsonb;
begin
  perform private.require_service();
  delete from public.stock_alerts where due_at <= now() and attempts >= 12;
  with due as (
    select stock_alerts.id, profiles.email, profiles.name as person, profiles.language,
      coalesce(products.translations -> profiles.language ->> 'name', products.name) as product,
      product_variants.id as variant_id,
      private.variant_name_in(profiles.language, product_variants) as variant
    from public.stock_alerts
    join public.product_variants on product_variants.id = stock_alerts.variant_id
    join public.products on products.id = stock_alerts.product_id
    join public.profiles on profiles.id = stock_alerts.user_id and profiles.tenant_id = stock_alerts.tenant_id
    where stock_alerts.due_at <= now() and product_variants.is_active and product_variants.stock > 0 and products.is_active
    order by stock_alerts.due_at, stock_alerts.created_at
      limit least(greatest(p_limit, 1), 100) for update of stock_alerts skip locked
  ), taken as (
    update public.stock_alerts set attempts = stock_alerts.attempts + 1, due_at = now() + interval '5 minutes'
    from due where stock_alerts.id = due.id
    returning stock_alerts.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'tenant_id', taken.tenant_id, 'email', due.email, 'person', due.person, 'product_id', taken.product_id,
    'product', due.product, 'variant_id', taken.variant_id, 'variant', due.variant,
    'language', due.language,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', '')
  ) order by taken.created_at, taken.id) into v_alerts
  from taken join due on due.id = taken.id left join public.settings on settings.tenant_id = taken.tenant_id;
  return coalesce(v_alerts, '[]');
end
$$;

-- Removes an alert whose mail was sent, or makes it due again later. For the server.
create function public.stock_alert_done(p_alert_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_sent then
    delete from public.stock_alerts where id = p_alert_id;
  else
    update public.stock_alerts set due_at = now() + interval '1 minute' * (attempts * attempts)
    where id = p_alert_id;
  end if;
end
$$;

-- Triggers

create trigger stock_alert_added before insert on public.stock_alerts
  for each row execute function private.stock_alert_added();

create trigger stock_alert_of_sold_out after insert on public.stock_alerts
  for each row execute function private.refuse_alert_in_stock();

create trigger variant_is_back after update of stock, is_active on public.product_variants
  for each row when (new.stock > 0 and new.is_active and not (old.stock > 0 and old.is_active))
  execute function private.variant_is_back();

-- Grants

grant select, delete on public.wishlists to authenticated;
grant insert (id, tenant_id, user_id, product_id, variant_id, created_at) on public.wishlists to authenticated;
grant select, delete on public.stock_alerts to authenticated;
grant insert (tenant_id, user_id, product_id, variant_id) on public.stock_alerts to authenticated;
