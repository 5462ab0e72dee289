set local check_function_bodies = off;

CREATE TABLE "public"."day_close_acts" ("tenant_id" text NOT NULL, "day" date NOT NULL, "actor_id" uuid NOT NULL, "kind" public.payment_entry_kind NOT NULL, "entries" integer NOT NULL, "amount" numeric(14,2) NOT NULL, CONSTRAINT "day_close_acts_pkey" PRIMARY KEY (tenant_id, day, actor_id, kind));

ALTER TABLE "public"."day_close_acts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_close_acts" OWNER TO "postgres";

CREATE TABLE "public"."day_close_lines" ("tenant_id" text NOT NULL, "day" date NOT NULL, "name" text NOT NULL, "method" text NOT NULL, "came" numeric(14,2) NOT NULL, "went" numeric(14,2) NOT NULL, "fees" numeric(14,2) NOT NULL, "held" numeric(14,2), "expected" numeric(14,2) NOT NULL, "counted" numeric(14,2), "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "day_close_lines_explain_differences" CHECK (((counted = expected) OR (counted IS NULL) OR (note <> ''::text))), CONSTRAINT "day_close_lines_method_check" CHECK ((length(method) <= 31)), CONSTRAINT "day_close_lines_name_check" CHECK ((length(name) <= 80)), CONSTRAINT "day_close_lines_note_check" CHECK ((length(note) <= 500)));

ALTER TABLE "public"."day_close_lines" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_close_lines" OWNER TO "postgres";

CREATE TABLE "public"."day_closes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "day" date NOT NULL, "closed_by" uuid, "closed_at" timestamp with time zone NOT NULL DEFAULT now(), "is_opening" boolean NOT NULL DEFAULT false, "statement_differences" integer NOT NULL DEFAULT 0, "payment_differences" integer NOT NULL DEFAULT 0, "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "day_closes_id_key" UNIQUE (id), CONSTRAINT "day_closes_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "day_closes_payment_differences_check" CHECK ((payment_differences >= 0)), CONSTRAINT "day_closes_pkey" PRIMARY KEY (tenant_id, day), CONSTRAINT "day_closes_statement_differences_check" CHECK ((statement_differences >= 0)));

ALTER TABLE "public"."day_closes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_closes" OWNER TO "postgres";

CREATE TYPE "private"."booked_money" AS ("tenant_id" text, "actor_id" uuid, "kind" public.payment_entry_kind, "entries" bigint, "amount" numeric);

ALTER TYPE "private"."booked_money" OWNER TO "postgres";

CREATE TYPE "private"."decided_line" AS ("shipment_id" uuid, "governorate" text, "carrier" text, "product_id" uuid, "name" text, "is_refused" boolean, "fee" numeric, "worth" numeric);

ALTER TYPE "private"."decided_line" OWNER TO "postgres";

CREATE TYPE "private"."refusal_figures" AS ("shipments" bigint, "refused" bigint, "rate" numeric, "fees" numeric, "worth" numeric);

ALTER TYPE "private"."refusal_figures" OWNER TO "postgres";

CREATE TYPE "public"."money_place" AS ENUM ('carrier', 'bank', 'till', 'provider', 'credit');

ALTER TABLE "public"."day_close_lines" ADD COLUMN "place" public.money_place NOT NULL;

CREATE TYPE "private"."placed_money" AS ("tenant_id" text, "place" public.money_place, "name" text, "method" text, "came" numeric, "went" numeric, "fees" numeric);

ALTER TYPE "private"."placed_money" OWNER TO "postgres";

CREATE TYPE "public"."day_money" AS ("tenant_id" text, "place" public.money_place, "name" text, "method" text, "came" numeric, "went" numeric, "fees" numeric, "held" numeric, "expected" numeric, "counted" numeric, "note" text);

ALTER TYPE "public"."day_money" OWNER TO "postgres";

ALTER TYPE "public"."money_place" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.acts_to_close(p_tenant_id text, p_day date)
 RETURNS SETOF private.booked_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select act.actor_id, act.kind, sum(act.entries) as entries, sum(act.amount) as amount
    from public.day_close_acts act where act.tenant_id = p_tenant_id group by act.actor_id, act.kind
    union all
    select booked.actor_id, booked.kind, booked.entries, booked.amount
    from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, booked.actor_id, booked.kind, (booked.entries - coalesce(taken.entries, 0))::bigint,
    booked.amount - coalesce(taken.amount, 0)
  from private.money_by_actor(array[p_tenant_id], private.close_until(p_day)) booked
  left join taken on taken.actor_id = booked.actor_id and taken.kind = booked.kind
  where booked.entries <> coalesce(taken.entries, 0) or booked.amount <> coalesce(taken.amount, 0)
$function$;

ALTER FUNCTION "private"."acts_to_close"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'day_closes' then p_row ->> 'day'
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.close_money(p_tenant_id text, p_day date, p_counted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines constant public.day_money[] := array(
    select row(line.*)::public.day_money from private.money_to_close(p_tenant_id, p_day) line);
begin
  if exists (
    select 1 from jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, expected numeric)
    left join unnest(v_lines) line using (place, name, method)
    where line.expected is distinct from counted.expected
  ) then
    perform private.refuse('day_moved');
  elsif exists (
    select 1 from jsonb_to_recordset(p_counted) counted (expected numeric, amount numeric, note text)
    where counted.amount <> counted.expected and btrim(coalesce(counted.note, '')) = ''
  ) then
    perform private.refuse('reason_required');
  end if;
  insert into public.day_close_lines (
    tenant_id, day, place, name, method, came, went, fees, held, expected, counted, note
  )
  select line.tenant_id, p_day, line.place, line.name, line.method, line.came, line.went, line.fees, line.held, line.expected,
    counted.amount, left(btrim(coalesce(counted.note, '')), 500)
  from unnest(v_lines) line
  left join jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, amount numeric, note text)
    using (place, name, method);
end
$function$;

ALTER FUNCTION "private"."close_money"(text, date, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_until(p_day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select least(private.day_start(p_day + 1), clock_timestamp()) $function$;

ALTER FUNCTION "private"."close_until"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.decided_lines(p_tenant_id text, p_from date, p_to date)
 RETURNS SETOF private.decided_line
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipment.id, orders.address ->> 'governorate',
    coalesce(nullif(shipment.carrier_name, ''), nullif(shipment.carrier, 'manual'), ''), line.product_id,
    case when line.product_id is null then line.name end, shipment.state = 'returned_to_sender',
    coalesce(facts.fee, 0) * part.quantity / sum(part.quantity) over (partition by shipment.id),
    private.line_worth(line, part.quantity)
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id and not orders.is_test
  join public.shipment_lines part on part.shipment_id = shipment.id
  join public.order_lines line on line.id = part.order_line_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.tenant_id = p_tenant_id and (
    shipment.state = 'delivered' and shipment.delivered_at >= private.day_start(p_from)
      and shipment.delivered_at < private.day_start(p_to + 1)
    or shipment.state = 'returned_to_sender' and shipment.returned_to_sender_at >= private.day_start(p_from)
      and shipment.returned_to_sender_at < private.day_start(p_to + 1))
$function$;

ALTER FUNCTION "private"."decided_lines"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_by_actor(p_tenant_ids text[], p_until timestamp with time zone)
 RETURNS SETOF private.booked_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select entry.tenant_id, entry.actor_id, entry.kind, count(*), sum(entry.amount)
  from public.payment_entries entry join public.orders on orders.id = entry.order_id
  where entry.tenant_id = any (p_tenant_ids) and entry.created_at < p_until and entry.actor_id is not null
    and entry.actor_id is distinct from orders.user_id
    and entry.kind in ('received', 'cash_collected', 'settled', 'given_back')
  group by entry.tenant_id, entry.actor_id, entry.kind
$function$;

ALTER FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_by_place(p_tenant_ids text[], p_until timestamp with time zone)
 RETURNS SETOF private.placed_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select booked.tenant_id, booked.place, booked.name, booked.method, sum(booked.came), sum(booked.went), sum(booked.fees)
  from (
    select entry.tenant_id, 'carrier'::public.money_place, shipment.carrier_name, shipment.carrier,
      case entry.kind when 'cash_collected' then entry.amount else 0 end,
      case entry.kind when 'settled' then entry.amount else 0 end, 0
    from public.payment_entries entry join public.shipments shipment on shipment.id = entry.shipment_id
    where entry.tenant_id = any (p_tenant_ids) and entry.kind in ('cash_collected', 'settled') and entry.created_at < p_until
    union all
    select settlement.tenant_id, 'carrier', settlement.carrier_name, settlement.carrier, 0, 0, settlement.fee
    from public.settlements settlement
    where settlement.tenant_id = any (p_tenant_ids) and settlement.created_at < p_until
    union all
    select entry.tenant_id,
      case when entry.method = 'online' then 'provider' when entry.method = 'bank_transfer' then 'bank' else 'till'
        end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), entry.amount, 0, 0
    from public.payment_entries entry left join public.payments payment on payment.id = entry.payment_id
    where entry.tenant_id = any (p_tenant_ids) and entry.kind = 'received' and entry.created_at < p_until
    union all
    select entry.tenant_id,
      case coalesce(refund.way, case when entry.payment_id is not null then 'card'::public.refund_way else 'transfer' end)
        when 'card' then 'provider' when 'transfer' then 'bank' when 'cash' then 'till' else 'credit' end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), 0, entry.amount, 0
    from public.payment_entries entry
    left join public.refunds refund on refund.id = entry.refund_id
    left join public.payments payment on payment.id = coalesce(refund.payment_id, entry.payment_id)
      and coalesce(refund.way, 'card') = 'card'
    where entry.tenant_id = any (p_tenant_ids) and entry.kind = 'given_back' and entry.created_at < p_until
    union all
    select entry.tenant_id, 'credit', '', '', entry.amount, 0, 0
    from public.payment_entries entry
    where entry.tenant_id = any (p_tenant_ids) and entry.kind = 'credit_used' and entry.created_at < p_until
  ) booked (tenant_id, place, name, method, came, went, fees)
  group by booked.tenant_id, booked.place, booked.name, booked.method
$function$;

ALTER FUNCTION "private"."money_by_place"(text[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_to_close(p_tenant_id text, p_day date)
 RETURNS SETOF public.day_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select line.place, line.name, line.method, sum(line.came) as came, sum(line.went) as went, sum(line.fees) as fees
    from public.day_close_lines line where line.tenant_id = p_tenant_id group by line.place, line.name, line.method
    union all
    select placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees
    from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, place, name, method, moved.came, moved.went, moved.fees,
    case place when 'carrier' then coalesce(booked.came - booked.went, 0) end,
    case place when 'carrier' then moved.went - moved.fees else moved.came - moved.went end, null::numeric, ''::text
  from private.money_by_place(array[p_tenant_id], private.close_until(p_day)) booked
  full join taken using (place, name, method)
  cross join lateral (
    select coalesce(booked.came, 0) - coalesce(taken.came, 0), coalesce(booked.went, 0) - coalesce(taken.went, 0),
      coalesce(booked.fees, 0) - coalesce(taken.fees, 0)
  ) moved (came, went, fees)
  where moved.came <> 0 or moved.went <> 0 or moved.fees <> 0 or place = 'carrier' and booked.came <> booked.went
  order by place, name, method
$function$;

ALTER FUNCTION "private"."money_to_close"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_day_closes(p_tenant_id text, p_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id) then
    return;
  end if;
  insert into public.day_closes (tenant_id, day, is_opening) values (p_tenant_id, p_day - 1, true);
  insert into public.day_close_lines (tenant_id, day, place, name, method, came, went, fees, held, expected)
  select p_tenant_id, p_day - 1, placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees,
    case placed.place when 'carrier' then placed.came - placed.went end,
    case placed.place when 'carrier' then placed.went - placed.fees else placed.came - placed.went end
  from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select p_tenant_id, p_day - 1, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked;
end
$function$;

ALTER FUNCTION "private"."open_day_closes"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refusal_figures(p_lines private.decided_line[])
 RETURNS private.refusal_figures
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(distinct line.shipment_id), count(distinct line.shipment_id) filter (where line.is_refused),
    round(100.0 * count(distinct line.shipment_id) filter (where line.is_refused) / count(distinct line.shipment_id), 1),
    coalesce(round(sum(line.fee) filter (where line.is_refused), 2), 0), coalesce(sum(line.worth) filter (where line.is_refused), 0)
  from unnest(p_lines) line
$function$;

ALTER FUNCTION "private"."refusal_figures"(private.decided_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_counts(p_counted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_counted) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_counted) when 'array' then p_counted else '[]' end) counted
    where jsonb_typeof(counted) <> 'object' or not pg_input_is_valid(coalesce(counted ->> 'place', ''), 'public.money_place')
      or jsonb_typeof(counted -> 'name') is distinct from 'string' or jsonb_typeof(counted -> 'method') is distinct from 'string'
      or jsonb_typeof(counted -> 'expected') is distinct from 'number' or jsonb_typeof(counted -> 'amount') is distinct from 'number'
      or abs((counted ->> 'amount')::numeric) > 100000000
  ) then
    perform private.refuse('invalid_counts');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_counts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.close_day(p_tenant_id text, p_day date, p_counted jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.day_closes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_close public.day_closes := private.idempotent_result(
    null::public.day_closes, p_request_id, jsonb_build_array('close_day', p_tenant_id, p_day, p_counted, p_note));
begin
  if v_close.tenant_id is not null then
    return v_close;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_counts(p_counted);
  -- Two closes of one store, one after the other.
  perform 1 from public.tenants tenant where tenant.id = p_tenant_id for update;
  if p_day > private.shop_time(now())::date then
    perform private.refuse('day_not_begun');
  elsif exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id and closed.day >= p_day) then
    perform private.refuse('day_closed');
  end if;
  perform private.open_day_closes(p_tenant_id, p_day);
  insert into public.day_closes (tenant_id, day, closed_by, note, statement_differences, payment_differences)
  values (p_tenant_id, p_day, auth.uid(), left(btrim(coalesce(p_note, '')), 500),
    (select count(*) from public.settlement_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null),
    (select count(*) from public.payment_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null))
  returning * into v_close;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select booked.tenant_id, p_day, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.acts_to_close(p_tenant_id, p_day) booked;
  perform private.close_money(p_tenant_id, p_day, p_counted);
  return private.store_idempotent_result(p_request_id, v_close);
end
$function$;

ALTER FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.closer(p_close public.day_closes)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.staff_label(p_close.closed_by, p_close.tenant_id), '')
  where private.may(p_close.tenant_id, 'money.see')
$function$;

ALTER FUNCTION "public"."closer"(public.day_closes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.day_acts(p_tenant_ids text[], p_day date)
 RETURNS TABLE(tenant_id text, actor text, kind public.payment_entry_kind, entries bigint, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    return query
    select act.tenant_id, private.staff_label(act.actor_id, act.tenant_id), act.kind, act.entries, act.amount
    from (
      select closed.tenant_id, closed.actor_id, closed.kind, closed.entries, closed.amount
      from public.day_close_acts closed where closed.tenant_id = v_tenant_id and closed.day = p_day
      union all
      select booked.* from private.acts_to_close(v_tenant_id, p_day) booked
      where not exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day)
    ) act
    order by 2, 3;
  end loop;
end
$function$;

ALTER FUNCTION "public"."day_acts"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.day_money(p_tenant_ids text[], p_day date)
 RETURNS SETOF public.day_money
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    if exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day) then
      return query select line.tenant_id, line.place, line.name, line.method, line.came, line.went, line.fees, line.held,
          line.expected, line.counted, line.note
        from public.day_close_lines line
        where line.tenant_id = v_tenant_id and line.day = p_day order by line.place, line.name, line.method;
    else
      return query select * from private.money_to_close(v_tenant_id, p_day);
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "public"."day_money"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_refused_carriers(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(carrier text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.carrier, (grouped.figures).*
  from (
    select line.carrier, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.carrier
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.carrier;
end
$function$;

ALTER FUNCTION "public"."report_refused_carriers"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_refused_places(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(governorate text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.governorate, (grouped.figures).*
  from (
    select line.governorate, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.governorate
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.governorate;
end
$function$;

ALTER FUNCTION "public"."report_refused_places"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_refused_products(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, name text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.product_id, coalesce(products.name, grouped.name), (grouped.figures).*,
    private.translated_names(products.translations)
  from (
    select line.product_id, line.name, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.product_id, line.name
  ) grouped
  left join public.products on products.id = grouped.product_id
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.product_id, grouped.name
  limit greatest(p_limit, 1);
end
$function$;

ALTER FUNCTION "public"."report_refused_products"(text, date, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_rows(p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_places' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_places(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_carriers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_carriers(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from public.report_refused_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$function$;

ALTER TABLE "public"."day_close_lines" ADD CONSTRAINT "day_close_lines_pkey" PRIMARY KEY (tenant_id, day, place, name, method);

ALTER TABLE "public"."day_close_acts" ADD CONSTRAINT "day_close_acts_tenant_id_day_fkey" FOREIGN KEY (tenant_id, day) REFERENCES public.day_closes(tenant_id, day) ON DELETE CASCADE;

ALTER TABLE "public"."day_close_lines" ADD CONSTRAINT "day_close_lines_tenant_id_day_fkey" FOREIGN KEY (tenant_id, day) REFERENCES public.day_closes(tenant_id, day) ON DELETE CASCADE;

ALTER TABLE "public"."day_closes" ADD CONSTRAINT "day_closes_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE TRIGGER audited AFTER INSERT ON public.day_closes FOR EACH ROW WHEN ((NOT new.is_opening)) EXECUTE FUNCTION private.audit();

CREATE POLICY "Staff read who booked money on their store's closed days" ON "public"."day_close_acts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the money of their store's closed days" ON "public"."day_close_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's closed days" ON "public"."day_closes" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."acts_to_close"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acts_to_close"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_to_close"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_to_close"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_money"(text, date, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_money"(text, date, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_money"(text, date, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_money"(text, date, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_until"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_until"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_until"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_until"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."decided_lines"(text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decided_lines"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decided_lines"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decided_lines"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_to_close"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_to_close"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_to_close"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_to_close"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_day_closes"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_day_closes"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_day_closes"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_day_closes"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_figures"(private.decided_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_figures"(private.decided_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_figures"(private.decided_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_figures"(private.decided_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_counts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_counts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_counts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_counts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."closer"(public.day_closes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."closer"(public.day_closes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "service_role";

REVOKE ALL ON FUNCTION "public"."day_acts"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."day_acts"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."day_money"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."day_money"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_carriers"(text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_carriers"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_places"(text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_places"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_products"(text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_products"(text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "service_role";

GRANT SELECT ON TABLE "public"."day_close_acts" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_close_acts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_acts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_acts" TO "service_role";

GRANT SELECT ON TABLE "public"."day_close_lines" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_close_lines" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_lines" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_lines" TO "service_role";

GRANT SELECT ON TABLE "public"."day_closes" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_closes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_closes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_closes" TO "service_role";
