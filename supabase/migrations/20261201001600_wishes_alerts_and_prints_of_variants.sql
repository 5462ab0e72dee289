-- What shoppers want of variants: wishes, mails when one that was sold out is back, and prints.

-- Tables and constraints

alter table public.product_variants add unique (tenant_id, product_id, id);

-- Null stands for the product as a whole; so does a variant that is no longer there.
alter table public.wishlists
  add column variant_id uuid,
  add foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete set null (variant_id);
create index wishlists_by_variant on public.wishlists (tenant_id, product_id, variant_id) where variant_id is not null;

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

create policy "People read their own stock alerts" on public.stock_alerts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People ask for stock alerts of their own" on public.stock_alerts
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove their own stock alerts" on public.stock_alerts
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.stock_alerts');

-- Functions

-- An alert needs an address to write to, and is due at once where the variant is back already.
create function private.stock_alert_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.profiles p where p.id = new.user_id and p.tenant_id = new.tenant_id and p.email <> ''
  ) then
    perform private.refuse('no_email', 'Your account has no email address that we could write to. Add one first.');
  end if;
  -- Whoever changes the stock comes before this, or finds the alert. Products are locked before their variants.
  perform 1 from public.products p where p.id = new.product_id for key share;
  perform 1 from public.product_variants v where v.id = new.variant_id for share;
  new.due_at := (
    select now() from public.product_variants v where v.id = new.variant_id and v.is_active and v.stock > 0
  );
  return new;
end
$$;

create function private.variant_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.stock_alerts a set due_at = now()
  where a.tenant_id = new.tenant_id and a.product_id = new.product_id and a.variant_id = new.id and a.due_at is null;
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
  delete from public.stock_alerts a where a.due_at <= now() and a.attempts >= 12;
  with due as (
    select a.id, u.email, u.name as person, p.name as product, v.id as variant_id,
      private.variant_name(v.option1, v.option2, v.option3) as variant
    from public.stock_alerts a
    join public.product_variants v on v.id = a.variant_id
    join public.products p on p.id = a.product_id
    join public.profiles u on u.id = a.user_id and u.tenant_id = a.tenant_id
    where a.due_at <= now() and v.is_active and v.stock > 0 and p.is_active
    order by a.due_at, a.created_at limit least(greatest(p_limit, 1), 100) for update of a skip locked
  ), taken as (
    update public.stock_alerts a set attempts = a.attempts + 1, due_at = now() + interval '5 minutes'
    from due where a.id = due.id
    returning a.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', t.id, 'tenant_id', t.tenant_id, 'email', due.email, 'person', due.person, 'product_id', t.product_id,
    'product', due.product, 'variant_id', t.variant_id, 'variant', due.variant,
    'contact_email', coalesce(s.contact ->> 'contactEmail', '')
  ) order by t.created_at, t.id) into v_alerts
  from taken t join due on due.id = t.id left join public.settings s on s.tenant_id = t.tenant_id;
  return coalesce(v_alerts, '[]');
end
$$;

-- Removes an alert whose mail was sent, or makes it due again later. For the server.
create function public.stock_alert_done(p_alert_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_sent then
    delete from public.stock_alerts a where a.id = p_alert_id;
  else
    update public.stock_alerts a set due_at = now() + interval '1 minute' * (a.attempts * a.attempts)
    where a.id = p_alert_id;
  end if;
end
$$;

-- What is wrong with a line, for the shopper. A design has a size, a type and a color: a product with further options to
-- choose takes no print.
create or replace function private.line_message(p_line private.priced_line) returns text
language sql stable as $$
  select case p_line.problem
    when 'invalid_line' then 'An item in your cart cannot be read. Remove it and add it again.'
    when 'invalid_quantity' then 'Choose a quantity from 1 to 999.'
    when 'unknown_product' then 'A product in your cart is no longer sold.'
    when 'option_required' then case
      when p_line.design is not null and exists (
        select 1 from public.product_options o
        where o.product_id = p_line.product_id and o.kind = 'other' and cardinality(o.values) > 1
      )
      then p_line.name || ' cannot be printed on, because it comes in options that a design does not have. Remove the print, and add it from its own page.'
      else 'Choose the options of ' || p_line.name || '.'
    end
    when 'unknown_option' then p_line.name || ' does not come in the options you chose.'
    when 'customization_closed' then 'This store does not print designs at the moment.'
    when 'unknown_customization' then 'A design in your cart is no longer available.'
    when 'invalid_design' then 'A design in your cart cannot be read. Open it again and save it.'
    when 'garment_not_priced' then 'This store does not print on this garment.'
    when 'out_of_stock' then case
      when p_line.stock <= 0 then concat_ws(', ', p_line.name, nullif(p_line.variant, '')) || ' is sold out.'
      else 'Only ' || p_line.stock || ' of ' || concat_ws(', ', p_line.name, nullif(p_line.variant, '')) || ' left.'
    end
  end
$$;

-- Everything that a store has about a person, for themselves; or for a customer who asked, by a super admin.
create or replace function public.export_personal_data(p_tenant_id text, p_user_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id,
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'details', u.raw_user_meta_data)
      from auth.users u where u.id = v_user_id
    ),
    'role', (select r.role from public.user_roles r where r.user_id = v_user_id and r.tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(p) - '{id,tenant_id}'::text[] from public.profiles p
      where p.id = v_user_id and p.tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(c) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records c
      where c.user_id = v_user_id and c.tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(a) - v_own order by a.created_at) from public.addresses a
      where a.user_id = v_user_id and a.tenant_id = p_tenant_id
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(private.order_json(o) - v_own || jsonb_build_object('history', (
        select jsonb_agg(jsonb_build_object('at', e.created_at, 'by', e.actor, 'from', e.from_status, 'to', e.to_status,
          'note', e.note) order by e.created_at)
        from public.order_events e where e.order_id = o.id and not e.is_internal
      )) order by o.created_at)
      from public.orders o where o.user_id = v_user_id and o.tenant_id = p_tenant_id
    ), '[]'),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(c) - v_own order by c.created_at) from public.customizations c
      where c.user_id = v_user_id and c.tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(w) - v_own || jsonb_build_object('name', p.name) order by w.created_at)
      from public.wishlists w join public.products p on p.id = w.product_id
      where w.user_id = v_user_id and w.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(a) - v_own || jsonb_build_object('name', p.name) order by a.created_at)
      from public.stock_alerts a join public.products p on p.id = a.product_id
      where a.user_id = v_user_id and a.tenant_id = p_tenant_id
    ), '[]'),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(r) - v_own order by r.created_at) from public.reviews r
      where r.user_id = v_user_id and r.tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(e) - '{tenant_id,user_id,actor_id}'::text[] order by e.created_at)
      from public.point_entries e where e.user_id = v_user_id and e.tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(d) - v_own order by d.created_at) from public.discounts d
      where d.user_id = v_user_id and d.tenant_id = p_tenant_id
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(c) - '{tenant_id,user_id,unread_by_staff}'::text[] || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', m.created_at, 'by', m.sender, 'text', m.body) order by m.created_at)
        from public.messages m where m.conversation_id = c.id
      )) order by c.created_at)
      from public.conversations c where c.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(f) order by f.created_at) from private.personal_files(p_tenant_id, v_user_id) f
    ), '[]')
  );
end
$$;

-- Triggers

create trigger stock_alert_added before insert on public.stock_alerts
  for each row execute function private.stock_alert_added();

create trigger variant_is_back after update of stock, is_active on public.product_variants
  for each row when (new.stock > 0 and new.is_active and not (old.stock > 0 and old.is_active))
  execute function private.variant_is_back();

-- Grants

grant insert (variant_id) on public.wishlists to authenticated;
grant select, delete on public.stock_alerts to authenticated;
grant insert (tenant_id, user_id, product_id, variant_id) on public.stock_alerts to authenticated;
