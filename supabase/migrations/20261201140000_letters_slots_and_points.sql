-- Letters and phone numbers are read in every form in which people copy them, delivery times last up to midnight and fit the
-- promised days, points follow what is given back by hand and added later, buyers without an account are counted, and units have
-- forms by number. What becomes of rows: see below the functions. Delivery times, addresses and orders of before stay as they are.

set local check_function_bodies = off;

ALTER TABLE "public"."attributes" DROP CONSTRAINT "attributes_unit_check";

DROP FUNCTION "private"."book_slot"(text, text, text, uuid);

DROP FUNCTION "private"."sales_compared"(text, date, jsonb);

DROP FUNCTION "public"."available_slots"(text, integer, text, text);

CREATE OR REPLACE FUNCTION private.address_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.phone := private.clean_phone(new.phone);
  return new;
end
$function$;

ALTER FUNCTION "private"."address_phone"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_refund_elsewhere(p_order public.orders, p_payment public.payments, p_amount numeric, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cancels constant boolean := p_amount = p_order.received - p_order.given_back and private.can_be_cancelled(p_order);
  v_refund_id uuid;
  v_goodwill numeric;
  v_lines jsonb;
begin
  if v_cancels then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
  end if;
  select refunds.id into v_refund_id from public.refunds
  where refunds.order_id = p_order.id and refunds.amount = p_amount
    and (refunds.state in ('due', 'failed') or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(p_order.received - p_order.given_back - p_order.charged, 0), p_amount), p_order.charged);
    v_lines := private.take_off(p_order.id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed');
    perform private.make_refund(p_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order.id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.settle_points(private.owe_back(p_order.id));
end
$function$;

CREATE OR REPLACE FUNCTION private.book_slot(p_tenant_id text, p_slot_id text, p_day text, p_zone_id uuid, p_days_from integer DEFAULT NULL::integer)
 RETURNS public.delivery_slots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select * into v_slot from public.delivery_slots
    where tenant_id = p_tenant_id and id = p_slot_id::uuid and is_active
    -- The order's reference to the slot takes the same lock a moment later.
    for key share;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot');
  end if;
  if v_slot.zone_id is not null and v_slot.zone_id is distinct from p_zone_id then
    perform private.refuse('slot_not_there');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed');
  end if;
  if v_day < private.working_day(coalesce(p_days_from, 0)) then
    perform private.refuse('slot_too_soon');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = delivery_bookings.booked + 1
      where delivery_bookings.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full');
    end if;
  end if;
  return v_slot;
end
$function$;

ALTER FUNCTION "private"."book_slot"(text, text, text, uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.buyer_of(p_order public.orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_order.user_id::text, nullif(private.national_digits(p_order.address ->> 'phone'), ''),
    nullif(lower(p_order.customer_email), ''), p_order.id::text)
$function$;

ALTER FUNCTION "private"."buyer_of"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.clean_phone(p_phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        translate(
          btrim(regexp_replace(normalize(p_phone, nfkc),
            '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), E' \t\r\n'),
          U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
          '01234567890123456789'
        ),
        '^tel:', '', 'i'
      ),
      '[\s().\u2010-\u2015\u2212-]', '', 'g'
    ),
    '^(\+|00)?200?(?=1[0125][0-9]{8}$)', '+20'
  )
$function$;

ALTER FUNCTION "private"."clean_phone"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fold(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    -- Plain ASCII, which most texts are.
    when octet_length(p_text) = length(p_text) then lower(p_text)
    else regexp_replace(
      translate(
        extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(regexp_replace(
          normalize(coalesce(p_text, ''), nfkd),
          '[\u00ad\u0300-\u036f\u0610-\u061c\u0640\u064b-\u065f\u0670\u0674\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
          '', 'g'), nfc))),
        U&'\0671\0672\0673\0649\06CC\06CD\06D0\06D2\06A9\06AA\06AF\0686\0698\067E\06A4\0629\06C1\06C3\06BE\06D5'
          || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'\0627\0627\0627\064A\064A\064A\064A\064A\0643\0643\062C\062C\062C\0628\0641\0647\0647\0647\0647\0647'
          || '01234567890123456789'
      ),
      U&'\\m(\0648?\0639\0628\062F)\\s+(?=\0627\0644)', '\1', 'g'
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.folded_pattern(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select '%' || replace(replace(replace(btrim(private.fold(p_text)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;

ALTER FUNCTION "private"."folded_pattern"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_egyptian_phone(p_phone text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(private.clean_phone(p_phone) ~ '^(\+20|0)1[0125][0-9]{8}$', false) $function$;

CREATE OR REPLACE FUNCTION private.is_wanted_customer(p_profile public.profiles, p_pattern text, p_callers uuid[], p_staff uuid[], p_marked uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (p_pattern = '%%' or private.fold(p_profile.name) like p_pattern or p_profile.email ilike p_pattern or p_profile.phone ilike p_pattern
      or p_profile.id = any (p_callers))
    and p_profile.id <> all (p_staff) and (p_marked is null or p_profile.id = any (p_marked))
$function$;

CREATE OR REPLACE FUNCTION private.national_digits(p_phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(regexp_replace(private.clean_phone(p_phone), '[^0-9]', '', 'g'), '^((00)?200?|0)', '')
$function$;

CREATE OR REPLACE FUNCTION private.order_address(p_tenant_id text, p_user_id uuid, p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_given jsonb := p_order -> 'address';
  v_field text;
  v_address jsonb;
begin
  if p_order ->> 'address_id' is not null then
    if pg_input_is_valid(p_order ->> 'address_id', 'uuid') then
      select to_jsonb(addresses) - '{id,tenant_id,user_id,label,is_default,created_at,updated_at}'::text[] into v_address
      from public.addresses
      where id = (p_order ->> 'address_id')::uuid and user_id = p_user_id and tenant_id = p_tenant_id;
    end if;
    if v_address is null then
      perform private.refuse('unknown_address');
    end if;
    return v_address;
  end if;

  v_field := case
    when jsonb_typeof(v_given) is distinct from 'object' then 'address'
    when coalesce(btrim(v_given ->> 'full_name'), '') = '' or length(v_given ->> 'full_name') > 120 then 'full_name'
    when not private.is_egyptian_phone(v_given ->> 'phone') then 'phone'
    when not coalesce(pg_input_is_valid(v_given ->> 'governorate', 'public.governorate'), false) then 'governorate'
    when coalesce(btrim(v_given ->> 'city'), '') = '' or length(v_given ->> 'city') > 80 then 'city'
    when coalesce(btrim(v_given ->> 'street'), '') = '' or length(v_given ->> 'street') > 200 then 'street'
    when length(v_given ->> 'building') > 40 then 'building'
    when length(v_given ->> 'floor') > 20 then 'floor'
    when length(v_given ->> 'apartment') > 20 then 'apartment'
    when length(v_given ->> 'landmark') > 200 then 'landmark'
    when coalesce(v_given ->> 'postal_code', '') !~ '^([0-9]{5})?$' then 'postal_code'
  end;
  if v_field is not null then
    perform private.refuse('invalid_address', jsonb_strip_nulls(jsonb_build_object(
      'field', v_field, 'reason', case v_field when 'phone' then 'phone' end)));
  end if;
  return jsonb_build_object(
    'full_name', btrim(v_given ->> 'full_name'), 'phone', private.clean_phone(v_given ->> 'phone'), 'governorate', v_given ->> 'governorate',
    'city', btrim(v_given ->> 'city'), 'street', btrim(v_given ->> 'street'),
    'building', coalesce(v_given ->> 'building', ''), 'floor', coalesce(v_given ->> 'floor', ''),
    'apartment', coalesce(v_given ->> 'apartment', ''), 'landmark', coalesce(v_given ->> 'landmark', ''),
    'postal_code', coalesce(v_given ->> 'postal_code', '')
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_condition(p_digits text, p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(typed.digits) || '%'))
  from (select ltrim(private.clean_phone(p_text), '+') as digits) typed
  where typed.digits ~ '^[0-9]{3,15}$'
$function$;

CREATE OR REPLACE FUNCTION private.phone_search_digits(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select private.national_digits(p_text) || '%'
  where private.clean_phone(p_text) ~ '^\+?[0-9]+$' and length(private.national_digits(p_text)) between 4 and 15
$function$;

CREATE OR REPLACE FUNCTION private.points_to_settle(p_order public.orders, OUT earned integer, OUT used integer)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    case when sold.net > 0 then floor(p_order.points_earned * greatest(sold.kept - sold.goodwill, 0) / sold.net) else 0 end
      - booked.earned,
    case when sold.points > 0 then floor(p_order.points_used * greatest(sold.points - sold.points_kept, 0) / sold.points) else 0 end
      - (p_order.points_used - booked.used)
  from (
    select coalesce(sum(line.net) filter (where line.edit_id is null), 0) as net,
      coalesce(sum(greatest(least(private.line_worth(line, line.delivered - line.returned), line.net - line.credited), 0)), 0) as kept,
      (select orders.goodwill from public.orders where orders.id = p_order.id) as goodwill,
      -- Shares of points, which pieces take along to lines that replace theirs.
      coalesce(sum(line.points_share) filter (where line.edit_id is null), 0) as points,
      coalesce(sum(round(
        line.points_share * (line.quantity - line.cancelled - line.refused - line.returned) / line.quantity, 2)), 0) as points_kept
    from public.order_lines line where line.order_id = p_order.id
  ) sold cross join (
    select coalesce(sum(entry.delta) filter (where entry.kind in ('earned', 'reversed')), 0)::integer as earned,
      coalesce(sum(-entry.delta) filter (where entry.kind in ('redeemed', 'refunded')), 0)::integer as used
    from public.point_entries entry where entry.tenant_id = p_order.tenant_id and entry.order_id = p_order.id
  ) booked
$function$;

CREATE OR REPLACE FUNCTION private.sales_compared(p_tenant_id text, p_today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(spans.days, jsonb_build_object(
    'orders', present.orders, 'revenue', present.revenue, 'orders_before', past.orders, 'revenue_before', past.revenue))
  from (values (1), (7), (30)) as spans (days)
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(p_tenant_id, private.day_start(p_today - spans.days + 1), 'infinity') sales
  ) present
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(
      p_tenant_id, private.day_start(p_today - 2 * spans.days + 1), now() - make_interval(days => spans.days)) sales
  ) past
$function$;

ALTER FUNCTION "private"."sales_compared"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.slot_until_midnight()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.to_time = '00:00' then
    new.to_time := '24:00';
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."slot_until_midnight"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.working_day(p_days integer)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(day.day), private.shop_time()::date) from (
    select days.day::date as day
    from generate_series((private.shop_time()::date + 1)::timestamp, private.shop_time()::date + 3 * p_days + 3, interval '1 day') days (day)
    where extract(dow from days.day) not in (5, 6)
    order by days.day limit greatest(p_days, 0)
  ) day
$function$;

ALTER FUNCTION "private"."working_day"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.available_slots(p_tenant_id text, p_days integer DEFAULT 14, p_governorate text DEFAULT NULL::text, p_city text DEFAULT NULL::text, p_days_from integer DEFAULT NULL::integer)
 RETURNS TABLE(slot_id uuid, day date, from_time time without time zone, to_time time without time zone, places_left integer, closes_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select delivery_slots.id, days.day::date, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity - coalesce(delivery_bookings.booked, 0),
    (days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours)) at time zone
    'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as days (day)
  join public.delivery_slots on delivery_slots.day_of_week = extract(dow from days.day)
    and delivery_slots.tenant_id = p_tenant_id and delivery_slots.is_active
    and p_tenant_id <> all (private.hidden_stores())
    and (delivery_slots.zone_id is null
      or delivery_slots.zone_id = (select private.shipping_zone_of(p_tenant_id, p_governorate, p_city)))
  left join public.delivery_bookings on delivery_bookings.slot_id = delivery_slots.id
    and delivery_bookings.day = days.day::date and delivery_slots.capacity is not null
  where days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours) > private.shop_time()
    and days.day::date >= (select private.working_day(least(coalesce(p_days_from, 0), 60)))
    and (delivery_slots.capacity is null or delivery_slots.capacity > coalesce(delivery_bookings.booked, 0))
  order by days.day, delivery_slots.from_time, delivery_slots.id
$function$;

ALTER FUNCTION "public"."available_slots"(text, integer, text, text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_id text, p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
begin
  perform private.require_customer_access(p_tenant_id);
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  return query
  with page as (
    select profiles.* from public.profiles
    where profiles.tenant_id = p_tenant_id and (p_after is null or profiles.id > p_after)
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by profiles.id
    limit v_limit
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_customer_access(p_tenant_id);
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_days := private.sales_by_day(p_tenant_id, v_today);
  return jsonb_build_object(
    'sales', private.sales_compared(p_tenant_id, v_today),
    'days', (select jsonb_agg(value order by place)
      from jsonb_array_elements(v_days) with ordinality days (value, place) where place > 30),
    'orders', coalesce((
      select jsonb_object_agg(sold.status, sold.how_many) from (
        select orders.status, count(*) as how_many from public.orders
        where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status
      ) sold
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id) from (
        select id, number, status, total, customer_name, created_at from public.orders
        where tenant_id = p_tenant_id and not is_test order by created_at desc, id limit 8
      ) listed
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(best)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
    ), '[]'),
    'running_out', private.running_out(p_tenant_id, v_low),
    'low_stock', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders
      where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.payment_status = 'refund_due'
    ),
    'money', private.money_of_days(p_tenant_id, v_today),
    'problems_reported', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_id text, p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_customer_access(p_tenant_id);
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles
  where profiles.tenant_id = p_tenant_id
    and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked);

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from public.profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = p_tenant_id and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.user_id
    ) bought on bought.user_id = profiles.id
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from public.profiles
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by place
    limit v_limit offset v_offset
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS jsonb
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
  v_stored jsonb;
  v_document bigint := jsonb_hash_extended(p_order, 0);
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email, (
    select id from public.orders
    where user_id = v_user_id and tenant_id = v_tenant_id and idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  if v_profile.order_id is not null then
    return private.placed_before(v_profile.order_id, v_document);
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
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$function$;

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
  v_before integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- What is owed already waits in refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  select coalesce(max(refunds.number), 0) into v_before from public.refunds where refunds.order_id = p_order_id;
  v_order := private.owe_back(p_order_id, '{}', p_refund ->> 'reason',
    private.take_off(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'refund', (
      select private.refund_json(refunds.id) from public.refunds
      where refunds.order_id = p_order_id and refunds.number > v_before order by refunds.number limit 1
    ),
    'order', private.order_json(v_order)));
end
$function$;

CREATE OR REPLACE FUNCTION public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_totals(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_couriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_staff(p_tenant_id);
  return query
  with sales as materialized (
    select private.buyer_of(orders.*) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still owed at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by couriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$function$;

ALTER TABLE "public"."attributes" ADD CONSTRAINT "attributes_unit_check" CHECK (((unit = btrim(unit)) AND (length(unit) <= 120)));

CREATE TRIGGER addresses_phone BEFORE INSERT OR UPDATE OF phone ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.address_phone();

CREATE TRIGGER delivery_slots_midnight BEFORE INSERT OR UPDATE OF to_time ON public.delivery_slots FOR EACH ROW EXECUTE FUNCTION private.slot_until_midnight();

REVOKE ALL ON FUNCTION "private"."address_phone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_phone"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_phone"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_phone"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_slot"(text, text, text, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_slot"(text, text, text, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_slot"(text, text, text, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_slot"(text, text, text, uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_phone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_phone"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_phone"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_phone"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_phone"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."folded_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."folded_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."slot_until_midnight"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."slot_until_midnight"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."slot_until_midnight"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."slot_until_midnight"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."working_day"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."working_day"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."working_day"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."working_day"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."available_slots"(text, integer, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."available_slots"(text, integer, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."available_slots"(text, integer, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."available_slots"(text, integer, text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."available_slots"(text, integer, text, text, integer) TO "service_role";

insert into private.refusal_messages (code, message) values
  ('slot_too_soon', 'Your order cannot be there by this day. Choose a later one.');

insert into public.search_synonyms (words) values
  ('{black,أسود,سوداء}'),
  ('{white,أبيض,بيضاء}'),
  ('{red,أحمر,حمراء}'),
  ('{blue,أزرق,زرقاء}'),
  ('{green,أخضر,خضراء}'),
  ('{yellow,أصفر,صفراء}'),
  ('{grey,gray,رمادي,رمادية}'),
  ('{brown,بني,بنية}');

-- What was written with the functions of before is written anew: indexes on private.national_digits, and what private.fold made
-- of synonyms, places and products. No row gets another version, and nothing of it is a change of staff.
reindex index public.profiles_by_phone;
reindex index public.profiles_by_last_digits;
reindex index public.orders_by_phone;
reindex index public.orders_by_last_digits;

alter table public.search_synonyms disable trigger user;
update public.search_synonyms set words = words;
alter table public.search_synonyms enable trigger user;

update public.districts set name = name;
update public.carrier_areas set district = district;

alter table public.products disable trigger user;
update public.products set search = private.search_vector(products);
alter table public.products enable trigger user;
update private.product_search_index listed set
  words = ts_filter(products.search, '{a,b,c}'),
  name_key = left(private.fold(products.name), 60),
  arabic_name_key = left(private.fold(coalesce(nullif(products.translations #>> '{ar,name}', ''), products.name)), 60)
from public.products where products.id = listed.product_id;
insert into private.search_words (tenant_id, word)
select distinct listed.tenant_id, left(found.lexeme, 60)
from private.product_search_index listed, unnest(listed.words) found
where not exists (
  select 1 from private.search_words known where known.tenant_id = listed.tenant_id and known.word = left(found.lexeme, 60)
);

-- Orders to which pieces were added get the points of these. What was given back by hand before costs nobody points now.
do $points$
declare
  v_order public.orders;
begin
  for v_order in
    select orders.* from public.orders cross join lateral private.points_to_settle(orders) due
    where orders.user_id is not null and orders.points_earned > 0 and due.earned > 0
    order by orders.id
  loop
    perform private.settle_points(v_order);
  end loop;
end
$points$;
