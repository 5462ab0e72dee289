-- What a store needs to sell, and what of it is ready, as far as the database knows.

-- Types

create type public.readiness_level as enum (
  -- The store cannot sell without it.
  'missing',
  -- Two facts disagree.
  'contradicts',
  -- Still the demo's.
  'demo',
  -- The store can sell without it.
  'recommended'
);

-- A check that only the server can make.
create type public.store_check as enum ('addresses', 'mail');

-- An item of the list; `names` and `amount` say which rows aren't ready, and how many.
create type private.readiness as (
  item text, level public.readiness_level, is_ready boolean, names text[], amount bigint
);

-- Helpers

-- The owner, and what the store says of itself.
create function private.business_readiness(p_settings public.settings) returns setof private.readiness
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Demo accounts have public passwords.
  v_owners constant uuid[] := array(
    select held.user_id from public.user_roles held join auth.users account on account.id = held.user_id
    where held.role = 'super_admin' and (held.tenant_id = p_settings.tenant_id or held.tenant_id is null)
      and account.email not like '%.example'
  );
  v_legal_name constant text := btrim(p_settings.invoicing ->> 'legalName');
  v_phone constant text := btrim(p_settings.contact ->> 'contactPhone');
  v_email constant text := btrim(p_settings.contact ->> 'contactEmail');
begin
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), '{}'::text[], 0::bigint
  from (values
    ('owner', 'missing', v_owners <> '{}'),
    ('second_step', 'recommended', exists (
      select 1 from auth.mfa_factors factor where factor.user_id = any (v_owners) and factor.status = 'verified'
    )),
    ('legal_name', 'missing', v_legal_name <> ''),
    ('contact', 'missing', v_phone <> '' and v_email <> '' and v_email not like '%.example'),
    ('tax_number', 'recommended', btrim(p_settings.invoicing ->> 'taxNumber') <> ''),
    ('demo_invoicing', 'demo', not exists (
      select 1 from private.demo_stores demo
      where demo.tenant_id = p_settings.tenant_id and demo.settings -> 'invoicing' = p_settings.invoicing
    ))
  ) fact (item, level, is_ready);
end
$$;

-- Where the store is reached, and whether its mail arrives.
create function private.address_readiness(p_tenant_id text) returns setof private.readiness
language plpgsql stable security definer set search_path = '' as $$
declare
  v_domain constant text := (
    select domain from public.store_domains where store_domains.tenant_id = p_tenant_id and is_main
  );
  v_has_own constant boolean := v_domain not like '%.example';
  v_doors public.store_doors;
begin
  select door.* into v_doors from public.store_doors door where door.tenant_id = p_tenant_id;
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false),
    array(select said from unnest(fact.names) said where said <> ''), 0::bigint
  from (values
    ('domain', 'recommended', v_domain is not null, array[v_domain]),
    ('demo_domain', 'demo', v_domain is null or v_has_own, array[v_domain]),
    -- A check that failed means that nobody reaches the store; one that was never made means nothing.
    ('addresses', case when v_has_own and v_doors.address_problem <> '' then 'missing' else 'recommended' end,
      v_doors.address_checked_at is not null and v_doors.address_problem = '', array[v_doors.address_problem]),
    ('test_mail', case when v_doors.mail_problem <> '' then 'missing' else 'recommended' end,
      v_doors.mail_checked_at is not null and v_doors.mail_problem = '', array[v_doors.mail_problem]),
    ('test_order', 'recommended', v_doors.tested_at is not null or exists (
      select 1 from public.orders
      where orders.tenant_id = p_tenant_id and orders.is_test and orders.delivered_at is not null
    ), null)
  ) fact (item, level, is_ready, names);
end
$$;

-- Fees, and the zones and governorates that lack something.
create function private.delivery_readiness(p_settings public.settings) returns setof private.readiness
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zones constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and zone.rates <> '[]'
  );
  v_fees constant numeric[] := array(
    select step.fee
    from public.shipping_zones zone cross join jsonb_to_recordset(zone.rates) step (method text, fee numeric)
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and step.method = 'standard'
  );
  v_without_free constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}'
      and jsonb_path_exists(zone.rates, '$[*] ? (@.method == "standard" && @.fee > 0)')
      and not jsonb_path_exists(zone.rates, '$[*] ? (@.method == "standard" && @.free_from >= 0)')
    order by zone.position, zone.name
  );
  v_without_express constant text[] := array(
    select zone.name from public.shipping_zones zone
    where zone.tenant_id = p_settings.tenant_id and zone.is_active and zone.places <> '{}' and zone.rates <> '[]'
      and not jsonb_path_exists(zone.rates, '$[*] ? (@.method == "express")')
    order by zone.position, zone.name
  );
  v_uncovered constant text[] := case when v_zones = '{}' then '{}' else array(
    select listed.governorate::text from unnest(enum_range(null::public.governorate)) listed (governorate)
    where not exists (
      select 1 from private.shipping_zone_places place
      where place.tenant_id = p_settings.tenant_id and place.governorate = listed.governorate::text
        and place.district_id = ''
    )
  ) end;
begin
  return query
  select fact.item, fact.level::public.readiness_level, fact.is_ready, fact.names, cardinality(fact.names)::bigint
  from (values
    ('delivery', 'missing', p_settings.default_shipping_fee > 0 or v_zones <> '{}', '{}'::text[]),
    -- A store that delivers nothing free of charge has no amount to state.
    ('zones_free', 'recommended', v_without_free = '{}'
      or p_settings.free_shipping_threshold is null and v_without_free @> v_zones, v_without_free),
    ('zones_express', 'recommended', v_without_express = '{}', v_without_express),
    ('zones_cover', 'recommended', v_uncovered = '{}', v_uncovered),
    -- Pages state this fee until a place is chosen.
    ('flat_fee', 'contradicts', v_zones = '{}' or v_uncovered <> '{}' or p_settings.default_shipping_fee = any (v_fees), '{}')
  ) fact (item, level, is_ready, names);
end
$$;

-- Ways to pay, and the rules of cash on delivery.
create function private.payment_readiness(p_settings public.settings) returns setof private.readiness
language plpgsql stable security definer set search_path = '' as $$
declare
  v_bank constant text := btrim(p_settings.payment ->> 'bankDetails');
  v_rules constant jsonb := coalesce((
    select staff.cash_rules from public.staff_settings staff where staff.tenant_id = p_settings.tenant_id
  ), '{}');
  v_demands constant text[] := array(
    select v_rules ->> rule from unnest('{firstOrder,amount,refusals,governorate}'::text[]) rule
    where coalesce(v_rules ->> rule, 'none') <> 'none'
  );
begin
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), '{}'::text[], 0::bigint
  from (values
    -- A way to pay is always open.
    ('payment', 'missing', not p_settings.bank_transfer or v_bank <> ''),
    ('demo_bank', 'demo', v_bank = '' or not exists (
      select 1 from private.demo_stores demo
      where demo.tenant_id = p_settings.tenant_id and demo.settings ->> 'bankDetails' = p_settings.payment ->> 'bankDetails'
    )),
    ('cash_rules', 'recommended', not p_settings.cash_on_delivery or v_demands <> '{}'),
    ('cash_deposit', 'contradicts', not p_settings.cash_on_delivery or p_settings.online_payment or p_settings.bank_transfer
      or not v_demands && '{deposit,pay_before}')
  ) fact (item, level, is_ready);
end
$$;

-- Texts of a row that lack a translation into Arabic.
create function private.untranslated_columns(p_row jsonb, p_columns text[]) returns bigint
language sql immutable set search_path = '' as $$
  select count(*) from unnest(p_columns) name
  where coalesce(p_row ->> name, '') <> '' and coalesce(p_row #>> array['translations', 'ar', name], '') = ''
$$;

-- Categories, questions, banners and texts of the brand that lack a translation into Arabic. The brand's name may be the same.
create function private.untranslated_content(p_tenant_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select (
    select count(*) from public.categories category
    where category.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(category), '{name,description}') > 0
  ) + (
    select count(*) from public.faq_questions faq
    where faq.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(faq), '{question,answer}') > 0
  ) + (
    select count(*) from public.banners banner
    where banner.tenant_id = p_tenant_id and private.untranslated_columns(to_jsonb(banner), '{title,description}') > 0
  ) + coalesce((
    select private.untranslated_columns(to_jsonb(brand), '{hero_title,hero_text,hero_action,featured_title,categories_title,
      deals_title,new_title,story_title,story,not_found_title,not_found_text,error_title,error_text,empty_cart,
      order_placed_text,contact_text,faq_text,account_text,designer_text,nothing_found_title,slogans,made_for_label,
      made_for_all,mail_signature,hero_picture_alt,story_picture_alt,all_categories_text,visit_title,visit_text}')
    from public.brands brand where brand.tenant_id = p_tenant_id
  ), 0)
$$;

-- What shoppers read and see: texts, products, pictures, translations.
create function private.content_readiness(p_settings public.settings) returns setof private.readiness
language plpgsql stable security definer set search_path = '' as $$
declare
  v_products bigint;
  v_without_picture bigint;
  v_untranslated bigint;
  v_sample text[];
  v_demo_products bigint;
  -- Without a brand, pages are in both languages.
  v_needs_arabic constant boolean := not exists (
    select 1 from public.brands brand where brand.tenant_id = p_settings.tenant_id and brand.only_language = 'en');
begin
  select count(*) filter (where product.price > 0 and product.stock > 0),
    count(*) filter (where private.first_picture(product.images) is null),
    (array_agg(product.name order by product.name) filter (where private.first_picture(product.images) is null))[1:3],
    count(*) filter (where exists (
      select 1 from (values ('name', product.name), ('description', product.description), ('unit', product.unit),
        ('material', product.material), ('gender', product.gender)) own (name, said)
      where own.said <> '' and coalesce(product.translations #>> array['ar', own.name], '') = ''
    ))
  into v_products, v_without_picture, v_sample, v_untranslated
  from public.products product where product.tenant_id = p_settings.tenant_id and product.is_active;
  v_untranslated := v_untranslated + private.untranslated_content(p_settings.tenant_id);
  select count(*) into v_demo_products
  from private.demo_rows marked join public.products product on product.id = marked.id
  where marked.tenant_id = p_settings.tenant_id and marked.kind = 'product' and product.is_active;
  return query
  select fact.item, fact.level::public.readiness_level, coalesce(fact.is_ready, false), coalesce(fact.names, '{}'), fact.amount
  from (values
    ('policies', 'missing', btrim(p_settings.legal ->> 'shippingReturns') <> '' and btrim(p_settings.legal ->> 'terms') <> '',
      null::text[], 0::bigint),
    ('questions', 'recommended', exists (
      select 1 from public.faq_questions question where question.tenant_id = p_settings.tenant_id
    ), null, 0),
    -- A store without brand rows has those of its preset.
    ('hero_picture', 'recommended', not exists (
      select 1 from public.brands brand
      where brand.tenant_id = p_settings.tenant_id and brand.hero_picture is null and brand.hero_films = '{}'
    ), null, 0),
    ('products', 'missing', v_products > 0, null, 0),
    ('pictures', 'recommended', v_without_picture = 0, v_sample, v_without_picture),
    ('translations', 'recommended', v_untranslated = 0 or not v_needs_arabic, null, v_untranslated),
    ('demo_products', 'demo', v_demo_products = 0, null, v_demo_products)
  ) fact (item, level, is_ready, names, amount);
end
$$;

-- Functions

-- What a store needs to sell, and whether it is ready, as far as the database knows. Staff only.
create function public.store_readiness(p_tenant_id text)
returns table (item text, level public.readiness_level, is_ready boolean, names text[], amount bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
begin
  if not private.is_service() then
    perform private.require_capability(p_tenant_id, 'settings.see');
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    return;
  end if;
  return query select * from private.business_readiness(v_settings);
  return query select * from private.address_readiness(p_tenant_id);
  return query select * from private.delivery_readiness(v_settings);
  return query select * from private.payment_readiness(v_settings);
  return query select * from private.content_readiness(v_settings);
end
$$;

-- Records what the server found when it checked a store's addresses or sent a test mail; '' for nothing wrong. Server only.
create function public.record_store_check(p_tenant_id text, p_check public.store_check, p_problem text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_problem constant text := left(btrim(coalesce(p_problem, '')), 500);
begin
  perform private.require_service();
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_check = 'addresses' then
    update public.store_doors set address_checked_at = now(), address_problem = v_problem where tenant_id = p_tenant_id;
  else
    update public.store_doors set mail_checked_at = now(), mail_problem = v_problem where tenant_id = p_tenant_id;
  end if;
end
$$;

-- Grants

grant execute on function public.store_readiness to authenticated;
