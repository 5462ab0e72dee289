-- Wishlists, and mails when a sold-out variant is back in stock.

-- Tables

create table public.wishlists (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  -- Null for the product as a whole, also after the variant was removed.
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

-- People to notify when a variant is back in stock. The row is deleted once its mail is sent.
create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  variant_id uuid not null,
  created_at timestamptz not null default now(),
  unique (user_id, variant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete cascade
);
create index stock_alerts_by_variant on public.stock_alerts (tenant_id, product_id, variant_id);
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

-- Refuses an alert for something that won't be restocked, for a person without an email address, and beyond 50 per person.
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

-- Refuses an alert for something in stock: it would be mailed at once, as often as requested.
create function private.refuse_alert_in_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_names jsonb;
begin
  -- Waits for a concurrent stock change and sees it; a later one finds this alert.
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

-- Whether the awaited variant is in stock.
create function private.is_back(p_alert public.stock_alerts) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.id = p_alert.variant_id and variant.is_active and variant.stock > 0 and product.is_active
  )
$$;

-- Queues the mails of alerts; mails already queued or being sent stay as they are.
create function private.queue_stock_alerts(p_alerts public.stock_alerts[]) returns void
language sql security definer set search_path = '' as $$
  select private.add_job('send_stock_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12)
  from unnest(p_alerts) alert
  where not exists (
    select 1 from private.jobs job
    where job.kind = 'send_stock_alert' and job.key = alert.id::text and not private.has_failed(job)
  )
$$;

create function private.variant_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.product_id and alert.variant_id = new.id
  ));
  return null;
end
$$;

create function private.product_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.id and private.is_back(alert)
  ));
  return null;
end
$$;

-- The contents of these jobs' mails, for variants in stock. What has sold out again is queued anew once it is back. Server only.
create function public.stock_alerts_to_send(p_job_ids bigint[]) returns table (
  id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text
)
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent stock change and sees it; a later one finds no job and queues the alert.
  perform 1 from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id in (
    select alert.variant_id from public.stock_alerts alert where alert.id = any (v_alerts) and not private.is_back(alert)
  )
  order by variant.id for share;
  delete from private.jobs job using public.stock_alerts alert
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text and not private.is_back(alert);
  return query
    select alert.id, alert.tenant_id, person.email, coalesce(person.name, ''), person.language, alert.product_id,
      coalesce(product.translations -> person.language ->> 'name', product.name), wanted.id,
      private.variant_name_in(person.language, wanted)
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$$;

-- Triggers

create trigger a_member_shops before insert on public.stock_alerts
  for each row execute function private.member_shops();

create trigger a_member_shops before insert on public.wishlists
  for each row execute function private.member_shops();

create trigger jobs_deleted after delete on public.stock_alerts
  referencing old table as deleted for each statement execute function private.delete_jobs('send_stock_alert');

create trigger stock_alert_added before insert on public.stock_alerts
  for each row execute function private.stock_alert_added();

create trigger stock_alert_of_sold_out after insert on public.stock_alerts
  for each row execute function private.refuse_alert_in_stock();

create trigger variant_is_back after update of stock, is_active on public.product_variants
  for each row when (new.stock > 0 and new.is_active and not (old.stock > 0 and old.is_active))
  execute function private.variant_is_back();

create trigger product_is_back after update of is_active on public.products
  for each row when (new.is_active and not old.is_active) execute function private.product_is_back();

-- Grants

grant select, delete on public.wishlists to authenticated;
grant insert (id, tenant_id, user_id, product_id, variant_id, created_at) on public.wishlists to authenticated;
grant select, delete on public.stock_alerts to authenticated;
grant insert (tenant_id, user_id, product_id, variant_id) on public.stock_alerts to authenticated;
