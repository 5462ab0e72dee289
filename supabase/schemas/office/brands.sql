-- A store's brand: name, pictures, colors, design decisions and words; and the domains that lead to the store.

-- Helpers of the tables

-- Maximum length of each brand text, by column.
create function private.brand_text_limits() returns jsonb
language sql immutable as $$
  select '{
    "hero_title": 100, "hero_text": 400, "hero_action": 40, "featured_title": 100, "categories_title": 100,
    "deals_title": 100, "new_title": 100, "story_title": 100, "story": 3000, "not_found_title": 100, "not_found_text": 400,
    "error_title": 100, "error_text": 400, "empty_cart": 100, "order_placed_text": 400, "contact_text": 400, "faq_text": 400,
    "account_text": 400, "designer_text": 400, "nothing_found_title": 100, "slogans": 500, "made_for_label": 40,
    "made_for_all": 40, "mail_signature": 500, "name": 80, "hero_picture_alt": 200, "story_picture_alt": 200,
    "all_categories_text": 100, "visit_title": 100, "visit_text": 400
  }'::jsonb
$$;

-- Whether texts of a brand, by column, keep to their limits. Slogans, one a line, are short enough for the announcement bar.
create function private.are_brand_texts(p_texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select 1 from jsonb_each(p_texts) given
    where given.value <> 'null' and (jsonb_typeof(given.value) <> 'string'
      or length(given.value #>> '{}') > (private.brand_text_limits() ->> given.key)::integer)
  ) and private.are_texts(coalesce(string_to_array(nullif(p_texts ->> 'slogans', ''), E'\n'), '{}'), 8, 60)
$$;

-- Whether the texts of each language keep to their limits.
create function private.are_translated_brand_texts(p_translations jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select private.are_translations(p_translations, 20000) and not exists (
    select 1 from jsonb_each(p_translations) said where not private.are_brand_texts(said.value)
  )
$$;

-- The path of a file on the store's own origin, which the server may read too: no part begins with a dot.
create function private.is_file_path(p_path text) returns boolean
language sql immutable as $$ select length(p_path) <= 500 and p_path ~ '^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$' $$;

-- Whether a text is a single email address and nothing else, so that it cannot add headers to a mail.
create function private.is_mail_address(p_address text) returns boolean
language sql immutable as $$
  select length(p_address) <= 254
    and p_address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
$$;

-- The path of a picture on the store's own origin: a preset's, or one that the server stored (server/brands/brand-files.ts).
create function private.is_brand_picture(p_path text) returns boolean
language sql immutable set search_path = '' as $$ select private.is_file_path(p_path) and p_path ~ '[.](svg|png|webp)$' $$;

-- Whether a brand's picture is a file that browsers show; the store's own are in the bucket brand-media.
create function private.is_picture_path(p_path text) returns boolean
language sql immutable set search_path = '' as $$
  select private.is_file_path(p_path) and p_path ~ '[.](avif|webp|png|jpg)$'
$$;

-- Whether films, played one after another, are files that browsers play.
create function private.are_film_paths(p_paths text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_paths) <= 4 and not exists (
    select 1 from unnest(p_paths) film where film is null or not private.is_file_path(film) or film !~ '[.](mp4|webm)$'
  )
$$;

create function private.are_distinct(p_values anyarray) returns boolean
language sql immutable as $$ select cardinality(p_values) = (select count(distinct value) from unnest(p_values) value) $$;

-- Tables

-- The looks of app/brands/looks.
create type public.brand_look as enum ('print-shop', 'game-table', 'product-lab', 'concrete', 'gallery');

-- The typefaces cut by scripts/subset-fonts.ts.
create type public.brand_typeface as enum (
  'Bricolage Grotesque', 'Libre Franklin', 'Caprasimo', 'Figtree', 'Geist', 'Geist Mono', 'Archivo Expanded', 'Archivo',
  'Newsreader', 'Hanken Grotesk');

create type public.brand_home_section as enum ('featured', 'categories', 'deals', 'newest', 'story');

-- app/brands/brand-design.ts says what each value means.
create type public.brand_landing as enum ('standard', 'tabletop');
create type public.brand_header as enum ('steady', 'hiding');
create type public.brand_strip as enum ('none', 'line', 'marquee');
create type public.brand_ornament as enum ('registration', 'meeples', 'grid', 'stripes', 'ampersand');
create type public.brand_density as enum ('tight', 'regular', 'airy');
create type public.brand_motion as enum ('calm', 'snappy', 'playful');
create type public.brand_elevation as enum ('flat', 'soft', 'hard');
create type public.brand_light_ground as enum ('paper', 'white', 'tint', 'concrete', 'secondary');
create type public.brand_dark_ground as enum ('secondary', 'black');
create type public.brand_letter_case as enum ('none', 'uppercase');
create type public.brand_face as enum ('display', 'body', 'mono');
create type public.brand_option_field as enum ('colors', 'types', 'sizes', 'materials', 'gender');

-- The legal name is in settings.invoicing; descriptions and contacts are in settings.store and settings.contact.
create table public.brands (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  -- tenants.name follows. Translations may have another one.
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  logo text not null check (private.is_brand_picture(logo)),
  -- The logo on dark backgrounds; null: the same.
  logo_dark text check (private.is_brand_picture(logo_dark)),
  -- A square picture for browsers' tabs and bookmarks; null: the logo.
  icon text check (private.is_brand_picture(icon)),
  -- Whether the logo says the name, which is then not written beside it.
  hides_name boolean not null default false,
  primary_color text not null check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  secondary_color text not null check (secondary_color ~ '^#[0-9A-Fa-f]{6}$'),
  music text check (private.is_file_path(music)),
  -- Whether the home page has a navigation of its own.
  hides_initial_navbar boolean not null default false,
  -- The language for writing to people who have not chosen one.
  default_language text not null default 'en' check (default_language in ('en', 'ar')),
  -- The language of all pages and mails, if shoppers get only one.
  only_language text check (only_language in ('en', 'ar')),
  -- The option fields that shoppers see and filter by.
  option_fields public.brand_option_field[] not null default '{colors,types,sizes,materials,gender}'
    check (private.are_distinct(option_fields)),

  look public.brand_look not null,
  -- Parts taken from other looks, such as {"header": "concrete"}.
  part_looks jsonb not null default '{}' check (
    jsonb_typeof(part_looks) = 'object' and length(part_looks::text) <= 1000
    and not jsonb_path_exists(part_looks,
      '$.* ? (!(@ like_regex "^(print-shop|game-table|product-lab|concrete|gallery)$"))')
  ),
  -- The look whose hero opens the home page; null: the brand's own.
  hero_look public.brand_look,
  home_sections public.brand_home_section[] not null default '{featured,categories,deals,newest,story}'
    check (private.are_distinct(home_sections)),
  landing public.brand_landing not null default 'standard',
  header public.brand_header not null default 'steady',
  strip public.brand_strip not null default 'none',
  ornament public.brand_ornament not null,
  density public.brand_density not null default 'regular',
  motion public.brand_motion not null default 'calm',
  elevation public.brand_elevation not null default 'flat',
  light_ground public.brand_light_ground not null default 'white',
  dark_ground public.brand_dark_ground not null default 'secondary',
  -- In pixels.
  stroke numeric not null default 1 check (stroke between 0 and 4),
  control_radius integer not null default 0 check (control_radius between 0 and 999),
  card_radius integer not null default 0 check (card_radius between 0 and 60),
  picture_radius integer not null default 0 check (picture_radius between 0 and 60),
  display_typeface public.brand_typeface not null,
  display_weight integer not null default 400 check (display_weight between 100 and 900),
  body_typeface public.brand_typeface not null,
  body_weight integer not null default 400 check (body_weight between 100 and 900),
  mono_typeface public.brand_typeface,
  mono_weight integer not null default 400 check (mono_weight between 100 and 900),
  display_case public.brand_letter_case not null default 'none',
  -- Letter spacing in em, line height, and scale of headings.
  display_tracking numeric not null default 0 check (display_tracking between -0.1 and 0.3),
  display_leading numeric not null default 1 check (display_leading between 0.7 and 1.6),
  display_scale numeric not null default 1 check (display_scale between 0.5 and 2),
  details_face public.brand_face not null default 'body',

  hero_title text not null check (btrim(hero_title) <> ''),
  hero_text text not null check (btrim(hero_text) <> ''),
  hero_action text not null check (btrim(hero_action) <> ''),
  featured_title text not null check (btrim(featured_title) <> ''),
  categories_title text not null check (btrim(categories_title) <> ''),
  deals_title text not null check (btrim(deals_title) <> ''),
  new_title text not null check (btrim(new_title) <> ''),
  story_title text not null check (btrim(story_title) <> ''),
  -- Paragraphs, with a blank line between them.
  story text not null check (btrim(story) <> ''),
  not_found_title text not null check (btrim(not_found_title) <> ''),
  not_found_text text not null check (btrim(not_found_text) <> ''),
  error_title text not null check (btrim(error_title) <> ''),
  error_text text not null check (btrim(error_text) <> ''),
  empty_cart text not null check (btrim(empty_cart) <> ''),
  order_placed_text text not null check (btrim(order_placed_text) <> ''),
  contact_text text not null check (btrim(contact_text) <> ''),
  faq_text text not null check (btrim(faq_text) <> ''),
  account_text text not null check (btrim(account_text) <> ''),
  -- Null if the brand has no words of its own for the designer.
  designer_text text check (btrim(designer_text) <> ''),
  nothing_found_title text not null check (btrim(nothing_found_title) <> ''),
  -- One a line.
  slogans text not null check (btrim(slogans) <> ''),

  -- The devices that products are made for, if shoppers own one of several: values of products' types. Shown with a label and a
  -- word for all of them.
  made_for_values text[] not null default '{}' check (private.are_texts(made_for_values, 50, 100)),
  made_for_label text check (btrim(made_for_label) <> ''),
  made_for_all text check (btrim(made_for_all) <> ''),

  -- Mail: the sender's address, if not the installation's; where answers go, if not to the contact address; and what every mail
  -- ends with, if not with the store's name and contact address.
  mail_sender text check (private.is_mail_address(mail_sender)),
  mail_reply_to text check (private.is_mail_address(mail_reply_to)),
  mail_signature text check (btrim(mail_signature) <> ''),
  -- What the numbers of new orders begin with; null: the first two letters of the store's id.
  order_prefix text check (order_prefix ~ '^[A-Z][A-Z0-9]{0,5}$'),

  -- Pictures and films of the home page. Null, or no film: what the look draws.
  hero_picture text check (private.is_picture_path(hero_picture)),
  hero_films text[] not null default '{}' check (private.are_film_paths(hero_films) and private.are_distinct(hero_films)),
  story_picture text check (private.is_picture_path(story_picture)),
  -- What the pictures show; null: they only decorate.
  hero_picture_alt text check (btrim(hero_picture_alt) <> ''),
  story_picture_alt text check (btrim(story_picture_alt) <> ''),
  -- Words of the tabletop landing: below its link to all categories, and above the ways to reach the store.
  all_categories_text text check (btrim(all_categories_text) <> ''),
  visit_title text check (btrim(visit_title) <> ''),
  visit_text text check (btrim(visit_text) <> ''),

  translations jsonb not null default '{}' check (private.are_translated_brand_texts(translations)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint brands_texts check (private.are_brand_texts(jsonb_build_object(
    'hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title,
    'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title,
    'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title,
    'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text,
    'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text,
    'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label,
    'made_for_all', made_for_all, 'mail_signature', mail_signature, 'hero_picture_alt', hero_picture_alt,
    'story_picture_alt', story_picture_alt, 'all_categories_text', all_categories_text, 'visit_title', visit_title,
    'visit_text', visit_text
  ))),
  constraint brands_details check (details_face <> 'mono' or mono_typeface is not null)
);
alter table public.brands enable row level security;

-- Domains that lead to a store, with their subdomains. Links name the main one.
create table public.store_domains (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  domain text not null unique check (
    length(domain) <= 253
    and domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'
    -- Local names name their store.
    and domain !~ '(^|\.)localhost$'
  ),
  is_main boolean not null default false,
  created_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create unique index store_domains_main on public.store_domains (tenant_id) where is_main;
alter table public.store_domains enable row level security;

-- Policies

create policy "Everybody reads a store's brand" on public.brands
  for select to anon, authenticated using (true);

create policy "Staff change their store's brand" on public.brands
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('settings.store'))::text[]));

call private.add_aal2_policies('public.brands');

create policy "Everybody reads the stores' domains" on public.store_domains
  for select to anon, authenticated using (true);

-- Sign-in links lead to these domains, so that only super admins change them.
call private.add_staff_policies('public.store_domains', 'domains', 'settings.open_store');

-- Functions

create function private.name_store() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tenants tenant set name = new.name where tenant.id = new.tenant_id and tenant.name <> new.name;
  return null;
end
$$;

-- Of the people, only super admins change the sender: mail servers refuse one that is not the installation's, and then nobody gets the store's mail.
create function private.keep_mail_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.open_store');
  end if;
  return new;
end
$$;

-- The latest main domain is the only one.
create function private.replace_main_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.store_domains other set is_main = false
  where other.tenant_id = new.tenant_id and other.id <> new.id and other.is_main;
  return new;
end
$$;

-- Triggers

create trigger brands_touch before update on public.brands
  for each row execute function private.touch_version();

create trigger brands_name after insert or update of name on public.brands
  for each row execute function private.name_store();

create trigger brands_mail_sender before update of mail_sender on public.brands
  for each row when (new.mail_sender is distinct from old.mail_sender) execute function private.keep_mail_sender();

create trigger store_domains_main before insert or update of is_main on public.store_domains
  for each row when (new.is_main) execute function private.replace_main_domain();

-- Grants

grant select on public.brands, public.store_domains to anon, authenticated;
grant update (
  name, logo, logo_dark, icon, hides_name, primary_color, secondary_color, music, hides_initial_navbar, default_language, only_language, option_fields, look,
  part_looks, hero_look, home_sections, landing, header, strip, ornament, density, motion, elevation, light_ground,
  dark_ground, stroke, control_radius, card_radius, picture_radius, display_typeface, display_weight, body_typeface,
  body_weight, mono_typeface, mono_weight, display_case, display_tracking, display_leading, display_scale,
  details_face, hero_title, hero_text, hero_action, featured_title, categories_title, deals_title, new_title,
  story_title, story, not_found_title, not_found_text, error_title, error_text, empty_cart, order_placed_text,
  contact_text, faq_text, account_text, designer_text, nothing_found_title, slogans, made_for_values, made_for_label,
  made_for_all, mail_sender, mail_reply_to, mail_signature, order_prefix, hero_picture, hero_films, story_picture,
  hero_picture_alt, story_picture_alt, all_categories_text, visit_title, visit_text, translations
) on public.brands to authenticated;
grant insert (tenant_id, domain, is_main), update (domain, is_main), delete on public.store_domains to authenticated;
grant execute on function
  private.brand_text_limits,
  private.are_brand_texts,
  private.are_translated_brand_texts,
  private.is_file_path,
  private.is_mail_address,
  private.is_brand_picture,
  private.is_picture_path,
  private.are_film_paths,
  private.are_distinct
to anon, authenticated;
