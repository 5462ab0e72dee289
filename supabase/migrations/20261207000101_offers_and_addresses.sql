set local check_function_bodies = off;

DROP TRIGGER "products_derive" ON "public"."products";

DROP INDEX "public"."orders_queue_attempt_failed";

DROP INDEX "public"."orders_queue_cash_outstanding";

DROP INDEX "public"."orders_queue_on_the_way";

DROP INDEX "public"."orders_queue_returned_to_sender";

DROP INDEX "public"."orders_queue_returns";

DROP INDEX "public"."orders_queue_to_confirm";

DROP INDEX "public"."orders_queue_to_give_back";

DROP INDEX "public"."orders_queue_to_hand_over";

DROP INDEX "public"."orders_queue_to_pack";

DROP INDEX "public"."orders_queue_to_print";

ALTER TABLE "public"."imported_customers" DROP CONSTRAINT "imported_customers_address_check";

DROP FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]);

DROP FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint);

DROP FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]);

DROP FUNCTION "private"."quoted_cash"(private.priced_order, text, text);

DROP FUNCTION "private"."quoted_lines"(private.priced_line[]);

DROP FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]);

DROP FUNCTION "private"."split_amount"(bigint, bigint[]);

DROP FUNCTION "public"."redirected_product"(text, text);

DROP FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text);

DROP FUNCTION "public"."search_suggestions"(text, text, integer);

CREATE TABLE "public"."offer_uses" ("order_id" uuid NOT NULL, "offer_id" uuid NOT NULL, "tenant_id" text NOT NULL, "user_id" uuid, "name" text NOT NULL, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "amount" numeric(12,2) NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "offer_uses_amount_check" CHECK ((amount >= (0)::numeric)), CONSTRAINT "offer_uses_pkey" PRIMARY KEY (order_id, offer_id), CONSTRAINT "offer_uses_translations_check" CHECK (private.are_translations(translations, 2000)));

ALTER TABLE "public"."offer_uses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."offer_uses" OWNER TO "postgres";

CREATE TABLE "public"."offers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "name" text NOT NULL, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "value" numeric(12,2) NOT NULL DEFAULT 0, "set_size" smallint, "reduced_pieces" smallint, "category_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "product_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "minimum_pieces" integer NOT NULL DEFAULT 0, "minimum_amount" numeric(12,2) NOT NULL DEFAULT 0, "starts_at" timestamp with time zone, "ends_at" timestamp with time zone, "weekdays" smallint[] NOT NULL DEFAULT '{}'::smallint[], "total_limit" integer, "per_person_limit" integer, "budget" numeric(12,2), "margin_percent" numeric(6,2), "with_codes" boolean NOT NULL DEFAULT true, "is_active" boolean NOT NULL DEFAULT true, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "offers_budget_check" CHECK ((budget > (0)::numeric)), CONSTRAINT "offers_category_ids_check" CHECK (((cardinality(category_ids) <= 100) AND (array_position(category_ids, NULL::uuid) IS NULL))), CONSTRAINT "offers_margin_percent_check" CHECK (((margin_percent >= (0)::numeric) AND (margin_percent <= (1000)::numeric))), CONSTRAINT "offers_margin_without_codes" CHECK (((margin_percent IS NULL) OR (NOT with_codes))), CONSTRAINT "offers_minimum_amount_check" CHECK (((minimum_amount >= (0)::numeric) AND (minimum_amount <= (10000000)::numeric))), CONSTRAINT "offers_minimum_pieces_check" CHECK (((minimum_pieces >= 0) AND (minimum_pieces <= 1000))), CONSTRAINT "offers_name_check" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))), CONSTRAINT "offers_per_person_limit_check" CHECK (((per_person_limit >= 1) AND (per_person_limit <= 1000000))), CONSTRAINT "offers_pkey" PRIMARY KEY (id), CONSTRAINT "offers_product_ids_check" CHECK (((cardinality(product_ids) <= 500) AND (array_position(product_ids, NULL::uuid) IS NULL))), CONSTRAINT "offers_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "offers_total_limit_check" CHECK (((total_limit >= 1) AND (total_limit <= 1000000))), CONSTRAINT "offers_weekdays_check" CHECK (((weekdays <@ '{0,1,2,3,4,5,6}'::smallint[]) AND (cardinality(weekdays) <= 7))), CONSTRAINT "offers_window" CHECK ((ends_at > starts_at)), CONSTRAINT "offers_translations_check" CHECK (private.are_translations(translations, 2000)));

ALTER TABLE "public"."offers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."offers" OWNER TO "postgres";

CREATE TABLE "public"."slugs" ("tenant_id" text NOT NULL, "slug" text NOT NULL, "target_id" uuid NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "retired_at" timestamp with time zone, CONSTRAINT "slugs_slug_check" CHECK (((slug <> ''::text) AND (length(slug) <= 80))));

ALTER TABLE "public"."slugs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."slugs" OWNER TO "postgres";

ALTER TABLE "public"."categories" ADD COLUMN "slug" text;

ALTER TABLE "public"."categories" ADD COLUMN "page_slugs" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."categories" ADD COLUMN "old_paths" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."order_lines" ADD COLUMN "offer_share" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_lines" ADD COLUMN "offers" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."orders" ADD COLUMN "offer_total" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."products" ADD COLUMN "slug" text;

ALTER TABLE "public"."products" ADD COLUMN "page_slugs" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."redirects" ADD COLUMN "category_id" uuid;

ALTER TABLE "public"."settlement_differences" ADD COLUMN "pieces" integer;

ALTER TABLE "public"."redirects" ALTER COLUMN "product_id" DROP NOT NULL;

CREATE TYPE "private"."nearly_given" AS ("offer_id" uuid, "name" text, "translations" jsonb, "pieces" integer, "amount" bigint);

ALTER TYPE "private"."nearly_given" OWNER TO "postgres";

CREATE TYPE "private"."offer_line" AS ("line" integer, "product_id" uuid, "category_id" uuid, "unit" bigint, "quantity" integer, "cost" bigint);

ALTER TYPE "private"."offer_line" OWNER TO "postgres";

CREATE TYPE "private"."offer_need" AS ("pieces" integer, "amount" bigint);

ALTER TYPE "private"."offer_need" OWNER TO "postgres";

CREATE TYPE "private"."offer_share" AS ("line" integer, "offer_id" uuid, "pieces" integer, "amount" bigint);

ALTER TYPE "private"."offer_share" OWNER TO "postgres";

CREATE TYPE "public"."nearly_offer" AS ("offer_id" uuid, "name" text, "translations" jsonb, "missing_pieces" integer, "missing_amount" numeric);

ALTER TYPE "public"."nearly_offer" OWNER TO "postgres";

CREATE TYPE "public"."offer_audience" AS ENUM ('everybody', 'signed_in', 'first_order');

ALTER TABLE "public"."offers" ADD COLUMN "audience" public.offer_audience NOT NULL DEFAULT 'everybody'::public.offer_audience;

ALTER TYPE "public"."offer_audience" OWNER TO "postgres";

CREATE TYPE "public"."offer_kind" AS ENUM ('percent', 'amount', 'price', 'cheapest', 'set_price', 'free_shipping');

ALTER TABLE "public"."offers" ADD COLUMN "kind" public.offer_kind NOT NULL DEFAULT 'percent'::public.offer_kind;

ALTER TYPE "public"."offer_kind" OWNER TO "postgres";

CREATE TYPE "public"."page_kind" AS ENUM ('product', 'category');

ALTER TABLE "public"."slugs" ADD COLUMN "kind" public.page_kind NOT NULL;

ALTER TYPE "public"."page_kind" OWNER TO "postgres";

CREATE TYPE "public"."quoted_offer" AS ("offer_id" uuid, "name" text, "translations" jsonb, "amount" numeric);

ALTER TYPE "public"."quoted_offer" OWNER TO "postgres";

ALTER TYPE "private"."offered_line" ADD ATTRIBUTE "lost" numeric CASCADE;

ALTER TYPE "private"."offered_line" ADD ATTRIBUTE "offered" numeric CASCADE;

ALTER TYPE "private"."priced_edit" ADD ATTRIBUTE "offers" private.offer_share[] CASCADE;

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "code_outdone" text CASCADE;

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "offers_nearly" private.nearly_given[] CASCADE;

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "offers" private.offer_share[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "nearly" public.nearly_offer[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "offer_total" numeric CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "offers" public.quoted_offer[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "outdone_code" text CASCADE;

ALTER TYPE "public"."quoted_line" ADD ATTRIBUTE "offered" numeric CASCADE;

ALTER TYPE "public"."statement_line" ADD ATTRIBUTE "pieces" integer CASCADE;

ALTER TYPE "public"."statement_line" ADD ATTRIBUTE "taken" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares, p_priced.offers);
    perform private.book_offers(p_order, array(
      select given from unnest(p_priced.offers) given
      where not exists (select 1 from unnest(p_priced.shares) share where share.line = given.line)));
  end if;
  perform private.write_new_way(p_order, public.shown_changes(p_edit), p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  perform private.write_cash_terms(p_order.id, p_priced.cash);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
  perform private.create_due_refunds(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.best_sets(p_sets public.offers[], p_lines private.offer_line[], p_gains bigint[])
 RETURNS private.offer_share[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_waiting public.offers[] := p_sets;
  v_group public.offers[];
  v_left integer[] := array(
    select (p_lines[place]).quantity from generate_series(1, cardinality(p_lines)) place order by place);
  v_taken integer[];
  v_shares private.offer_share[] := '{}';
  v_new private.offer_share[];
begin
  while cardinality(v_waiting) > 0 loop
    v_group := private.competing_sets(v_waiting, p_lines);
    if cardinality(private.set_pieces(v_group, p_lines, v_left)) * cardinality(v_group)
      * (select exp(sum(ln(one.set_size))) from unnest(v_group) one) > 6000 then
      v_group := array(
        select one from unnest(v_group) one order by private.sets_worth(one, p_lines, v_left, p_gains) desc, one.id limit 1);
    end if;
    v_taken := private.solve_sets(v_group, p_lines, v_left, p_gains);
    v_new := array(
      select row(place, (v_group[offer]).id, v_taken[(place - 1) * cardinality(v_group) + offer], null)::private.offer_share
      from generate_series(1, cardinality(p_lines)) place, generate_series(1, cardinality(v_group)) offer
      where v_taken[(place - 1) * cardinality(v_group) + offer] > 0);
    v_shares := v_shares || v_new;
    v_left := array(
      select v_left[place] - coalesce((select sum(share.pieces) from unnest(v_new) share where share.line = place), 0)::integer
      from generate_series(1, cardinality(p_lines)) place order by place);
    v_waiting := array(
      select one from unnest(v_waiting) one where not one.id = any (array(select tried.id from unnest(v_group) tried)) order by one.id);
  end loop;
  return v_shares;
end
$function$;

ALTER FUNCTION "private"."best_sets"(public.offers[], private.offer_line[], bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_offers(p_order public.orders, p_shares private.offer_share[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.offer_uses (order_id, offer_id, tenant_id, user_id, name, translations, amount)
  select p_order.id, one.id, p_order.tenant_id, p_order.user_id, one.name, one.translations, private.pounds(private.offers_worth(array_agg(share)))
  from unnest(p_shares) share join public.offers one on one.id = share.offer_id
  group by one.id
  on conflict (order_id, offer_id) do update set amount = offer_uses.amount + excluded.amount;
$function$;

ALTER FUNCTION "private"."book_offers"(public.orders, private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.book_goods(
    p_order, case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  -- The order row already has these sums.
  insert into public.payment_entries (tenant_id, order_id, kind, amount, actor_id)
  select p_order.tenant_id, p_order.id, booked.kind, booked.amount, auth.uid()
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('credit_used', p_order.received)
  ) as booked (kind, amount) where booked.amount > 0;
  if p_order.received > 0 then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'used', -p_order.received, p_order.id);
  end if;
  if p_order.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (p_order.id, p_order.tenant_id, p_order.discount_id, p_order.user_id, p_order.discount_total - p_order.offer_total);
  end if;
  if p_order.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'redeemed', -p_order.points_used, p_order.id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.can_come_back(p_entity text, p_action text, p_before jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'offers', 'shipping_zones', 'delivery_slots',
      'search_synonyms', 'saved_replies', 'message_texts')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.claim_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.slugs as held (tenant_id, kind, slug, target_id) values (p_tenant_id, p_kind, p_slug, p_target_id)
  on conflict (tenant_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null,
    since = case when held.target_id = excluded.target_id and held.retired_at is null then held.since else now() end
  where held.target_id = excluded.target_id or held.retired_at < now() - interval '1 year';
  return found;
end
$function$;

ALTER FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.competing_sets(p_sets public.offers[], p_lines private.offer_line[])
 RETURNS public.offers[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with recursive covered as (
      select offer, array(
        select place from generate_series(1, cardinality(p_lines)) place where private.offer_covers(p_sets[offer], p_lines[place])) as places
      from generate_series(1, cardinality(p_sets)) offer
    ), reached as (
      select offer, places from covered where offer = 1
      union
      select covered.offer, covered.places from reached join covered on covered.places && reached.places
    )
    select array_agg(p_sets[offer] order by offer) from reached
  );
end
$function$;

ALTER FUNCTION "private"."competing_sets"(public.offers[], private.offer_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.correct_delivery(p_shipment public.shipments, p_untaken private.piece_count[], p_cash numeric, p_note text, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := (
    select orders.number || '/' || p_shipment.number from public.orders where orders.id = p_shipment.order_id);
  v_due constant numeric := private.cash_for_taken(p_shipment, p_untaken);
begin
  if exists (
    select 1 from public.shipment_staff_facts facts
    where facts.shipment_id = p_shipment.id and (facts.settled_at is not null or facts.settled > coalesce(p_cash, v_due))
  ) then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_name));
  elsif p_cash > v_due then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_due));
  end if;
  perform private.require_not_in_return(p_untaken);
  update public.order_lines line set delivered = line.delivered - piece.quantity
  from unnest(p_untaken) piece where line.id = piece.order_line_id;
  perform private.split_off(p_shipment, p_untaken, p_note, p_happened_at);
  perform private.correct_collected(p_shipment, coalesce(p_cash, v_due), p_note);
end
$function$;

CREATE OR REPLACE FUNCTION private.deliver_stated_parts(p_lines public.statement_line[], p_note text)
 RETURNS public.statement_line[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines public.statement_line[] := '{}';
  v_line public.statement_line;
begin
  perform private.lock_credit_of(array(
    select shipment.order_id from unnest(p_lines) line join public.shipments shipment on shipment.id = line.shipment_id
    where line.taken is not null));
  foreach v_line in array p_lines loop
    if v_line.taken is not null and private.refusal_of(format('select private.deliver_pieces(%L, %L, null, %L, %L)',
      v_line.shipment_id, v_line.taken, p_note, clock_timestamp())) is null then
      v_line.kind := 'matches';
      v_line.expected := v_line.stated;
    end if;
    v_lines := v_lines || v_line;
  end loop;
  return v_lines;
end
$function$;

ALTER FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derive_category_paths()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.old_paths := private.page_paths(new.old_paths);
  return new;
end
$function$;

ALTER FUNCTION "private"."derive_category_paths"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derive_slugs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."derive_slugs"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '',
    remark = case when remark ->> 'code' = 'change_agreed_by_telephone' then remark - 'name' else remark end
  where order_id = any (p_order_ids);
  delete from public.pay_links where order_id = any (p_order_ids);
  update public.order_calls set note = '', called_by = nullif(called_by, p_user_id) where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  update public.offer_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.carrier_claims claim set note = ''
  from public.shipments shipment where shipment.id = claim.shipment_id and shipment.order_id = any (p_order_ids);
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  delete from public.order_edit_addresses changed using public.order_edits edit
  where edit.id = changed.edit_id and edit.order_id = any (p_order_ids);
  delete from public.order_addresses where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', gift_message = '', payment_reference = null,
    destination = '{"full_name": "", "phone": "", "city": ""}'
      || jsonb_strip_nulls(jsonb_build_object('governorate', destination -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.free_paths(p_product public.products, p_was_deleted boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paths constant text[] := private.page_paths(p_product.old_paths);
begin
  if not p_was_deleted or v_paths = '{}' then
    return v_paths;
  end if;
  return array(
    select listed.path from unnest(v_paths) with ordinality listed (path, place)
    where not exists (
      select 1 from public.redirects redirect
      where redirect.tenant_id = p_product.tenant_id and redirect.path = listed.path and redirect.product_id is distinct from p_product.id
    )
    order by listed.place
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.give_place_back(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.discount_uses where order_id = p_order.id;
  delete from public.offer_uses where order_id = p_order.id;
  perform private.leave_slot(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_set(p_product public.products, p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_set jsonb := coalesce(p_row -> 'set', '{}') - '{stock,size,color,type}'::text[];
  v_types constant text[] := private.text_list(p_row #>> '{set,type}');
begin
  if p_row #> '{set}' ? 'type' then
    v_set := v_set || jsonb_build_object('product_type', case when cardinality(v_types) = 1 then v_types[1] end);
  end if;
  if p_product.id is not null and coalesce(p_row ->> 'id', '') = '' then
    v_set := v_set - 'name';
  elsif v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', btrim(v_set ->> 'name', E' \t\r\n'));
  end if;
  if v_set ? 'attributes' then
    -- A file changes only the values it names; an empty one removes the attribute.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'old_paths' then
    -- A file adds paths to the existing ones; an empty list removes all.
    v_set := v_set || jsonb_build_object('old_paths', private.page_paths(
      case when v_set -> 'old_paths' <> '[]' then coalesce(p_product.old_paths, '{}')
        || array(select jsonb_array_elements_text(v_set -> 'old_paths')) end));
  end if;
  if private.slug_of(v_set ->> 'slug') <> '' then
    v_set := v_set || jsonb_build_object('slug', private.slug_of(v_set ->> 'slug'));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations', private.with_slugs(
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations')));
  end if;
  return v_set;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, offer_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id,
    discount_code,
    customer_name, customer_email, destination, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test, gift_total, gift_wrapped,
    gift_message, hides_prices
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(private.offers_worth(p_priced.offers)),
    private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, private.masked_address(p_address),
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test, private.pounds(p_priced.gift), not private.is_empty(p_order -> 'gift'),
    btrim(coalesce(p_order #>> '{gift,message}', '')), coalesce(private.flag_of(p_order #> '{gift,hide_prices}'), false)
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, p_address from placed
  )
  select placed.* into v_order from placed;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_for(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_staff_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  perform private.require_pictures(v_tenant_id, coalesce(p_user_id, p_staff_id), p_priced.lines);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, p_priced, p_user_id, p_address, true), p_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (p_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(p_order, p_priced, p_user_id, p_name, p_email, p_address, v_slot, v_cash, p_staff_id);
  perform private.insert_order_lines(v_order, p_priced.lines, p_offers => p_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, p_priced.offers);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_lines(p_order public.orders, p_lines private.priced_line[], p_edit_id uuid DEFAULT NULL::uuid, p_shares private.line_share[] DEFAULT NULL::private.line_share[], p_offers private.offer_share[] DEFAULT '{}'::private.offer_share[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
begin
  if p_edit_id is null then
    v_shares := coalesce(p_shares, private.line_shares(p_lines,
      private.piastres(p_order.discount_total - p_order.offer_total + p_order.manual_discount),
      private.piastres(p_order.points_value), p_offers));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
    discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
    garment, customization, offer_share, offers
  )
  select
    p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
    priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
    private.pounds(coalesce(share.discount, 0) + given.amount), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
    private.contained_tax(private.pounds(
      priced.unit * priced.quantity - coalesce(share.discount, 0) - given.amount - coalesce(share.points, 0)), p_order.tax_rate),
    p_edit_id, priced.color, priced.size, priced.type, priced.options,
    coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
    case when priced.design is not null then
      jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
    end, private.pounds(given.amount), given.offers
  from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line
  cross join lateral (
    select coalesce(sum(offered.amount), 0)::bigint as amount, coalesce(jsonb_agg(jsonb_build_object(
      'id', offered.offer_id, 'pieces', offered.pieces, 'amount', private.pounds(offered.amount)) order by offered.offer_id), '[]') as offers
    from unnest(p_offers) offered where offered.line = priced.line
  ) given;
end
$function$;

ALTER FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[], private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kept_after(p_order public.orders, p_pieces private.piece_count[])
 RETURNS TABLE(order_line_id uuid, pieces integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select line.id, private.kept_pieces(line) - coalesce(piece.quantity, 0)
  from public.order_lines line left join unnest(p_pieces) piece on piece.order_line_id = line.id
  where line.order_id = p_order.id
$function$;

ALTER FUNCTION "private"."kept_after"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kept_offer(p_old public.order_lines, p_taken integer, p_line private.priced_line, p_most bigint)
 RETURNS private.offer_share
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(p_line.line, (p_old.offers #>> '{0,id}')::uuid, p_line.quantity, least(p_most, private.piastres(
    round(p_old.offer_share * (gone.pieces + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.offer_share * gone.pieces / p_old.quantity, 2))))::private.offer_share
  from (select p_old.cancelled + p_old.returned_to_sender + p_old.returned + p_taken as pieces) gone
$function$;

ALTER FUNCTION "private"."kept_offer"(public.order_lines, integer, private.priced_line, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kept_offer_lines(p_order public.orders, p_pieces private.piece_count[])
 RETURNS private.offer_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(-1 - line.position, line.product_id, product.category_id, private.piastres(line.unit_price), kept.pieces,
      private.piastres(stored.cost))::private.offer_line
    from private.kept_after(p_order, p_pieces) kept
    join public.order_lines line on line.id = kept.order_line_id
    left join public.products product on product.id = line.product_id
    left join public.variant_costs stored on stored.variant_id = line.variant_id
    where kept.pieces > 0)
$function$;

ALTER FUNCTION "private"."kept_offer_lines"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.line_shares(p_lines private.priced_line[], p_discounts bigint, p_points bigint, p_offers private.offer_share[] DEFAULT '{}'::private.offer_share[])
 RETURNS private.line_share[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_worth bigint[];
  v_discounts bigint[];
  v_points bigint[];
begin
  if p_discounts = 0 and p_points = 0 then
    return '{}';
  end if;
  v_worth := array(
    select priced.unit * priced.quantity
      - coalesce((select sum(share.amount) from unnest(p_offers) share where share.line = priced.line), 0)::bigint
    from unnest(p_lines) priced order by priced.line);
  v_discounts := private.split_amount(p_discounts, v_worth);
  v_points := private.split_amount(p_points, array(
    select left_over.worth - left_over.discount from unnest(v_worth, v_discounts) as left_over (worth, discount)));
  return array(
    select row(priced.line, parts.discount, parts.points)::private.line_share
    from unnest(v_discounts, v_points) with ordinality as parts (discount, points, place)
    join (select line, row_number() over (order by line) as place from unnest(p_lines)) priced using (place));
end
$function$;

ALTER FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint, private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lost_offers(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sold private.offer_line[];
  v_kept private.offer_line[];
begin
  if p_order.offer_total = 0 then
    return '{}';
  end if;
  v_kept := private.kept_offer_lines(p_order, p_pieces) || private.offer_lines(p_added);
  v_sold := array(
    select row(line.position, line.product_id, product.category_id, private.piastres(line.unit_price), line.quantity, null)::private.offer_line
    from public.order_lines line left join public.products product on product.id = line.product_id
    where line.order_id = p_order.id and line.edit_id is null);
  return array(
    select one.id from public.offer_uses used join public.offers one on one.id = used.offer_id
    cross join lateral private.offer_need(one, v_sold) sold cross join lateral private.offer_need(one, v_kept) kept
    -- Pieces of sets carry their parts with them.
    where used.order_id = p_order.id and one.set_size is null
      and sold.pieces = 0 and sold.amount = 0 and (kept.pieces > 0 or kept.amount > 0));
end
$function$;

ALTER FUNCTION "private"."lost_offers"(public.orders, private.piece_count[], private.priced_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.most_off(p_offer public.offers, p_unit bigint, p_cost bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select greatest(p_unit - coalesce(ceil(p_cost * (1 + p_offer.margin_percent / 100))::bigint, 0), 0)
$function$;

ALTER FUNCTION "private"."most_off"(public.offers, bigint, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.nearly_given(p_offers public.offers[], p_lines private.offer_line[], p_given private.offer_share[])
 RETURNS private.nearly_given[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(one.id, one.name, one.translations, need.pieces, need.amount)::private.nearly_given
    from unnest(p_offers) one cross join lateral private.offer_need(one, p_lines) need
    where need.pieces + need.amount > 0
      and not exists (select 1 from unnest(p_given) share where share.offer_id = one.id)
      and exists (select 1 from unnest(p_lines) candidate where private.offer_covers(one, candidate))
    order by need.pieces, need.amount, one.id limit 3)
$function$;

ALTER FUNCTION "private"."nearly_given"(public.offers[], private.offer_line[], private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offer_covers(p_offer public.offers, p_line private.offer_line)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select cardinality(p_offer.category_ids) + cardinality(p_offer.product_ids) = 0
    or coalesce(p_line.product_id = any (p_offer.product_ids), false)
    or coalesce(p_line.category_id = any (p_offer.category_ids), false)
$function$;

ALTER FUNCTION "private"."offer_covers"(public.offers, private.offer_line) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offer_is_left(p_offer public.offers, p_user_id uuid, p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_uses record;
begin
  if p_offer.total_limit is null and p_offer.per_person_limit is null and p_offer.budget is null then
    return true;
  end if;
  select count(*) as times, count(*) filter (where given.user_id = p_user_id) as times_by_person, coalesce(sum(given.amount), 0) as amount
  into v_uses from public.offer_uses given
  where given.tenant_id = p_offer.tenant_id and given.offer_id = p_offer.id and given.order_id is distinct from p_order_id;
  return coalesce(v_uses.times < p_offer.total_limit, true) and coalesce(v_uses.times_by_person < p_offer.per_person_limit, true)
    and coalesce(v_uses.amount < p_offer.budget, true);
end
$function$;

ALTER FUNCTION "private"."offer_is_left"(public.offers, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offer_lines(p_lines private.priced_line[])
 RETURNS private.offer_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(priced.line, priced.product_id, product.category_id, priced.unit, priced.quantity,
      private.piastres(stored.cost))::private.offer_line
    from unnest(p_lines) priced
    left join public.products product on product.id = priced.product_id
    left join public.variant_costs stored on stored.variant_id = priced.variant_id
    where priced.unit is not null and priced.quantity is not null
    order by priced.line)
$function$;

ALTER FUNCTION "private"."offer_lines"(private.priced_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offer_need(p_offer public.offers, p_lines private.offer_line[])
 RETURNS SETOF private.offer_need
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  select greatest(greatest(p_offer.minimum_pieces, p_offer.set_size, 1) - coalesce(sum(candidate.quantity), 0), 0)::integer,
    greatest(private.piastres(p_offer.minimum_amount) - coalesce(sum(candidate.unit * candidate.quantity), 0), 0)::bigint
  from unnest(p_lines) candidate where private.offer_covers(p_offer, candidate)
$function$;

ALTER FUNCTION "private"."offer_need"(public.offers, private.offer_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offered_lines(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[], p_shares private.line_share[], p_offers private.offer_share[] DEFAULT '{}'::private.offer_share[], p_lost uuid[] DEFAULT '{}'::uuid[])
 RETURNS private.offered_line[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A manual discount is not an offer.
  v_code constant numeric := coalesce((p_order.discount_total - p_order.offer_total)
    / nullif(p_order.discount_total - p_order.offer_total + p_order.manual_discount, 0), 0);
begin
  return array(
    select row(line.id, line.unit_price * kept.pieces,
      round((line.discount_share - line.offer_share) * v_code * kept.pieces / line.quantity, 2),
      line.discount_recounted - private.recounted_of_pieces(line, kept.before - kept.pieces),
      round(private.offers_of_line(line, p_lost) * kept.pieces / line.quantity, 2),
      round(line.offer_share * kept.pieces / line.quantity, 2))::private.offered_line
    from public.order_lines line
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    cross join lateral (
      select private.kept_pieces(line) as before, private.kept_pieces(line) - coalesce(piece.quantity, 0) as pieces
    ) kept
    where line.order_id = p_order.id and kept.pieces > 0
    union all
    select row(null, private.pounds(added.unit * added.quantity),
      round(private.pounds(coalesce(share.discount, 0)) * v_code, 2), 0, 0, private.pounds(coalesce((
        select sum(given.amount) from unnest(p_offers) given where given.line = added.line), 0)::bigint))::private.offered_line
    from unnest(p_added) added left join unnest(p_shares) share on share.line = added.line
  );
end
$function$;

ALTER FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offers_given(p_offers public.offers[], p_lines private.offer_line[], p_user_id uuid, p_lock boolean, p_order_id uuid DEFAULT NULL::uuid)
 RETURNS private.offer_share[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offers public.offers[] := p_offers;
  v_limited uuid[];
  v_shares private.offer_share[];
  v_over uuid;
begin
  if p_lock then
    v_limited := array(
      select one.id from unnest(private.offers_met(p_offers, p_lines)) one
      where one.total_limit is not null or one.per_person_limit is not null or one.budget is not null);
    if cardinality(v_limited) > 0 then
      perform 1 from public.offers where offers.id = any (v_limited) order by offers.id for no key update;
      v_offers := array(
        select one from unnest(p_offers) one where private.offer_is_left(one, p_user_id, p_order_id) order by one.id);
    end if;
  end if;
  loop
    v_shares := private.offers_on_lines(v_offers, p_lines);
    select one.id into v_over from unnest(v_offers) one
    where one.budget is not null and one.budget < private.pounds(private.offers_worth(array(
      select share from unnest(v_shares) share where share.offer_id = one.id))) + (
      select coalesce(sum(given.amount), 0) from public.offer_uses given
      where given.tenant_id = one.tenant_id and given.offer_id = one.id and given.order_id is distinct from p_order_id)
    order by one.id limit 1;
    exit when v_over is null;
    v_offers := array(select one from unnest(v_offers) one where one.id <> v_over order by one.id);
  end loop;
  return v_shares;
end
$function$;

ALTER FUNCTION "private"."offers_given"(public.offers[], private.offer_line[], uuid, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offers_met(p_offers public.offers[], p_lines private.offer_line[])
 RETURNS public.offers[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select one from unnest(p_offers) one cross join lateral private.offer_need(one, p_lines) need
    where need.pieces = 0 and need.amount = 0 order by one.id);
end
$function$;

ALTER FUNCTION "private"."offers_met"(public.offers[], private.offer_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offers_of_line(p_line public.order_lines, p_ids uuid[])
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((given.offer ->> 'amount')::numeric), 0)
  from jsonb_array_elements(p_line.offers) given (offer) where (given.offer ->> 'id')::uuid = any (p_ids)
$function$;

ALTER FUNCTION "private"."offers_of_line"(public.order_lines, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offers_on_lines(p_offers public.offers[], p_lines private.offer_line[])
 RETURNS private.offer_share[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_lines constant private.offer_line[] := array(
    select one from unnest(p_lines) one where one.unit > 0 and one.quantity > 0
    order by one.unit desc, one.product_id, one.category_id, one.cost, one.quantity, one.line);
  v_offers public.offers[];
  v_gains bigint[];
  v_ids uuid[];
  v_sets private.offer_share[] := '{}';
  v_shares private.offer_share[];
  v_offer public.offers;
begin
  v_offers := private.offers_met(p_offers, v_lines);
  if cardinality(v_offers) = 0 then
    return '{}';
  end if;
  select array_agg(coalesce(best.gain, 0) order by ordered.place), array_agg(best.id order by ordered.place) into v_gains, v_ids
  from unnest(v_lines) with ordinality ordered (line, product_id, category_id, unit, quantity, cost, place)
  left join lateral (
    select one.id, private.piece_gain(one, candidate) as gain
    from unnest(v_offers) one cross join unnest(v_lines[ordered.place:ordered.place]) candidate
    where one.kind in ('percent', 'amount', 'price') and private.offer_covers(one, candidate)
    order by 2 desc, one.id limit 1
  ) best on true;
  v_shares := array(
    select row(null, one.id, 0, 0)::private.offer_share from unnest(v_offers) one where one.kind = 'free_shipping');
  if exists (select 1 from unnest(v_offers) one where one.set_size is not null) then
    v_sets := private.best_sets(
      array(select one from unnest(v_offers) one where one.set_size is not null order by one.id), v_lines, v_gains);
    foreach v_offer in array v_offers loop
      if exists (select 1 from unnest(v_sets) share where share.offer_id = v_offer.id) then
        v_shares := v_shares || private.set_shares(v_offer, v_lines, v_sets);
      end if;
    end loop;
  end if;
  return array(
    select share from unnest(v_shares || array(
      select row((v_lines[place]).line, v_ids[place], left_over.pieces, left_over.pieces * v_gains[place])::private.offer_share
      from generate_series(1, cardinality(v_lines)) place cross join lateral (
        select (v_lines[place]).quantity - coalesce(sum(share.pieces), 0)::integer as pieces
        from unnest(v_sets) share where share.line = place
      ) left_over
      where left_over.pieces > 0 and v_gains[place] > 0
    )) share
    where share.line is null or share.amount > 0
    order by share.line, share.offer_id);
end
$function$;

ALTER FUNCTION "private"."offers_on_lines"(public.offers[], private.offer_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offers_worth(p_shares private.offer_share[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(sum(amount), 0)::bigint from unnest(p_shares) $function$;

ALTER FUNCTION "private"."offers_worth"(private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.page_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.retire_slugs(old.tenant_id, tg_argv[0]::public.page_kind, old.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."page_deleted"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.part_of_price(p_unit bigint, p_percent numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select (p_unit * (p_percent * 100)::bigint + 5000) / 10000 $function$;

ALTER FUNCTION "private"."part_of_price"(bigint, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.piece_gain(p_offer public.offers, p_line private.offer_line)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select greatest(0, least(private.most_off(p_offer, p_line.unit, p_line.cost), case p_offer.kind
    when 'percent' then private.part_of_price(p_line.unit, p_offer.value)
    when 'amount' then private.piastres(p_offer.value)
    when 'price' then p_line.unit - private.piastres(p_offer.value)
  end))
$function$;

ALTER FUNCTION "private"."piece_gain"(public.offers, private.offer_line) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_edit(p_order public.orders, p_changes jsonb, p_promised boolean DEFAULT false)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_add jsonb;
  v_edit private.priced_edit;
begin
  perform private.require_changes(p_changes);
  v_edit.pieces := private.asked_pieces(p_order.id, private.listed(p_changes -> 'remove'));
  v_add := private.completed_lines(p_order.id, private.listed(p_changes -> 'add'), v_edit.pieces);
  perform private.require_editable(p_order, p_changes, v_add, v_edit.pieces, p_promised);
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  v_edit.lines := '{}';
  v_edit.shares := '{}';
  v_edit.offers := '{}';
  v_edit.recount := row(0, '{}', 0, false);
  if v_add <> '[]' then
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_settings, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_edit_offers(p_order, private.with_kept_prices(p_order, v_edit, v_add));
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - private.pounds(private.offers_worth(v_edit.offers)) - private.worth_of_lines(v_edit.pieces);
  if cardinality(v_edit.lines) > 0 or cardinality(v_edit.pieces) > 0 then
    v_edit.recount := private.recount_of(p_order, v_edit.pieces, v_edit.lines, v_edit.shares, v_edit.offers);
  end if;
  v_edit := private.with_delivery(p_order, v_edit, p_changes, v_settings);
  v_edit.difference := v_edit.difference + (v_edit.recount).discount + (v_edit.recount).fee;
  return private.with_order_rules(p_order, v_edit, private.changed_order_demand(p_order, v_edit, p_changes, p_promised), v_settings);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint DEFAULT 0)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings public.settings;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select settings.* into v_settings from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings, p_user_id, p_lock);
  v_priced.settings := v_settings;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced := private.with_offers(v_priced, v_tenant_id, v_code, p_user_id, p_lock);
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings, p_address, p_order ->> 'shipping_method',
    -- A manual discount does not affect the free delivery threshold.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping'
      or exists (select 1 from unnest(v_priced.offers) share where share.line is null));
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced := private.with_gift(v_priced, p_order -> 'gift', v_settings);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping + v_priced.gift;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.product_columns()
 RETURNS TABLE(name text, compared_as text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('category_id', 'value'), ('name', 'text'), ('description', 'text'), ('price', 'value'), ('original_price', 'value'),
    ('discount', 'number'), ('images', 'addresses'), ('image_alts', 'value'), ('videos', 'addresses'), ('unit', 'text'),
    ('featured', 'value'), ('is_new', 'value'), ('is_active', 'value'), ('restocks', 'value'), ('product_type', 'text'),
    ('material', 'list'), ('brand', 'text'), ('gender', 'list'), ('attributes', 'value'), ('tags', 'value'),
    ('seo_title', 'text'), ('seo_description', 'text'), ('slug', 'text'), ('old_paths', 'value'), ('translations', 'value')
$function$;

CREATE OR REPLACE FUNCTION private.quoted_cash(p_priced private.priced_order, p_tenant_id text, p_user_id uuid, p_governorate text)
 RETURNS public.cash_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if ((p_priced.delivery).rate).cash_allowed is false then
    return private.no_cash_there();
  end if;
  return private.cash_rule(p_tenant_id, p_user_id, null, p_governorate, private.pounds(p_priced.total - p_priced.credit_used));
end
$function$;

ALTER FUNCTION "private"."quoted_cash"(private.priced_order, text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_lines(p_lines private.priced_line[], p_offers private.offer_share[])
 RETURNS public.quoted_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(
    priced.line, priced.product_id, priced.variant_id, priced.sku, priced.customization_id, priced.quantity, priced.name,
    priced.image, priced.color, priced.size, priced.type, priced.options, priced.stock, private.pounds(priced.unit),
    private.pounds(priced.unit * priced.quantity),
    case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
    priced.problem, private.line_problem(priced) ->> 'message', private.pounds((
      select coalesce(sum(share.amount), 0) from unnest(p_offers) share where share.line = priced.line)::bigint)
  )::public.quoted_line order by priced.line)
  from unnest(p_lines) priced
$function$;

ALTER FUNCTION "private"."quoted_lines"(private.priced_line[], private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_nearly(p_nearly private.nearly_given[])
 RETURNS public.nearly_offer[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select row(offer_id, name, translations, pieces, private.pounds(amount))::public.nearly_offer from unnest(p_nearly))
$function$;

ALTER FUNCTION "private"."quoted_nearly"(private.nearly_given[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_offers(p_offers private.offer_share[])
 RETURNS public.quoted_offer[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(one.id, one.name, one.translations, private.pounds(private.offers_worth(array_agg(share))))::public.quoted_offer
    from unnest(p_offers) share join public.offers one on one.id = share.offer_id
    group by one.id order by one.name, one.id)
$function$;

ALTER FUNCTION "private"."quoted_offers"(private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_person(p_order jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_customer constant jsonb := p_order -> 'customer';
  v_found uuid[];
begin
  if v_customer is null then
    return auth.uid();
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_customer ->> 'user_id' is not null then
    return (private.customer_of_order(v_tenant_id, v_customer)).user_id;
  end if;
  v_found := private.accounts_proven_by(v_tenant_id, lower(btrim(coalesce(v_customer ->> 'email', ''))),
    coalesce(private.national_digits(v_customer ->> 'phone'), ''));
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$function$;

ALTER FUNCTION "private"."quoted_person"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_of(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[] DEFAULT '{}'::private.priced_line[], p_shares private.line_share[] DEFAULT '{}'::private.line_share[], p_offers private.offer_share[] DEFAULT '{}'::private.offer_share[])
 RETURNS private.recount
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_lines constant private.offered_line[] := private.offered_lines(p_order, p_pieces, p_added, p_shares, p_offers,
    case when v_settings.recounts_codes then private.lost_offers(p_order, p_pieces, p_added) else '{}' end);
  v_recount private.recount := row(0, '{}', 0, false);
  v_price numeric;
  v_discount numeric;
  v_offered numeric;
begin
  if cardinality(v_lines) = 0 or exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed + line.sent + line.returned_to_sender > 0
  ) then
    return v_recount;
  end if;
  select sum(line.price), sum(line.discount), sum(line.offered - line.lost) into v_price, v_discount, v_offered from unnest(v_lines) line;
  v_recount.code_lost := coalesce(v_settings.recounts_codes, false) and exists (
    select 1 from public.discounts code
    where code.id = p_order.discount_id and p_order.subtotal >= code.minimum_subtotal and v_price < code.minimum_subtotal
  );
  select coalesce(sum(owed.more), 0),
    coalesce(jsonb_object_agg(owed.id, owed.more) filter (where owed.id is not null and owed.more <> 0), '{}')
  into v_recount.discount, v_recount.lines
  from (
    select line.order_line_id as id, case when v_recount.code_lost then line.discount else 0 end + line.lost - line.recounted as more
    from unnest(v_lines) line
  ) owed;
  v_recount.fee := private.recounted_fee(p_order, v_recount.code_lost,
    case when v_settings.recounts_delivery
      then v_price - v_offered - case when v_recount.code_lost then 0 else v_discount end
      else greatest(v_price, p_order.subtotal) - p_order.discount_total end,
    private.kept_grams(p_order.id, p_pieces, p_added)) - p_order.shipping_recounted;
  return v_recount;
end
$function$;

ALTER FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.redirect_names(p_redirect public.redirects)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select private.product_names(product) from public.products product
      where product.tenant_id = p_redirect.tenant_id and product.id = p_redirect.product_id),
    (select jsonb_build_object('name', category.name, 'translations', category.translations) from public.categories category
      where category.tenant_id = p_redirect.tenant_id and category.id = p_redirect.category_id));
end
$function$;

ALTER FUNCTION "private"."redirect_names"(public.redirects) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_used_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.offer_uses where tenant_id = old.tenant_id and offer_id = old.id) then
    perform private.refuse('offer_used');
  end if;
  return old;
end
$function$;

ALTER FUNCTION "private"."refuse_used_offer"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_demo_goods(p_fates private.demo_fate[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'goes');
  v_ordered constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'ordered');
begin
  update public.products set is_active = false, version = version + 1 where id = any (v_ordered) and is_active;
  update public.discounts set is_active = false, is_public = false where id = any (v_ordered);
  delete from public.products where id = any (v_gone);
  delete from private.product_change_entries entry
  where not exists (select 1 from public.products product where product.id = entry.product_id);
  delete from private.product_changes change
  where not exists (select 1 from private.product_change_entries entry where entry.change_id = change.id);
  delete from public.categories where id = any (v_gone);
  delete from public.slugs where target_id = any (v_gone);
  delete from public.attributes where id = any (v_gone);
  delete from public.banners where id = any (v_gone);
  delete from public.discounts where id = any (v_gone);
  delete from public.search_synonyms where id = any (v_gone);
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_store_content(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.slugs named where named.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  update public.offers offer set is_active = false where offer.tenant_id = p_tenant_id;
  delete from public.offers offer where offer.tenant_id = p_tenant_id
    and not exists (select 1 from public.offer_uses used where used.offer_id = offer.id);
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
  delete from public.message_texts own where own.tenant_id = p_tenant_id;
  delete from public.order_tags named where named.tenant_id = p_tenant_id;
  delete from public.order_calls called where called.tenant_id = p_tenant_id;
  -- With the customers of other shops.
  delete from public.store_imports given where given.tenant_id = p_tenant_id;
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_costs_for_margin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and not private.may(new.tenant_id, 'costs.see') then
    perform private.refuse('margin_not_allowed');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."require_costs_for_margin"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_not_in_return(p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_back record;
begin
  select private.line_names(line) as names, line.id into v_back
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > private.returnable_pieces(line) order by line.position limit 1;
  if found then
    perform private.refuse('pieces_in_return', v_back.names || jsonb_build_object('order_line_id', v_back.id));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_not_in_return"(private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_numbered_statement(p_statement jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_statement) is distinct from 'object' or jsonb_typeof(p_statement -> 'lines') is distinct from 'array'
    or coalesce(p_statement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$'
    or not pg_input_is_valid(coalesce(p_statement ->> 'until', '2000-01-01'), 'date') then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_statement -> 'lines') not between 1 and 2000 or exists (
    select 1 from jsonb_array_elements(p_statement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'number', '')) not between 1 and 80
      or not private.is_amount(line -> 'amount') or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
      or coalesce(line ->> 'pieces', '0') !~ '^[0-9]{1,5}$'
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.retire_slugs(p_tenant_id text, p_kind public.page_kind, p_target_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.slugs set retired_at = now()
  where tenant_id = p_tenant_id and kind = p_kind and target_id = p_target_id and retired_at is null
$function$;

ALTER FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.running_offers(p_tenant_id text, p_user_id uuid, p_order_id uuid DEFAULT NULL::uuid)
 RETURNS public.offers[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select one from public.offers one
    where one.tenant_id = p_tenant_id and one.is_active
      and coalesce(one.starts_at <= now(), true) and coalesce(one.ends_at > now(), true)
      and (one.weekdays = '{}' or extract(dow from private.shop_time())::smallint = any (one.weekdays))
      and case one.audience
        when 'everybody' then true
        when 'signed_in' then p_user_id is not null
        else p_user_id is not null and not exists (
          select 1 from public.orders where orders.tenant_id = p_tenant_id and orders.user_id = p_user_id
            and orders.status <> 'cancelled' and orders.id is distinct from p_order_id)
      end
      and private.offer_is_left(one, p_user_id, p_order_id)
    order by one.id
  );
end
$function$;

ALTER FUNCTION "private"."running_offers"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.set_gains(p_offer public.offers, p_line private.offer_line)
 RETURNS TABLE(early bigint, late bigint)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  select case p_offer.kind when 'cheapest' then 0 else p_line.unit end,
    case p_offer.kind when 'cheapest' then private.part_of_price(p_line.unit, p_offer.value)
      else p_line.unit - private.piastres(p_offer.value) end
  where private.offer_covers(p_offer, p_line)
$function$;

ALTER FUNCTION "private"."set_gains"(public.offers, private.offer_line) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.set_pieces(p_sets public.offers[], p_lines private.offer_line[], p_left integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select place from generate_series(1, cardinality(p_lines)) place, generate_series(1, p_left[place])
    where exists (select 1 from unnest(p_sets) one where private.offer_covers(one, p_lines[place]))
    order by place limit 1000);
end
$function$;

ALTER FUNCTION "private"."set_pieces"(public.offers[], private.offer_line[], integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.set_shares(p_offer public.offers, p_lines private.offer_line[], p_shares private.offer_share[])
 RETURNS private.offer_share[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_taken constant integer[] := array(
    select coalesce((select share.pieces from unnest(p_shares) share where share.offer_id = p_offer.id and share.line = place), 0)
    from generate_series(1, cardinality(p_lines)) place order by place);
  v_parts bigint[];
begin
  v_parts := private.split_amount(private.sets_gain(p_offer, p_lines, v_taken), array(
    select v_taken[place] * (p_lines[place]).unit from generate_series(1, cardinality(p_lines)) place order by place));
  return array(
    select row((p_lines[place]).line, p_offer.id, v_taken[place], least(v_parts[place],
      v_taken[place] * private.most_off(p_offer, (p_lines[place]).unit, (p_lines[place]).cost)))::private.offer_share
    from generate_series(1, cardinality(p_lines)) place where v_taken[place] > 0);
end
$function$;

ALTER FUNCTION "private"."set_shares"(public.offers, private.offer_line[], private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sets_gain(p_offer public.offers, p_lines private.offer_line[], p_taken integer[])
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(case when (piece.turn - 1) % p_offer.set_size >= p_offer.set_size - coalesce(p_offer.reduced_pieces, 1)
      then gain.late else gain.early end), 0)
    from (
      select place, row_number() over (order by place) as turn
      from generate_series(1, cardinality(p_lines)) place, generate_series(1, p_taken[place])
    ) piece, private.set_gains(p_offer, p_lines[piece.place]) gain
  );
end
$function$;

ALTER FUNCTION "private"."sets_gain"(public.offers, private.offer_line[], integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sets_worth(p_offer public.offers, p_lines private.offer_line[], p_left integer[], p_gains bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_taken constant integer[] := private.solve_sets(array[p_offer], p_lines, p_left, p_gains);
begin
  return private.sets_gain(p_offer, p_lines, v_taken) - (
    select coalesce(sum(v_taken[place] * p_gains[place]), 0) from generate_series(1, cardinality(p_lines)) place);
end
$function$;

ALTER FUNCTION "private"."sets_worth"(public.offers, private.offer_line[], integer[], bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.slug_of(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."slug_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.solve_sets(p_sets public.offers[], p_lines private.offer_line[], p_left integer[], p_gains bigint[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_count constant integer := cardinality(p_sets);
  v_pieces constant integer[] := private.set_pieces(p_sets, p_lines, p_left);
  v_sizes constant integer[] := array(select one.set_size from unnest(p_sets) one);
  -- From this place in its set on, a piece gains what is in `v_late`, before that what is in `v_early`; null where it can't be taken.
  v_late_from constant integer[] := array(select one.set_size - coalesce(one.reduced_pieces, 1) + 1 from unnest(p_sets) one);
  v_early bigint[];
  v_late bigint[];
  -- What an offer's open set adds to the number of a state.
  v_strides integer[] := '{}';
  v_states integer := 1;
  v_best bigint[];
  v_next bigint[];
  v_choices smallint[];
  v_taken integer[] := array_fill(0, array[cardinality(p_lines) * v_count]);
  v_total bigint;
  v_state integer := 0;
  v_target integer;
  v_open integer;
  v_place integer;
begin
  for v_offer in 1 .. v_count loop
    v_strides := v_strides || v_states;
    v_states := v_states * v_sizes[v_offer];
  end loop;
  select array_agg(gain.early order by place, offer), array_agg(gain.late order by place, offer) into v_early, v_late
  from generate_series(1, cardinality(p_lines)) place cross join generate_series(1, v_count) offer
  left join lateral private.set_gains(p_sets[offer], p_lines[place]) gain on true;
  v_choices := array_fill(0::smallint, array[cardinality(v_pieces) * v_states]);
  v_best := array_fill(null::bigint, array[v_states]);
  v_best[1] := 0;
  for v_piece in 1 .. cardinality(v_pieces) loop
    v_place := v_pieces[v_piece];
    v_next := array_fill(null::bigint, array[v_states]);
    for v_from in 0 .. v_states - 1 loop
      continue when v_best[v_from + 1] is null;
      for v_offer in 0 .. v_count loop
        if v_offer = 0 then
          v_target := v_from;
          v_total := v_best[v_from + 1] + p_gains[v_place];
        else
          v_open := v_from / v_strides[v_offer] % v_sizes[v_offer];
          v_total := v_best[v_from + 1] + case when v_open + 1 >= v_late_from[v_offer]
            then v_late[(v_place - 1) * v_count + v_offer] else v_early[(v_place - 1) * v_count + v_offer] end;
          v_target := v_from + v_strides[v_offer] * (case when v_open + 1 = v_sizes[v_offer] then -v_open else 1 end);
        end if;
        if v_total > v_next[v_target + 1] or v_total is not null and v_next[v_target + 1] is null then
          v_next[v_target + 1] := v_total;
          v_choices[(v_piece - 1) * v_states + v_target + 1] := v_offer;
        end if;
      end loop;
    end loop;
    v_best := v_next;
  end loop;
  -- Backwards from the state without open sets.
  for v_piece in reverse cardinality(v_pieces) .. 1 loop
    v_target := v_choices[(v_piece - 1) * v_states + v_state + 1];
    continue when v_target = 0;
    v_open := v_state / v_strides[v_target] % v_sizes[v_target];
    v_state := v_state + v_strides[v_target] * (case when v_open = 0 then v_sizes[v_target] - 1 else -1 end);
    v_place := (v_pieces[v_piece] - 1) * v_count + v_target;
    v_taken[v_place] := v_taken[v_place] + 1;
  end loop;
  return v_taken;
end
$function$;

ALTER FUNCTION "private"."solve_sets"(public.offers[], private.offer_line[], integer[], bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.split_amount(p_amount bigint, p_weights bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select array_agg(
      ranked.part + case when ranked.turn <= p_amount - ranked.given then 1 else 0 end order by ranked.place)
    from (
      select divided.place, divided.part, sum(divided.part) over () as given,
        row_number() over (order by divided.remainder desc, divided.place) as turn
      from (
        select weighed.place, p_amount * weighed.weight / weighed.total as part,
          p_amount * weighed.weight % weighed.total as remainder
        from (
          select place, weight, greatest(sum(weight) over (), 1)::bigint as total
          from unnest(p_weights) with ordinality as weights (weight, place)
        ) weighed
      ) divided
    ) ranked
  );
end
$function$;

ALTER FUNCTION "private"."split_amount"(bigint, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with named as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, (line.value ->> 'pieces')::integer as pieces, found.id as shipment_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select shipment.id from private.stated_shipment(p_tenant_id, v_carrier, line.value ->> 'number') shipment limit 1
    ) found on true
  ), stated as (
    select named.*, case
      when shipment.id is null then 'unknown'
      when named.mention > 1 then 'double'
      when facts.settled_at is not null then 'settled'
      when named.amount = 0 and facts.carrier_owes = 0 then 'fee'
      when shipment.state <> 'delivered' then 'not_delivered'
      when named.amount < facts.carrier_owes then 'short'
      when named.amount > facts.carrier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind as kind, shipment, orders.number || '/' || shipment.number as name,
    case when facts.settled_at is not null then shipment.cash_collected
      when shipment.cash_collected is not null then facts.carrier_owes end as expected,
    facts.settled
    from named
    left join public.shipments shipment on shipment.id = named.shipment_id
    left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
    left join public.orders on orders.id = shipment.order_id
  )
  select stated.place, stated.kind, stated.number, stated.shipment_id, stated.name, stated.amount, stated.expected, stated.fee,
    stated.pieces,
    case when stated.kind in ('short', 'not_delivered') and stated.settled = 0
      then private.taken_by_price(stated.shipment, stated.pieces, stated.amount) end
  from stated
  union all
  select null, 'missing', coalesce(shipment.tracking_number, orders.number || '/' || shipment.number), shipment.id,
    orders.number || '/' || shipment.number, null, facts.carrier_owes, 0, null, null
  from public.shipment_staff_facts facts
  join public.shipments shipment on shipment.id = facts.shipment_id
  join public.orders on orders.id = shipment.order_id
  where facts.tenant_id = p_tenant_id and shipment.carrier = v_carrier and (v_carrier <> 'manual' or shipment.carrier_name = v_name)
    and facts.carrier_owes > 0
    and private.shop_time(shipment.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.shipment_id = shipment.id)
  order by 1 nulls last;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_slug(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_slugs(p_tenant_id text, p_kind public.page_kind, p_target_id uuid, p_slug text, p_name text, p_translations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.taken_by_price(p_shipment public.shipments, p_count integer, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant bigint := (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id);
  v_choices jsonb[];
begin
  if p_count is null or p_count < 1 or p_count >= v_all or v_all > 12 or p_amount <= 0 then
    return null;
  end if;
  with recursive parts as (
    select part.order_line_id, part.quantity, row_number() over (order by part.order_line_id) as place
    from public.shipment_lines part where part.shipment_id = p_shipment.id
  ), choices as (
    select 0::bigint as place, 0 as pieces, '[]'::jsonb as taken
    union all
    select parts.place, choices.pieces + taken.quantity, choices.taken
      || case when taken.quantity > 0
        then jsonb_build_array(jsonb_build_object('order_line_id', parts.order_line_id, 'quantity', taken.quantity)) else '[]' end
    from choices join parts on parts.place = choices.place + 1
    cross join lateral generate_series(0, least(parts.quantity, p_count - choices.pieces)) taken (quantity)
  )
  select array_agg(choices.taken) into v_choices from choices
  where choices.place = (select count(*) from parts) and choices.pieces = p_count
    and private.cash_for_taken(p_shipment, private.untaken_pieces(p_shipment, choices.taken)) = p_amount;
  return case when cardinality(v_choices) = 1 then v_choices[1] end;
end
$function$;

ALTER FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_code(p_priced private.priced_order, p_tenant_id text, p_code text, p_user_id uuid, p_lock boolean, p_offers private.offer_share[])
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left constant bigint := p_priced.subtotal - private.offers_worth(p_offers);
  v_check constant record := private.check_discount(p_tenant_id, p_code, p_user_id, v_left, p_lock);
  v_discount constant public.discounts := v_check.discount;
begin
  p_priced.offers := p_offers;
  p_priced.discount := p_priced.subtotal - v_left;
  if v_check.problem is not null then
    p_priced.problems := p_priced.problems || v_check.problem;
    return p_priced;
  end if;
  p_priced.discount_id := v_discount.id;
  p_priced.discount_code := v_discount.code;
  p_priced.discount_kind := v_discount.kind;
  p_priced.discount := p_priced.discount + case v_discount.kind
    when 'percent' then private.part_of_price(v_left, v_discount.value)
    when 'fixed' then least(private.piastres(v_discount.value), v_left)
    else 0
  end;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_code"(private.priced_order, text, text, uuid, boolean, private.offer_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.destination;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - line.offered - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end)
  into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares, p_edit.offers)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_settings, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping')
    or exists (
      select 1 from public.offer_uses used join public.offers one on one.id = used.offer_id
      where used.order_id = p_order.id and one.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') then
    if (p_edit.delivery).problem ->> 'code' = 'order_too_heavy' and v_grams > private.kept_grams(p_order.id, '{}', '{}') then
      p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    end if;
    p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
  p_edit.recount.fee := 0;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- Resending faulty pieces is free everywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.with_edit_offers(p_order public.orders, p_edit private.priced_edit)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Lines that replace others have their prices.
  v_new constant private.offer_line[] := private.offer_lines(array(
    select priced from unnest(p_edit.lines) priced
    where priced.problem is null and not exists (select 1 from unnest(p_edit.shares) share where share.line = priced.line)));
  v_offers public.offers[];
  v_had bigint;
  v_more record;
  v_rooms bigint[];
begin
  if cardinality(v_new) = 0 or p_order.replaces_order_id is not null then
    return p_edit;
  end if;
  v_offers := array(
    select one from unnest(private.running_offers(p_order.tenant_id, p_order.user_id, p_order.id)) one
    where p_order.discount_id is null or one.with_codes order by one.id);
  if cardinality(v_offers) = 0 then
    return p_edit;
  end if;
  select private.piastres(coalesce(sum(round(line.offer_share * kept.pieces / line.quantity, 2)), 0)) into v_had
  from private.kept_after(p_order, p_edit.pieces) kept join public.order_lines line on line.id = kept.order_line_id;
  select private.offers_worth(array_agg(share)) - v_had as amount,
    (array_agg(share.offer_id order by share.amount desc, share.offer_id))[1] as offer_id
  into v_more
  from unnest(private.offers_given(v_offers, v_new || private.kept_offer_lines(p_order, p_edit.pieces), p_order.user_id, false,
    p_order.id)) share;
  if coalesce(v_more.amount, 0) <= 0 then
    return p_edit;
  end if;
  v_rooms := array(
    select line.quantity * private.most_off(one, line.unit, line.cost)
    from unnest(v_new) line join unnest(v_offers) one on one.id = v_more.offer_id order by line.line);
  p_edit.offers := p_edit.offers || array(
    select row((v_new[part.place]).line, v_more.offer_id, (v_new[part.place]).quantity, part.amount)::private.offer_share
    from unnest(private.split_amount(
      least(v_more.amount, (select sum(room) from unnest(v_rooms) room))::bigint, v_rooms)) with ordinality part (amount, place)
    where part.amount > 0);
  return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_edit_offers"(public.orders, private.priced_edit) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_kept_prices(p_order public.orders, p_edit private.priced_edit, p_add jsonb)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line private.priced_line;
  v_old public.order_lines;
  v_taken jsonb := '{}';
  v_share private.line_share;
  v_offer private.offer_share;
begin
  for v_place in 1 .. cardinality(p_edit.lines) loop
    v_line := p_edit.lines[v_place];
    select line.* into v_old from public.order_lines line
    where line.order_id = p_order.id and line.id::text = lower(p_add -> (v_place - 1) ->> 'instead_of')
      and line.product_id is not distinct from v_line.product_id;
    if v_old.id is not null and v_line.problem is null then
      v_line.unit := greatest(private.piastres(v_old.unit_price), v_line.unit);
      if v_line.design = v_old.customization -> 'design' then
        v_line.customization_id := v_old.customization_id;
      end if;
      p_edit.lines[v_place] := v_line;
      v_share := private.kept_share(v_old, coalesce((v_taken ->> v_old.id::text)::integer, 0), v_line);
      v_offer := private.kept_offer(v_old, coalesce((v_taken ->> v_old.id::text)::integer, 0), v_line, v_share.discount);
      if v_offer.amount > 0 then
        v_share.discount := v_share.discount - v_offer.amount;
        p_edit.offers := p_edit.offers || v_offer;
      end if;
      p_edit.shares := p_edit.shares || v_share;
      v_taken := v_taken || jsonb_build_object(
        v_old.id::text, coalesce((v_taken ->> v_old.id::text)::integer, 0) + v_line.quantity);
    end if;
  end loop;
  return p_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.with_offers(p_priced private.priced_order, p_tenant_id text, p_code text, p_user_id uuid, p_lock boolean)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offers constant public.offers[] := private.running_offers(p_tenant_id, p_user_id);
  v_combined constant public.offers[] := array(select one from unnest(v_offers) one where one.with_codes order by one.id);
  v_lines private.offer_line[];
  v_all private.offer_share[] := '{}';
  v_coded private.priced_order;
begin
  p_priced.discount := 0;
  p_priced.offers := '{}';
  p_priced.offers_nearly := '{}';
  if cardinality(v_offers) > 0 then
    v_lines := private.offer_lines(p_priced.lines);
    v_all := private.offers_given(v_offers, v_lines, p_user_id, p_lock);
    p_priced.offers_nearly := private.nearly_given(v_offers, v_lines, v_all);
  end if;
  if p_code is not null then
    v_coded := private.with_code(p_priced, p_tenant_id, p_code, p_user_id, p_lock, case
      when cardinality(v_combined) = cardinality(v_offers) then v_all
      else private.offers_given(v_combined, v_lines, p_user_id, p_lock) end);
    if v_coded.discount_kind = 'free_shipping' or v_coded.discount >= private.offers_worth(v_all) and v_coded.discount_id is not null then
      return v_coded;
    end if;
    p_priced.problems := v_coded.problems;
    p_priced.code_outdone := case when v_coded.discount_id is not null then v_coded.discount_code end;
  end if;
  p_priced.offers := v_all;
  p_priced.discount := private.offers_worth(v_all);
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_offers"(private.priced_order, text, text, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_promised_prices(p_priced private.priced_order, p_prices jsonb)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_promised constant private.priced_order := jsonb_populate_record(null::private.priced_order, p_prices);
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_priced.lines) loop
    v_line := p_priced.lines[v_place];
    v_line.unit := (v_promised.lines[v_place]).unit;
    v_line.price_was := null;
    p_priced.lines[v_place] := v_line;
  end loop;
  p_priced.subtotal := v_promised.subtotal;
  p_priced.discount := v_promised.discount;
  p_priced.offers := coalesce(v_promised.offers, '{}');
  p_priced.discount_id := (select discount.id from public.discounts discount where discount.id = v_promised.discount_id);
  p_priced.discount_code := v_promised.discount_code;
  p_priced.discount_kind := v_promised.discount_kind;
  p_priced.manual_discount := v_promised.manual_discount;
  p_priced.shipping := v_promised.shipping;
  p_priced.gift := v_promised.gift;
  p_priced.points_earned := v_promised.points_earned;
  p_priced.total := v_promised.total;
  return p_priced;
end
$function$;

CREATE OR REPLACE FUNCTION private.with_slugs(p_translations jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(said.key, case
    when coalesce(private.slug_of(said.value ->> 'slug'), '') = '' then said.value
    else said.value || jsonb_build_object('slug', private.slug_of(said.value ->> 'slug')) end), '{}')
  from jsonb_each(p_translations) said
$function$;

ALTER FUNCTION "private"."with_slugs"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product_id constant uuid := case when tg_table_name = 'products' then new.id end;
  v_category_id constant uuid := case when tg_table_name = 'categories' then new.id end;
  v_is_deleted constant boolean := to_jsonb(new) ->> 'deleted_at' is not null;
  v_other public.redirects;
begin
  delete from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and (redirect.product_id = v_product_id or redirect.category_id = v_category_id)
    and (v_is_deleted or redirect.path <> all (new.old_paths));
  if v_is_deleted then
    return null;
  end if;
  insert into public.redirects (tenant_id, path, product_id, category_id)
  select new.tenant_id, path, v_product_id, v_category_id from unnest(new.old_paths) path order by path
  on conflict (tenant_id, path) do nothing;
  select redirect.* into v_other from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.path = any (new.old_paths)
    and (redirect.product_id, redirect.category_id) is distinct from (v_product_id, v_category_id)
  order by array_position(new.old_paths, redirect.path) limit 1;
  if found then
    perform private.refuse('old_path_taken',
      private.redirect_names(v_other) || jsonb_build_object('column', 'old_paths', 'path', v_other.path));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_order(p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if auth.uid() is null then
    perform private.refuse('not_signed_in');
  end if;
  select orders.* into v_order from private.order_links link
  join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
  for update of orders;
  if v_order.id is null or v_order.user_id is distinct from auth.uid() and v_order.user_id is not null then
    perform private.refuse('unknown_order_link');
  end if;
  perform private.member_becomes_customer(auth.uid(), v_order.tenant_id);
  if not exists (
    select 1 from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = v_order.tenant_id
  ) then
    perform private.refuse('no_profile');
  end if;
  perform private.require_aal();
  if v_order.user_id is null then
    update public.orders set user_id = auth.uid(), updated_at = now() where orders.id = v_order.id returning * into v_order;
    update public.discount_uses set user_id = auth.uid() where order_id = v_order.id;
    update public.offer_uses set user_id = auth.uid() where order_id = v_order.id;
    perform private.remark_on_order(v_order, 'claimed');
    perform private.settle_points(v_order);
  end if;
  return v_order.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_page(p_tenant_id text, p_kind public.page_kind, p_address text)
 RETURNS TABLE(id uuid, slugs jsonb, is_deleted boolean, former_slugs text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."find_page"(text, public.page_kind, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.offer_use_counts(p_tenant_id text, p_ids uuid[])
 RETURNS TABLE(offer_id uuid, uses bigint, given numeric, revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'offers.see');
  return query
  select used.offer_id, count(*), sum(used.amount), sum(orders.charged)
  from public.offer_uses used join public.orders on orders.id = used.order_id
  where used.tenant_id = p_tenant_id and used.offer_id = any (p_ids)
  group by used.offer_id;
end
$function$;

ALTER FUNCTION "public"."offer_use_counts"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.old_pieces_to_collect(p_shipment public.shipments)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.pieces_to_collect(shipment) ->> 'description', '')
  from public.shipments shipment
  where shipment.id = p_shipment.id and shipment.carrier = 'manual' and not private.is_over(shipment.state)
    and private.holds_capability(shipment.tenant_id, 'orders.see')
$function$;

ALTER FUNCTION "public"."old_pieces_to_collect"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- Serializes a person's orders: a repeated request finds the first one, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  perform private.member_becomes_customer(v_user_id, v_tenant_id);
  select name, email into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  perform private.require_open_store(v_tenant_id);
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  perform private.insert_order_lines(v_order, v_priced.lines, p_offers => v_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, v_priced.offers);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(p_tenant_id, 'orders.place');
  v_document := private.test_order_document(p_tenant_id);
  select account.email, private.staff_name(v_staff_id, p_tenant_id) as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines, p_offers => v_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, v_priced.offers);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_order(p_order jsonb)
 RETURNS public.order_quote
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_person constant uuid := private.quoted_person(p_order);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, v_person, false, v_address);
  v_cash constant public.cash_demand := private.quoted_cash(v_priced, v_tenant_id, v_person, v_address ->> 'governorate');
  v_payment constant jsonb := (v_priced.settings).payment;
begin
  if v_tenant_id = any (private.hidden_stores()) then
    perform private.refuse('store_closed');
  end if;
  if v_person is distinct from auth.uid() then
    v_priced.points_balance := null;
    v_priced.points_usable := null;
    v_priced.credit_balance := null;
  end if;
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return row(
    private.quoted_lines(v_priced.lines, v_priced.offers), private.pounds(v_priced.subtotal), v_priced.discount_code, v_priced.discount_kind,
    private.pounds(v_priced.discount), private.pounds(v_priced.shipping), private.delivery_ways((v_priced.delivery).rates),
    v_priced.points_balance, v_priced.points_used, private.pounds(v_priced.points_value), v_priced.points_earned,
    private.pounds(v_priced.total), private.pounds(v_priced.credit_balance), private.pounds(v_priced.credit_used),
    v_cash, v_priced.problems,
    private.closed_payment_options(v_payment, private.pounds(v_priced.total - v_priced.credit_used))
      || case when v_cash.requirement = 'pay_before' then '{cash_on_delivery}'::text[] else '{}' end,
    private.closed_payment_options(v_payment, v_cash.deposit), v_priced.points_usable,
    private.pounds(v_priced.gift), private.quoted_nearly(v_priced.offers_nearly),
    private.pounds(private.offers_worth(v_priced.offers)), private.quoted_offers(v_priced.offers), v_priced.code_outdone)::public.order_quote;
end
$function$;

CREATE OR REPLACE FUNCTION public.redirected_page(p_tenant_id text, p_path text)
 RETURNS TABLE(kind public.page_kind, id uuid, slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select case when product.id is null then 'category' else 'product' end::public.page_kind, coalesce(product.id, category.id),
    coalesce(product.page_slugs, category.page_slugs)
  from public.redirects redirect
  left join public.products product
    on product.tenant_id = redirect.tenant_id and product.id = redirect.product_id and product.is_active
  left join public.categories category on category.tenant_id = redirect.tenant_id and category.id = redirect.category_id
  where redirect.tenant_id = p_tenant_id and redirect.path = private.page_path(left(p_path, 2000))
    and coalesce(product.id, category.id) is not null and p_tenant_id <> all ((select private.hidden_stores())::text[]);
end
$function$;

ALTER FUNCTION "public"."redirected_page"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_discounts(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share includes the manual discount.
    coalesce(sum(round(given.amount * (orders.discount_total - orders.offer_total)
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  perform private.exchangeable_order(p_order_id);
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds(v_wanted.fee), v_wanted.rate,
    private.replacement_stage(v_wanted.amount, p_payment_method, v_wanted.cash, v_old.user_id is not distinct from auth.uid()),
    p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', '', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, private.order_actor(v_old), jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.refresh_order(v_new.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.search_products(p_tenant_id text, p_search text DEFAULT NULL::text, p_category_ids uuid[] DEFAULT NULL::uuid[], p_brands text[] DEFAULT NULL::text[], p_sizes text[] DEFAULT NULL::text[], p_colors text[] DEFAULT NULL::text[], p_materials text[] DEFAULT NULL::text[], p_genders text[] DEFAULT NULL::text[], p_types text[] DEFAULT NULL::text[], p_min_price numeric DEFAULT NULL::numeric, p_max_price numeric DEFAULT NULL::numeric, p_in_stock boolean DEFAULT false, p_on_sale boolean DEFAULT false, p_new boolean DEFAULT false, p_featured boolean DEFAULT false, p_attributes text[] DEFAULT NULL::text[], p_sort text DEFAULT 'relevance'::text, p_limit integer DEFAULT 24, p_offset integer DEFAULT 0, p_language text DEFAULT 'en'::text)
 RETURNS TABLE(id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric, min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid, category_name text, type text, size text, color text, material text, brand text, gender text, attributes jsonb, rating numeric, review_count integer, created_at timestamp with time zone, updated_at timestamp with time zone, version integer, translations jsonb, page_slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort = 'name' and p_language = 'ar' then 'arabic_name'
    when p_sort in ('price_asc', 'price_desc', 'name', 'discount', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
begin
  if v_terms.finds_nothing or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select products.id, products.tenant_id, products.name, products.description, products.price, products.original_price,
    products.discount, products.min_price, products.max_price, products.images, products.videos, products.unit, products.stock,
    products.featured, products.is_new, products.category_id, categories.name, products.type, products.size, products.color,
    products.material, products.brand, products.gender, products.attributes, products.rating, products.review_count,
    products.created_at, products.updated_at, products.version, products.translations, products.page_slugs
  from unnest(private.listed_ids(p_tenant_id, v_terms, v_filters, p_min_price, p_max_price, p_in_stock, p_featured, v_sort,
    p_limit, p_offset)) with ordinality as page (id, place)
  join public.products on products.id = page.id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  order by page.place;
end
$function$;

ALTER FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.search_suggestions(p_tenant_id text, p_search text, p_limit integer DEFAULT 8)
 RETURNS TABLE(kind text, id uuid, label text, image text, price numeric, max_price numeric, original_price numeric, corrected text, translations jsonb, page_slugs jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select 'category', categories.id, categories.name, categories.image, null::numeric, null::numeric, null::numeric,
    v_terms.corrected, categories.translations, categories.page_slugs
  from public.categories
  where categories.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
    categories.name, private.translated_texts(categories.translations, 'name')))) @@ v_terms.query
  order by categories.name limit 3;

  return query
  with all_named as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id and ts_filter(product_search_index.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select * from all_named order by all_named.created_at desc, all_named.product_id limit 300
  ),
  all_others as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id
      and (v_terms.query is null or product_search_index.words @@ v_terms.query)
      and (v_terms.product_ids is null or product_search_index.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named where named.product_id = product_search_index.product_id)
  ),
  others as (
    select * from all_others order by all_others.created_at desc, all_others.product_id limit 300
  ),
  best as (
    select found.product_id, found.words @@ v_terms.whole as is_whole, ts_rank(found.words, v_terms.query) as rank,
      found.in_stock, found.created_at
    from (select * from named union all select * from others) found
    order by is_whole desc nulls last, rank desc nulls last, found.in_stock desc, found.created_at desc, found.product_id
    limit v_limit
  )
  select 'product', products.id, products.name, private.first_picture(products.images), products.min_price, products.max_price,
    case when products.min_price = products.price then products.original_price end, v_terms.corrected,
    products.translations, products.page_slugs
  from best join public.products on products.id = best.product_id
  order by best.is_whole desc nulls last, best.rank desc nulls last, best.in_stock desc, best.created_at desc, products.id;
end
$function$;

ALTER FUNCTION "public"."search_suggestions"(text, text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_lines public.statement_line[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform private.lock_orders(array(
    select shipment.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_shipment(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') shipment
  ));
  v_lines := private.deliver_stated_parts(
    array(select line from private.statement_lines(p_tenant_id, p_statement) line), coalesce(p_statement ->> 'reference', ''));
  v_settlement := private.insert_settlement(p_tenant_id, p_statement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind in ('matches', 'fee')));
  perform private.settle_shipments(v_settlement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind = 'matches'));
  update public.shipment_staff_facts facts set fee = line.fee
  from unnest(v_lines) line where line.kind = 'fee' and facts.shipment_id = line.shipment_id;
  insert into public.settlement_differences (
    tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee, pieces)
  select p_tenant_id, v_settlement.id, line.kind, line.tracking_number, line.shipment_id, line.stated, line.expected, line.fee,
    line.pieces
  from unnest(v_lines) line where line.kind not in ('matches', 'fee');
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

CREATE OR REPLACE FUNCTION public.take_delivery_back(p_shipment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('take_delivery_back', p_shipment_id));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_credit_of(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if public.seconds_to_take_delivery_back(v_shipment) = 0 or exists (
    select 1 from public.refunds
    where refunds.order_id = v_order.id and refunds.state in ('sending', 'sent') and refunds.created_at >= v_shipment.updated_at
  ) or not private.take_mail_back(v_order.id, 'delivered') then
    perform private.refuse('delivery_stays');
  end if;
  perform private.require_not_in_return(array(
    select row(part.order_line_id, part.quantity)::private.piece_count from public.shipment_lines part
    where part.shipment_id = p_shipment_id));
  perform private.undeliver(v_shipment);
  perform private.join_rest(p_shipment_id);
  perform private.settle_points(orders) from public.orders where orders.id = v_order.id;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_check" CHECK ((length(slug) <= 80));

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_address_check" CHECK (((jsonb_typeof(address) = 'object'::text) AND (NOT jsonb_path_exists(address, 'strict $.*?(@.type() != "string")'::jsonpath))));

ALTER TABLE "public"."offer_uses" ADD CONSTRAINT "offer_uses_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_set" CHECK (
CASE kind
    WHEN 'cheapest'::public.offer_kind THEN ((set_size IS NOT NULL) AND (reduced_pieces IS NOT NULL) AND ((set_size >= 2) AND (set_size <= 20)) AND ((reduced_pieces >= 1) AND (reduced_pieces <= (set_size - 1))))
    WHEN 'set_price'::public.offer_kind THEN ((set_size IS NOT NULL) AND (reduced_pieces IS NULL) AND ((set_size >= 2) AND (set_size <= 20)))
    ELSE ((set_size IS NULL) AND (reduced_pieces IS NULL))
END);

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."offer_uses" ADD CONSTRAINT "offer_uses_tenant_id_offer_id_fkey" FOREIGN KEY (tenant_id, offer_id) REFERENCES public.offers(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_value" CHECK (
CASE kind
    WHEN 'percent'::public.offer_kind THEN ((value > (0)::numeric) AND (value <= (100)::numeric))
    WHEN 'cheapest'::public.offer_kind THEN ((value > (0)::numeric) AND (value <= (100)::numeric))
    WHEN 'free_shipping'::public.offer_kind THEN (value = (0)::numeric)
    ELSE ((value > (0)::numeric) AND (value <= (10000000)::numeric))
END);

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_offers_form" CHECK (((jsonb_typeof(offers) = 'array'::text) AND (NOT jsonb_path_exists(offers, '$[*]?(!((@."id".type() == "string" && @."pieces".type() == "number") && @."amount".type() == "number"))'::jsonpath))));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_offers" CHECK (((offer_share >= (0)::numeric) AND (offer_share <= discount_share)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_offers" CHECK (((offer_total >= (0)::numeric) AND (offer_total <= discount_total)));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_slug_check" CHECK ((length(slug) <= 80));

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_lead_to_one" CHECK ((num_nonnulls(product_id, category_id) = 1));

ALTER TABLE "public"."redirects" ADD CONSTRAINT "redirects_tenant_id_category_id_fkey" FOREIGN KEY (tenant_id, category_id) REFERENCES public.categories(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_pkey" PRIMARY KEY (tenant_id, kind, slug);

ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX offer_uses_by_offer ON public.offer_uses USING btree (tenant_id, offer_id, user_id) INCLUDE (amount);

CREATE INDEX offers_running ON public.offers USING btree (tenant_id, ends_at) WHERE is_active;

CREATE INDEX orders_queue_attempt_failed ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{attempt_failed}'::public.order_queue[]);

CREATE INDEX orders_queue_cash_outstanding ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{cash_outstanding}'::public.order_queue[]);

CREATE INDEX orders_queue_on_the_way ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{on_the_way}'::public.order_queue[]);

CREATE INDEX orders_queue_returned_to_sender ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{returned_to_sender}'::public.order_queue[]);

CREATE INDEX orders_queue_returns ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{returns}'::public.order_queue[]);

CREATE INDEX orders_queue_to_confirm ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{to_confirm}'::public.order_queue[]);

CREATE INDEX orders_queue_to_give_back ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{to_give_back}'::public.order_queue[]);

CREATE INDEX orders_queue_to_hand_over ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{to_hand_over}'::public.order_queue[]);

CREATE INDEX orders_queue_to_pack ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{to_pack}'::public.order_queue[]);

CREATE INDEX orders_queue_to_print ON public.orders USING btree (created_at, id) INCLUDE (tenant_id, user_id) WHERE (queues @> '{to_print}'::public.order_queue[]);

CREATE INDEX redirects_by_category ON public.redirects USING btree (tenant_id, category_id);

CREATE INDEX slugs_by_target ON public.slugs USING btree (tenant_id, kind, target_id);

CREATE TRIGGER categories_addressed BEFORE INSERT OR UPDATE OF slug, name, translations, page_slugs ON public.categories FOR EACH ROW EXECUTE FUNCTION private.derive_slugs('category');

CREATE TRIGGER categories_deleted AFTER DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.page_deleted('category');

CREATE TRIGGER categories_old_paths BEFORE INSERT OR UPDATE OF old_paths ON public.categories FOR EACH ROW EXECUTE FUNCTION private.derive_category_paths();

CREATE TRIGGER categories_redirected_anew AFTER UPDATE ON public.categories FOR EACH ROW WHEN ((new.old_paths IS DISTINCT FROM old.old_paths)) EXECUTE FUNCTION private.write_redirects();

CREATE TRIGGER categories_redirected AFTER INSERT ON public.categories FOR EACH ROW WHEN ((new.old_paths <> '{}'::text[])) EXECUTE FUNCTION private.write_redirects();

CREATE TRIGGER announced AFTER INSERT OR DELETE OR UPDATE ON public.offers FOR EACH ROW EXECUTE FUNCTION private.announce_row('discount');

CREATE TRIGGER arrives_in_turn BEFORE INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION private.wait_for_same_row();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.offers FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id ON public.offers FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id))) EXECUTE FUNCTION private.refuse_key_change();

CREATE TRIGGER offers_in_use BEFORE DELETE ON public.offers FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_used_offer();

CREATE TRIGGER offers_margin_added BEFORE INSERT ON public.offers FOR EACH ROW WHEN ((new.margin_percent IS NOT NULL)) EXECUTE FUNCTION private.require_costs_for_margin();

CREATE TRIGGER offers_margin_changed BEFORE UPDATE OF kind, value, set_size, reduced_pieces, category_ids, product_ids, minimum_pieces, minimum_amount, margin_percent ON public.offers FOR EACH ROW WHEN ((new.margin_percent IS NOT NULL)) EXECUTE FUNCTION private.require_costs_for_margin();

CREATE TRIGGER offers_touch BEFORE UPDATE ON public.offers FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE TRIGGER products_addressed BEFORE INSERT OR UPDATE OF slug, name, translations, page_slugs, deleted_at ON public.products FOR EACH ROW EXECUTE FUNCTION private.derive_slugs('product');

CREATE TRIGGER products_deleted AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.page_deleted('product');

CREATE TRIGGER products_derive BEFORE INSERT OR UPDATE OF category_id, name, description, price, original_price, discount, images, image_alts, videos, unit, featured, is_new, is_active, restocks, product_type, material, brand, gender, attributes, tags, seo_title, seo_description, slug, old_paths, translations, type, size, color, types, sizes, colors, materials, genders, on_sale, search, version, deleted_at, created_at, updated_at ON public.products FOR EACH ROW EXECUTE FUNCTION private.product_derive();

CREATE POLICY "Shoppers read their own offer uses" ON "public"."offer_uses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.orders
  WHERE ((orders.id = offer_uses.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff read their store's offer uses" ON "public"."offer_uses" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's offers" ON "public"."offers" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's offers" ON "public"."offers" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all offers of their store" ON "public"."offers" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's offers" ON "public"."offers" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."offers" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."offers" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."offers" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff read the slugs of their store" ON "public"."slugs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."best_sets"(public.offers[], private.offer_line[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_sets"(public.offers[], private.offer_line[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_sets"(public.offers[], private.offer_line[], bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_sets"(public.offers[], private.offer_line[], bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_offers"(public.orders, private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_offers"(public.orders, private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_offers"(public.orders, private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_offers"(public.orders, private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_slug"(text, public.page_kind, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."competing_sets"(public.offers[], private.offer_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."competing_sets"(public.offers[], private.offer_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."competing_sets"(public.offers[], private.offer_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."competing_sets"(public.offers[], private.offer_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."derive_category_paths"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derive_category_paths"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_category_paths"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_category_paths"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."derive_slugs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derive_slugs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_slugs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_slugs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[], private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[], private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[], private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[], private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_after"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_after"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_after"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_after"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_offer"(public.order_lines, integer, private.priced_line, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_offer"(public.order_lines, integer, private.priced_line, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_offer"(public.order_lines, integer, private.priced_line, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_offer"(public.order_lines, integer, private.priced_line, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_offer_lines"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_offer_lines"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_offer_lines"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_offer_lines"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint, private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint, private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint, private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."line_shares"(private.priced_line[], bigint, bigint, private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lost_offers"(public.orders, private.piece_count[], private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lost_offers"(public.orders, private.piece_count[], private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lost_offers"(public.orders, private.piece_count[], private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lost_offers"(public.orders, private.piece_count[], private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."most_off"(public.offers, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_off"(public.offers, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."most_off"(public.offers, bigint, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."most_off"(public.offers, bigint, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nearly_given"(public.offers[], private.offer_line[], private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nearly_given"(public.offers[], private.offer_line[], private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nearly_given"(public.offers[], private.offer_line[], private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nearly_given"(public.offers[], private.offer_line[], private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offer_covers"(public.offers, private.offer_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_covers"(public.offers, private.offer_line) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_covers"(public.offers, private.offer_line) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_covers"(public.offers, private.offer_line) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offer_is_left"(public.offers, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_is_left"(public.offers, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_is_left"(public.offers, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_is_left"(public.offers, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offer_lines"(private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_lines"(private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_lines"(private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_lines"(private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offer_need"(public.offers, private.offer_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_need"(public.offers, private.offer_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_need"(public.offers, private.offer_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offer_need"(public.offers, private.offer_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offers_given"(public.offers[], private.offer_line[], uuid, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offers_given"(public.offers[], private.offer_line[], uuid, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_given"(public.offers[], private.offer_line[], uuid, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_given"(public.offers[], private.offer_line[], uuid, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offers_met"(public.offers[], private.offer_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offers_met"(public.offers[], private.offer_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_met"(public.offers[], private.offer_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_met"(public.offers[], private.offer_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offers_of_line"(public.order_lines, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offers_of_line"(public.order_lines, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_of_line"(public.order_lines, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_of_line"(public.order_lines, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offers_on_lines"(public.offers[], private.offer_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offers_on_lines"(public.offers[], private.offer_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_on_lines"(public.offers[], private.offer_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_on_lines"(public.offers[], private.offer_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offers_worth"(private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offers_worth"(private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_worth"(private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offers_worth"(private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."page_deleted"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_deleted"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_deleted"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_deleted"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."part_of_price"(bigint, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_of_price"(bigint, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_of_price"(bigint, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_of_price"(bigint, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."piece_gain"(public.offers, private.offer_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."piece_gain"(public.offers, private.offer_line) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."piece_gain"(public.offers, private.offer_line) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."piece_gain"(public.offers, private.offer_line) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[], private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[], private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[], private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[], private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_nearly"(private.nearly_given[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_nearly"(private.nearly_given[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_nearly"(private.nearly_given[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_nearly"(private.nearly_given[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_offers"(private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_offers"(private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_offers"(private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_offers"(private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_person"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_person"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_person"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_person"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[], private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."redirect_names"(public.redirects) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redirect_names"(public.redirects) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redirect_names"(public.redirects) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redirect_names"(public.redirects) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_used_offer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_used_offer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_used_offer"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_used_offer"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_costs_for_margin"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_costs_for_margin"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_for_margin"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_costs_for_margin"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_not_in_return"(private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_not_in_return"(private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_not_in_return"(private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_not_in_return"(private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."retire_slugs"(text, public.page_kind, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."running_offers"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_offers"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_offers"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_offers"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_gains"(public.offers, private.offer_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_gains"(public.offers, private.offer_line) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_gains"(public.offers, private.offer_line) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_gains"(public.offers, private.offer_line) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_pieces"(public.offers[], private.offer_line[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_pieces"(public.offers[], private.offer_line[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_pieces"(public.offers[], private.offer_line[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_pieces"(public.offers[], private.offer_line[], integer[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_shares"(public.offers, private.offer_line[], private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_shares"(public.offers, private.offer_line[], private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_shares"(public.offers, private.offer_line[], private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_shares"(public.offers, private.offer_line[], private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sets_gain"(public.offers, private.offer_line[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sets_gain"(public.offers, private.offer_line[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sets_gain"(public.offers, private.offer_line[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sets_gain"(public.offers, private.offer_line[], integer[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sets_worth"(public.offers, private.offer_line[], integer[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sets_worth"(public.offers, private.offer_line[], integer[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sets_worth"(public.offers, private.offer_line[], integer[], bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sets_worth"(public.offers, private.offer_line[], integer[], bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."slug_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."slug_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."slug_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."slug_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."solve_sets"(public.offers[], private.offer_line[], integer[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."solve_sets"(public.offers[], private.offer_line[], integer[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."solve_sets"(public.offers[], private.offer_line[], integer[], bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."solve_sets"(public.offers[], private.offer_line[], integer[], bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."split_amount"(bigint, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."split_amount"(bigint, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_amount"(bigint, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_amount"(bigint, bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slug"(text, public.page_kind, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_slugs"(text, public.page_kind, uuid, text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_code"(private.priced_order, text, text, uuid, boolean, private.offer_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_code"(private.priced_order, text, text, uuid, boolean, private.offer_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_code"(private.priced_order, text, text, uuid, boolean, private.offer_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_code"(private.priced_order, text, text, uuid, boolean, private.offer_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_edit_offers"(public.orders, private.priced_edit) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_edit_offers"(public.orders, private.priced_edit) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_edit_offers"(public.orders, private.priced_edit) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_edit_offers"(public.orders, private.priced_edit) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_offers"(private.priced_order, text, text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_offers"(private.priced_order, text, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_offers"(private.priced_order, text, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_offers"(private.priced_order, text, text, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_slugs"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_slugs"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_slugs"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_slugs"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_page"(text, public.page_kind, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_page"(text, public.page_kind, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_page"(text, public.page_kind, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."offer_use_counts"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."offer_use_counts"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."offer_use_counts"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."offer_use_counts"(text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."offer_use_counts"(text, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redirected_page"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."redirected_page"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redirected_page"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_products"(text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean, text[], text, integer, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_suggestions"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_suggestions"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_suggestions"(text, text, integer) TO "service_role";

REVOKE ALL ("old_paths") ON TABLE "public"."categories" FROM "authenticated";

GRANT INSERT ("old_paths"), UPDATE ("old_paths") ON TABLE "public"."categories" TO "authenticated";

REVOKE ALL ("slug") ON TABLE "public"."categories" FROM "authenticated";

GRANT INSERT ("slug"), UPDATE ("slug") ON TABLE "public"."categories" TO "authenticated";

GRANT SELECT ON TABLE "public"."offer_uses" TO "authenticated";

REVOKE ALL ON TABLE "public"."offer_uses" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."offer_uses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."offer_uses" TO "service_role";

GRANT INSERT ("audience"), UPDATE ("audience") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("budget"), UPDATE ("budget") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("category_ids"), UPDATE ("category_ids") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("created_at") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("ends_at"), UPDATE ("ends_at") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("id"), UPDATE ("id") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("kind"), UPDATE ("kind") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("margin_percent"), UPDATE ("margin_percent") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("minimum_amount"), UPDATE ("minimum_amount") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("minimum_pieces"), UPDATE ("minimum_pieces") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("per_person_limit"), UPDATE ("per_person_limit") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("product_ids"), UPDATE ("product_ids") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("reduced_pieces"), UPDATE ("reduced_pieces") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("set_size"), UPDATE ("set_size") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("starts_at"), UPDATE ("starts_at") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("tenant_id"), UPDATE ("tenant_id") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("total_limit"), UPDATE ("total_limit") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("translations"), UPDATE ("translations") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("value"), UPDATE ("value") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("weekdays"), UPDATE ("weekdays") ON TABLE "public"."offers" TO "authenticated";

GRANT INSERT ("with_codes"), UPDATE ("with_codes") ON TABLE "public"."offers" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."offers" TO "authenticated";

REVOKE ALL ON TABLE "public"."offers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."offers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."offers" TO "service_role";

REVOKE ALL ("slug") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("slug"), UPDATE ("slug") ON TABLE "public"."products" TO "authenticated";

GRANT SELECT ON TABLE "public"."slugs" TO "authenticated";

REVOKE ALL ON TABLE "public"."slugs" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."slugs" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."slugs" TO "service_role";

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_old_paths_check" CHECK (private.are_texts(old_paths, 50, 500));
