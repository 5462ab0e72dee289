set local check_function_bodies = off;

ALTER TABLE "public"."order_lines" DROP CONSTRAINT "order_lines_credited_check";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_returns";

DROP FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean);

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint);

DROP FUNCTION "private"."placed_cash_rule"(jsonb, uuid, jsonb, bigint, boolean, boolean);

DROP FUNCTION "private"."refuse_hoarding"(text, uuid, jsonb, private.priced_line[]);

DROP FUNCTION "private"."replacement_rate"(public.orders, private.priced_line[], public.shipping_method, public.payment_method, jsonb);

DROP FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb, jsonb);

DROP FUNCTION "private"."with_new_delivery"(public.orders, private.priced_edit, jsonb);

CREATE TABLE "private"."order_links" ("token_hash" bytea NOT NULL, "tenant_id" text NOT NULL, "order_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_links_pkey" PRIMARY KEY (token_hash));

ALTER TABLE "private"."order_links" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."order_links" OWNER TO "postgres";

ALTER TABLE "public"."order_lines" ADD COLUMN "discount_recounted" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "shipping_recounted" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."return_lines" ADD COLUMN "price_drop" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."return_lines" ADD COLUMN "credited" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."returns" ADD COLUMN "exchange_allowed" text NOT NULL DEFAULT ''::text;

CREATE TYPE "private"."cash_terms" AS ("requirement" public.cash_requirement, "reasons" jsonb, "overruled" text, "confirm_until" timestamp with time zone, "deposit" numeric);

ALTER TYPE "private"."cash_terms" OWNER TO "postgres";

CREATE TYPE "private"."offered_line" AS ("order_line_id" uuid, "price" numeric, "discount" numeric, "recounted" numeric);

ALTER TYPE "private"."offered_line" OWNER TO "postgres";

CREATE TYPE "private"."order_demand" AS ("tenant_id" text, "user_id" uuid, "by_staff" boolean, "order_id" uuid, "payment_method" text, "address" jsonb, "lines" private.priced_line[], "amount" bigint, "cash_there" boolean, "cash_overruled" text, "costs_more" boolean, "moves" boolean);

ALTER TYPE "private"."order_demand" OWNER TO "postgres";

CREATE TYPE "private"."recount" AS ("discount" numeric, "lines" jsonb, "fee" numeric, "code_lost" boolean);

ALTER TYPE "private"."recount" OWNER TO "postgres";

CREATE TYPE "private"."wanted_sizes" AS ("pieces" private.piece_count[], "lines" private.priced_line[], "rate" private.shipping_rate, "amount" bigint, "drops" jsonb, "cash" private.cash_terms);

ALTER TYPE "private"."wanted_sizes" OWNER TO "postgres";

-- In the order of the schema: rows of the type are built by position.
ALTER TYPE "private"."priced_edit" ADD ATTRIBUTE "recount" private.recount CASCADE;

ALTER TYPE "private"."priced_edit" ADD ATTRIBUTE "cash_there" boolean CASCADE;

ALTER TYPE "private"."priced_edit" ADD ATTRIBUTE "cash" private.cash_terms CASCADE;

CREATE OR REPLACE FUNCTION private.accounts_proven_by(p_tenant_id text, p_email text, p_phone text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select profile.id from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and p_email <> '' and profile.email = p_email and account.email_confirmed_at is not null
      and lower(private.original_email(account.email::text, p_tenant_id)) = p_email
    union
    select profile.id from auth.users account join public.profiles profile on profile.id = account.id
    where profile.tenant_id = p_tenant_id and p_phone <> '' and account.phone_confirmed_at is not null
      and account.phone = any (array['20' || p_phone, '+20' || p_phone, '0' || p_phone])
    limit 2
  );
end
$function$;

ALTER FUNCTION "private"."accounts_proven_by"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares);
  end if;
  perform private.write_new_way(p_order, p_edit.changes, p_priced.delivery);
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
  perform private.owe_back(p_order.id, jsonb_build_object('edit_id', p_edit.id));
end
$function$;

CREATE OR REPLACE FUNCTION private.book_what_came(p_order public.orders, p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
begin
  update public.returns set state = 'received', received_at = now(), decided_at = coalesce(decided_at, now()), updated_at = now()
  where id = p_return_id returning * into v_return;
  perform private.lock_goods(array[p_order.id]);
  perform private.restock(p_order.id, array(
    select row(piece.order_line_id, piece.received)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return_id and piece.fate = 'restock'
  ), 'returned');
  if v_return.replacement_order_id is null then
    perform private.take_pieces_back(p_order, p_return_id);
  else
    perform private.credit_price_drops(p_return_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_lines(p_order public.orders, p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
begin
  perform private.require_open_pieces(p_pieces, 'too_few_to_cancel');
  perform private.lock_goods(array[p_order.id]);
  for v_line in
    select line.* from public.order_lines line join unnest(p_pieces) piece on piece.order_line_id = line.id
    order by line.position
  loop
    update public.order_lines line set cancelled = line.cancelled + piece.quantity
    from unnest(p_pieces) piece where line.id = v_line.id and piece.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line);
  end loop;
  perform private.restock(p_order.id, p_pieces, 'cancelled');
  if not exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.cancelled < line.quantity
  ) then
    perform private.give_place_back(p_order);
  end if;
  if private.is_gone(p_order.id) then
    perform private.credit_delivery_fee(p_order.id);
  else
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.cash_terms_of(p_demand private.order_demand)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_overruled constant text := left(btrim(coalesce(case when p_demand.by_staff then p_demand.cash_overruled end, '')), 500);
  v_order public.orders;
  v_rule jsonb;
  v_terms private.cash_terms := row('none', '[]', '', null, 0);
begin
  if p_demand.payment_method <> 'cash_on_delivery' or p_demand.amount <= 0
    or p_demand.order_id is not null and not (p_demand.costs_more or p_demand.moves) then
    return case when p_demand.order_id is null then v_terms end;
  end if;
  v_rule := case when p_demand.cash_there is false then private.no_cash_there() else private.cash_rule(
    p_demand.tenant_id, p_demand.user_id, p_demand.address ->> 'phone', p_demand.address ->> 'governorate',
    private.pounds(p_demand.amount)) end;
  v_terms.requirement := v_rule ->> 'requirement';
  v_terms.reasons := v_rule -> 'reasons';
  if p_demand.order_id is not null then
    select orders.* into v_order from public.orders where orders.id = p_demand.order_id;
    if v_terms.requirement <= v_order.cash_requirement or v_order.cash_reasons @> v_terms.reasons then
      return null;
    end if;
  end if;
  if v_terms.requirement = 'pay_before' and v_overruled = '' then
    perform private.refuse('cash_not_open',
      (v_rule #> '{reasons,0}') - 'rule' || jsonb_build_object('reason', v_rule #>> '{reasons,0,rule}'));
  end if;
  v_terms.overruled := v_overruled;
  if v_overruled <> '' or p_demand.by_staff and v_terms.requirement <> 'deposit' then
    v_terms.requirement := 'none';
  end if;
  if v_terms.requirement in ('confirm', 'deposit') then
    v_terms.confirm_until := now() + interval '1 hour' * (v_rule ->> 'hours')::integer;
  end if;
  if v_terms.requirement = 'deposit' then
    v_terms.deposit := (v_rule ->> 'deposit')::numeric;
  end if;
  return v_terms;
end
$function$;

ALTER FUNCTION "private"."cash_terms_of"(private.order_demand) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.changed_order_demand(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_promised boolean)
 RETURNS private.order_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant jsonb := case when p_changes ?| '{address,address_id}'
    then private.order_address(p_order.tenant_id, p_order.user_id, p_changes) else p_order.address end;
  v_total constant numeric := p_order.charged + p_edit.difference;
  v_credit constant numeric := coalesce((
    select sum(entry.amount) from public.payment_entries entry where entry.order_id = p_order.id and entry.kind = 'credit_used'
  ), 0);
begin
  return row(
    p_order.tenant_id, p_order.user_id, p_promised or private.order_actor(p_order) <> 'shopper', p_order.id,
    p_order.payment_method::text, v_address, array(
      select jsonb_populate_record(null::private.priced_line, jsonb_build_object('line', line.position, 'product_id', line.product_id,
        'name', line.name, 'quantity', private.kept_pieces(line) - coalesce(piece.quantity, 0)))
      from public.order_lines line left join unnest(p_edit.pieces) piece on piece.order_line_id = line.id
      where line.order_id = p_order.id
    ) || p_edit.lines,
    case when v_total <= p_order.received - p_order.given_back then 0 else private.piastres(v_total - v_credit) end,
    coalesce(p_edit.cash_there, true), p_changes ->> 'cash_overruled', p_edit.difference > 0,
    private.national_digits(v_address ->> 'phone') is distinct from private.national_digits(p_order.address ->> 'phone')
      or private.address_key(v_address) <> private.address_key(p_order.address) or ((p_edit.delivery).rate).method is not null
  )::private.order_demand;
end
$function$;

ALTER FUNCTION "private"."changed_order_demand"(public.orders, private.priced_edit, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gone_pieces(p_before public.order_lines, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_recounted numeric;
  v_amount numeric;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  v_recounted := private.recounted_of_pieces(p_before,
    greatest(private.kept_pieces(p_before) - private.kept_pieces(v_line), 0));
  v_amount := private.line_worth(v_line, v_line.cancelled + v_line.refused + v_line.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.refused + p_before.returned) + v_recounted;
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  -- What was taken off the price without pieces, of the line or as goodwill, is not taken off again.
  v_amount := greatest(
    least(v_amount, v_line.net - v_line.credited, v_order.charged), -v_line.credited - v_line.discount_recounted);
  update public.order_lines set credited = credited + v_amount, discount_recounted = discount_recounted - v_recounted
  where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_amount, p_links);
  return v_amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_price_drops(p_return_id uuid, p_sign integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_piece record;
  v_amount numeric;
begin
  for v_piece in
    select piece.price_drop, piece.received, piece.credited, line, orders as of_order
    from public.return_lines piece
    join public.order_lines line on line.id = piece.order_line_id
    join public.orders on orders.id = line.order_id
    where piece.return_id = p_return_id and piece.price_drop > 0 order by line.position
  loop
    v_amount := case when p_sign > 0
      then least(v_piece.price_drop * v_piece.received, (v_piece.line).net - (v_piece.line).credited, (v_piece.of_order).charged)
        - v_piece.credited
      else -v_piece.credited end;
    update public.return_lines set credited = return_lines.credited + v_amount
    where return_id = p_return_id and order_line_id = (v_piece.line).id;
    update public.order_lines set credited = order_lines.credited + v_amount where id = (v_piece.line).id;
    perform private.book_money(v_piece.of_order, 'charged', -v_amount, jsonb_build_object('return_id', p_return_id));
  end loop;
end
$function$;

ALTER FUNCTION "private"."credit_price_drops"(uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.customer_of_order(p_tenant_id text, p_customer jsonb, OUT user_id uuid, OUT name text, OUT email text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := coalesce(private.national_digits(p_customer ->> 'phone'), '');
  v_name constant text := btrim(coalesce(p_customer ->> 'name', ''));
  v_email constant text := lower(btrim(coalesce(p_customer ->> 'email', '')));
  v_found uuid[];
begin
  name := v_name;
  email := v_email;
  if p_customer ->> 'user_id' is not null then
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id and profile.id::text = lower(p_customer ->> 'user_id'));
    if cardinality(v_found) = 0 then
      perform private.refuse('unknown_person');
    end if;
    if not exists (
      select 1 from auth.users account
      where account.id = v_found[1] and coalesce(account.email_confirmed_at, account.phone_confirmed_at) is not null
    ) then
      perform private.refuse('customer_not_proven');
    end if;
  elsif v_name = '' or length(v_name) > 120 or v_email = '' and not private.is_egyptian_phone(coalesce(p_customer ->> 'phone', '')) then
    perform private.refuse('invalid_customer');
  elsif v_email <> '' and (length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$') then
    perform private.refuse('invalid_customer', '{"reason": "email"}');
  else
    v_found := private.accounts_proven_by(p_tenant_id, v_email, v_phone);
  end if;
  -- Of two who share a number it is neither.
  if cardinality(v_found) = 1 then
    select profile.id, coalesce(nullif(v_name, ''), profile.name, ''),
      coalesce(nullif(v_email, ''), case when account.email_confirmed_at is not null then profile.email end, '')
    into user_id, name, email
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and profile.id = v_found[1];
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.goods_of(p_lines private.priced_line[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(line.unit * line.quantity), 0)::bigint from unnest(p_lines) line
$function$;

ALTER FUNCTION "private"."goods_of"(private.priced_line[]) OWNER TO "postgres";

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
  v_status public.order_status;
  v_order public.orders;
begin
  v_status := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key,
    document_hash, placed_by, channel, manual_discount, manual_discount_reason, tax_rate, cash_requirement, cash_reasons,
    cash_overruled, confirm_until, deposit, days_from, days_to, is_test
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_status,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, p_address,
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_status = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    p_order ->> 'idempotency_key', jsonb_hash_extended(p_order, 0), p_placed_by,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), coalesce(left(p_order #>> '{manual_discount,reason}', 500), ''),
    private.vat_rate(p_priced.payment),
    p_cash.requirement, p_cash.reasons, p_cash.overruled, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, private.cash_terms, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document bigint, p_cash private.cash_terms)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem private.priced_line;
  v_goods constant numeric := private.pounds(private.goods_of(p_lines));
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, p_key, p_document,
    (select private.vat_rate(settings.payment) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

ALTER FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kept_grams(p_order_id uuid, p_pieces private.piece_count[], p_added private.priced_line[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select sum(variant.weight_grams::bigint * (private.kept_pieces(line) - coalesce(piece.quantity, 0)))
    from public.order_lines line
    join public.product_variants variant on variant.id = line.variant_id
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id
  ), 0) + private.grams_of(p_added);
end
$function$;

ALTER FUNCTION "private"."kept_grams"(uuid, private.piece_count[], private.priced_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kept_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_line.quantity - p_line.cancelled - p_line.refused - p_line.returned
$function$;

ALTER FUNCTION "private"."kept_pieces"(public.order_lines) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.new_order_demand(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_address jsonb, p_by_staff boolean)
 RETURNS private.order_demand
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(
    p_order ->> 'tenant_id', p_user_id, p_by_staff, null, p_order ->> 'payment_method', p_address, p_priced.lines,
    p_priced.total - p_priced.credit_used, ((p_priced.delivery).rate).cash_allowed, p_order ->> 'cash_overruled', true, true
  )::private.order_demand
$function$;

ALTER FUNCTION "private"."new_order_demand"(jsonb, private.priced_order, uuid, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.new_order_link(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Twice 122 random bits.
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if p_order.user_id is not null or p_order.placed_by is null then
    return null;
  end if;
  insert into private.order_links (token_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_order.tenant_id, p_order.id);
  return v_token;
end
$function$;

ALTER FUNCTION "private"."new_order_link"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offered_lines(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[], p_shares private.line_share[])
 RETURNS private.offered_line[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What staff took off by hand is no offer.
  v_code constant numeric := coalesce(p_order.discount_total / nullif(p_order.discount_total + p_order.manual_discount, 0), 0);
begin
  return array(
    select row(line.id, line.unit_price * kept.pieces, round(line.discount_share * v_code * kept.pieces / line.quantity, 2),
      line.discount_recounted - private.recounted_of_pieces(line, kept.before - kept.pieces))::private.offered_line
    from public.order_lines line
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    cross join lateral (
      select private.kept_pieces(line) as before, private.kept_pieces(line) - coalesce(piece.quantity, 0) as pieces
    ) kept
    where line.order_id = p_order.id and kept.pieces > 0
    union all
    select row(null, private.pounds(added.unit * added.quantity),
      round(private.pounds(coalesce(share.discount, 0)) * v_code, 2), 0)::private.offered_line
    from unnest(p_added) added left join unnest(p_shares) share on share.line = added.line
  );
end
$function$;

ALTER FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_drops(p_pieces private.piece_count[], p_lines private.priced_line[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(dropped.id, -dropped.more) filter (where dropped.more < 0), '{}')
  from (
    select old_line.id, private.size_difference(old_line, new_variant) as more
    from (
      select sold.*, row_number() over (order by sold.position) - 1 as place
      from unnest(p_pieces) piece join public.order_lines sold on sold.id = piece.order_line_id
    ) ordered
    join public.order_lines old_line on old_line.id = ordered.id
    join unnest(p_lines) wanted on wanted.line = ordered.place
    join public.product_variants new_variant on new_variant.id = wanted.variant_id
  ) dropped
$function$;

ALTER FUNCTION "private"."price_drops"(private.piece_count[], private.priced_line[]) OWNER TO "postgres";

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
  v_edit.recount := row(0, '{}', 0, false);
  if v_add <> '[]' then
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_settings.customization, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_kept_prices(p_order, v_edit, v_add);
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - private.worth_of_lines(v_edit.pieces);
  if cardinality(v_edit.lines) > 0 or cardinality(v_edit.pieces) > 0 then
    v_edit.recount := private.recount_of(p_order, v_edit.pieces, v_edit.lines, v_edit.shares);
  end if;
  v_edit := private.with_delivery(p_order, v_edit, p_changes, v_settings.shipping);
  v_edit.difference := v_edit.difference + (v_edit.recount).discount + (v_edit.recount).fee;
  return private.with_order_rules(p_order, v_edit, private.changed_order_demand(p_order, v_edit, p_changes, p_promised), v_settings.payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_sizes(p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method)
 RETURNS private.wanted_sizes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_sizes jsonb;
  v_delivery private.delivery;
  v_wanted private.wanted_sizes;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_old.tenant_id;
  v_wanted.pieces := private.pieces_in_other_sizes(p_old.id, p_lines);
  select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, '')) into v_sizes
  from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null;
  v_wanted.lines := private.replacement_lines(v_wanted.pieces, v_sizes);
  perform private.require_returnable(p_old, v_wanted.pieces, 'size_exchange');
  perform private.require_exchanged(p_old, v_wanted.pieces);
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings.shipping, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.amount := private.goods_of(v_wanted.lines) + (v_wanted.rate).price;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, false, null, p_payment::text, p_old.address, v_wanted.lines, v_wanted.amount,
    (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings.payment);
  return v_wanted;
end
$function$;

ALTER FUNCTION "private"."price_sizes"(public.orders, jsonb, public.payment_method, public.shipping_method) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_of(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[] DEFAULT '{}'::private.priced_line[], p_shares private.line_share[] DEFAULT '{}'::private.line_share[])
 RETURNS private.recount
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines constant private.offered_line[] := private.offered_lines(p_order, p_pieces, p_added, p_shares);
  v_recount private.recount := row(0, '{}', 0, false);
  v_returns jsonb;
  v_price numeric;
  v_discount numeric;
begin
  if cardinality(v_lines) = 0 or exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed + line.sent + line.refused > 0
  ) then
    return v_recount;
  end if;
  select settings.returns into v_returns from public.settings where settings.tenant_id = p_order.tenant_id;
  select sum(line.price), sum(line.discount) into v_price, v_discount from unnest(v_lines) line;
  v_recount.code_lost := coalesce((v_returns ->> 'recountsCodes')::boolean, false) and exists (
    select 1 from public.discounts code
    where code.id = p_order.discount_id and p_order.subtotal >= code.minimum_subtotal and v_price < code.minimum_subtotal
  );
  select coalesce(sum(owed.more), 0),
    coalesce(jsonb_object_agg(owed.id, owed.more) filter (where owed.id is not null and owed.more <> 0), '{}')
  into v_recount.discount, v_recount.lines
  from (
    select line.order_line_id as id, case when v_recount.code_lost then line.discount else 0 end - line.recounted as more
    from unnest(v_lines) line
  ) owed;
  v_recount.fee := private.recounted_fee(p_order, v_recount.code_lost,
    case when (v_returns ->> 'recountsDelivery')::boolean
      then v_price - case when v_recount.code_lost then 0 else v_discount end
      else greatest(v_price, p_order.subtotal) - p_order.discount_total end,
    private.kept_grams(p_order.id, p_pieces, p_added)) - p_order.shipping_recounted;
  return v_recount;
end
$function$;

ALTER FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_offers(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_recount private.recount;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_recount := private.recount_of(v_order, '{}');
  if v_recount.discount = 0 and v_recount.fee = 0 and v_recount.lines = '{}' then
    return;
  end if;
  update public.order_lines line set discount_recounted = line.discount_recounted + owed.more::numeric,
    credited = line.credited - owed.more::numeric
  from jsonb_each_text(v_recount.lines) owed (id, more) where line.id = owed.id::uuid;
  update public.orders set shipping_difference = shipping_difference + v_recount.fee,
    shipping_recounted = shipping_recounted + v_recount.fee
  where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_recount.discount + v_recount.fee);
  perform private.remark_on_order(v_order, 'offers_recounted', jsonb_build_object('amount', v_recount.discount + v_recount.fee));
end
$function$;

ALTER FUNCTION "private"."recount_offers"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recounted_fee(p_order public.orders, p_code_lost boolean, p_goods numeric, p_grams bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipping constant jsonb := (select settings.shipping from public.settings where settings.tenant_id = p_order.tenant_id);
  v_free constant boolean := exists (
    select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping');
  v_sold bigint;
  v_kept bigint;
begin
  if p_order.replaces_order_id is not null or p_order.shipping_credited > 0
    or p_order.shipping_total + p_order.shipping_difference <> p_order.shipping_recounted then
    return p_order.shipping_recounted;
  end if;
  v_sold := ((private.delivery_of(p_order.tenant_id, v_shipping, p_order.address, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_shipping, p_order.address, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
end
$function$;

ALTER FUNCTION "private"."recounted_fee"(public.orders, boolean, numeric, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recounted_of_pieces(p_line public.order_lines, p_pieces integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_line.discount_recounted - case when private.kept_pieces(p_line) > 0
    then round(p_line.discount_recounted * greatest(private.kept_pieces(p_line) - p_pieces, 0) / private.kept_pieces(p_line), 2)
    else p_line.discount_recounted end
$function$;

ALTER FUNCTION "private"."recounted_of_pieces"(public.order_lines, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_hoarding(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone text := private.national_digits(p_demand.address ->> 'phone');
  v_address text := private.address_key(p_demand.address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_demand.tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Orders to one phone number or address wait for each other, always in the same order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_demand.tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select id from public.orders
      where tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_demand.user_id and not is_test
        and (private.national_digits(address ->> 'phone') = v_phone or private.address_key(address) = v_address)
    );
  end if;
  if cardinality(v_own) >= v_orders_limit and p_demand.order_id is null then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit and (v_there <> '{}' or p_demand.order_id is null) then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - refused), 0) as pieces,
      coalesce(sum(quantity - cancelled - refused) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$function$;

ALTER FUNCTION "private"."refuse_hoarding"(private.order_demand) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replacement_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  select * into v_return from public.returns
  where tenant_id = new.tenant_id and replacement_order_id = new.id;
  if not found then
    return null;
  end if;
  -- Locked by whoever cancels, with private.lock_orders.
  select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
  update public.returns set replacement_order_id = null,
    state = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then 'closed'::public.return_state
      else state end,
    closed_at = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then now() else closed_at end,
    updated_at = now()
  where id = v_return.id returning * into v_return;
  if v_return.state = 'received' then
    perform private.credit_price_drops(v_return.id, -1);
    perform private.take_pieces_back(v_old, v_return.id);
    perform private.owe_back(v_old.id, jsonb_build_object('return_id', v_return.id));
  else
    perform private.refresh_order(v_old.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.replacement_lines(p_pieces private.piece_count[], p_sizes jsonb)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(
      row_number() over (order by line.position) - 1, line.product_id, (chosen.variant).id,
      coalesce((chosen.variant).sku, line.sku),
      private.variant_name((chosen.variant).option1, (chosen.variant).option2, (chosen.variant).option3),
      line.customization_id, piece.quantity, line.name, line.image,
      greatest(private.size_difference(line, chosen.variant), 0), null, (chosen.variant).stock, line.color,
      coalesce(chosen.size, wanted.size, line.size), line.type, coalesce(chosen.options, line.options),
      line.customization -> 'design', line.customization ->> 'preview',
      case
        when p_sizes ? line.id::text and (coalesce(btrim(wanted.size), '') = '' or length(wanted.size) > 200) then 'unknown_option'
        when line.product_id is null and line.customization is null then 'unknown_product'
        when chosen.problem is not null then 'unknown_option'
        when sum(piece.quantity) over (partition by (chosen.variant).id) > (chosen.variant).stock then 'out_of_stock'
      end,
      (chosen.variant).weight_grams::bigint * piece.quantity,
      private.merged_option_words(private.sold_translations(line.product_id, chosen.options), line.translations), line.garment
    )::private.priced_line
    from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    cross join lateral (select p_sizes ->> line.id::text as size) wanted
    left join lateral private.choose_variant(line.product_id, null, wanted.size, line.color, line.type, line.variant_id) chosen
      on line.product_id is not null
    order by line.position
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.require_changeable_terms(p_order public.orders, p_terms private.cash_terms)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_terms.requirement = 'deposit' or p_terms.requirement = 'confirm' and p_order.stage <> 'pending' then
    perform private.refuse('change_asks_more', jsonb_build_object('reason', p_terms.requirement));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_changeable_terms"(public.orders, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_changes(p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_changes) is distinct from 'object'
    or p_changes - '{add,remove,address,address_id,shipping_method,slot_id,slot_date,note,expected_difference,cash_overruled}'::text[] <> '{}'
    or p_changes - '{expected_difference,cash_overruled}'::text[] = '{}'
    or coalesce(jsonb_typeof(p_changes -> 'add'), 'array') <> 'array' or jsonb_array_length(private.listed(p_changes -> 'add')) > 100
    or coalesce(jsonb_typeof(p_changes -> 'remove'), 'array') <> 'array' then
    perform private.refuse('invalid_change');
  end if;
  if length(p_changes ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  if p_changes ? 'shipping_method' and coalesce(p_changes ->> 'shipping_method', '') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_exchanged(p_order public.orders, p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_number text;
begin
  select replaced.number into v_number
  from (
    select piece.quantity, piece.received, asked.order_id, row_number() over (order by line.position) - 1 as position
    from public.returns asked
    join public.return_lines piece on piece.return_id = asked.id
    join public.order_lines line on line.id = piece.order_line_id
    where asked.tenant_id = p_order.tenant_id and asked.replacement_order_id = p_order.id and asked.exchange_allowed = ''
  ) given
  join public.order_lines line on line.order_id = p_order.id and line.position = given.position
  join unnest(p_pieces) wanted on wanted.order_line_id = line.id
  join public.orders replaced on replaced.id = given.order_id
  where given.received < given.quantity limit 1;
  if found then
    perform private.refuse('exchange_outstanding', jsonb_build_object('number', v_number));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_order_rules(p_demand private.order_demand, p_settings jsonb)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_demand.by_staff then
    perform private.refuse_blocked(p_demand.tenant_id, p_demand.user_id);
  end if;
  if p_demand.costs_more then
    perform private.require_open_payment(p_settings, p_demand.payment_method, private.pounds(p_demand.amount));
    if p_demand.user_id is null and p_demand.payment_method = 'online' then
      perform private.refuse('payment_closed');
    end if;
  end if;
  if p_demand.amount > 0 and (p_demand.order_id is null or p_demand.moves) and not p_demand.by_staff then
    perform private.refuse_hoarding(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
end
$function$;

ALTER FUNCTION "private"."require_order_rules"(private.order_demand, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_new_pieces(p_order public.orders, p_return public.returns)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new public.orders;
  v_pieces constant private.piece_count[] := array(
    select row(piece.order_line_id, piece.quantity)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return.id
  );
begin
  perform private.require_exchanged(p_order, v_pieces);
  perform private.lock_goods(array[p_order.id]);
  v_new := private.insert_replacement(p_order, private.replacement_lines(v_pieces, '{}'), 'cash_on_delivery', 'standard', 0,
    private.usual_rate(p_order), 'confirmed', gen_random_uuid()::text, null, row('none', '[]', '', null, 0));
  perform private.refresh_order(v_new.id);
  return v_new.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.size_difference(p_line public.order_lines, p_variant public.product_variants)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.piastres(coalesce(p_variant.price, product.price) - coalesce(sold.price, product.price)), 0)
  from public.product_variants sold join public.products product on product.id = sold.product_id
  where sold.id = p_line.variant_id
$function$;

ALTER FUNCTION "private"."size_difference"(public.order_lines, public.product_variants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_shipping jsonb)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.address;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end) into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_shipping, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.address ->> 'governorate', p_order.address ->> 'city') then
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
  -- What sends faulty pieces again costs nothing anywhere.
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

ALTER FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb) OWNER TO "postgres";

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
      p_edit.shares := p_edit.shares || v_share;
      v_taken := v_taken || jsonb_build_object(
        v_old.id::text, coalesce((v_taken ->> v_old.id::text)::integer, 0) + v_line.quantity);
    end if;
  end loop;
  return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_order_rules(p_order public.orders, p_edit private.priced_edit, p_demand private.order_demand, p_settings jsonb)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  p_edit.cash := private.require_order_rules(p_demand, p_settings);
  perform private.require_changeable_terms(p_order, p_edit.cash);
  return p_edit;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    p_edit.problems := jsonb_build_array(v_refusal) || p_edit.problems;
    return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_of_lines(p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(least(private.worth_of_pieces(line, piece.quantity), line.net - line.credited)), 0)
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
$function$;

ALTER FUNCTION "private"."worth_of_lines"(private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_of_pieces(p_line public.order_lines, p_pieces integer)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_gone constant integer := p_line.cancelled + p_line.refused + p_line.returned;
begin
  return private.line_worth(p_line, v_gone + p_pieces) - private.line_worth(p_line, v_gone)
    + private.recounted_of_pieces(p_line, p_pieces);
end
$function$;

CREATE OR REPLACE FUNCTION private.write_cash_terms(p_order_id uuid, p_terms private.cash_terms)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if p_terms.requirement is null then
    return;
  end if;
  update public.orders set cash_reasons = cash_reasons || p_terms.reasons, updated_at = now(),
    cash_requirement = greatest(cash_requirement, p_terms.requirement),
    cash_overruled = coalesce(nullif(p_terms.overruled, ''), cash_overruled),
    confirm_until = coalesce(p_terms.confirm_until, confirm_until)
  where orders.id = p_order_id returning * into v_order;
  if p_terms.requirement = 'confirm' then
    perform private.ask_to_confirm(v_order);
  end if;
end
$function$;

ALTER FUNCTION "private"."write_cash_terms"(uuid, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_price_drops(p_return_id uuid, p_drops jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.return_lines piece set price_drop = private.pounds(dropped.value::bigint)
  from jsonb_each_text(p_drops) dropped where piece.return_id = p_return_id and piece.order_line_id = dropped.key::uuid
$function$;

ALTER FUNCTION "private"."write_price_drops"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.allow_exchange(p_return_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('allow_exchange', p_return_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.lock_order_of_return(p_return_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_reason = '' then
    perform private.refuse('reason_required');
  end if;
  update public.returns set exchange_allowed = v_reason, updated_at = now()
  where id = p_return_id and replacement_order_id is not null;
  if not found then
    perform private.refuse('not_exchanged');
  end if;
  perform private.note_on_order(v_order, v_reason, true);
  perform private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$function$;

ALTER FUNCTION "public"."allow_exchange"(uuid, text, uuid) OWNER TO "postgres";

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
  if not exists (
    select 1 from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = v_order.tenant_id
  ) then
    perform private.refuse('no_profile');
  end if;
  perform private.require_aal();
  if v_order.user_id is null then
    update public.orders set user_id = auth.uid(), updated_at = now() where orders.id = v_order.id returning * into v_order;
    update public.discount_uses set user_id = auth.uid() where order_id = v_order.id;
    perform private.remark_on_order(v_order, 'claimed');
    perform private.settle_points(v_order);
  end if;
  return v_order.id;
end
$function$;

ALTER FUNCTION "public"."claim_order"(text) OWNER TO "postgres";

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
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$function$;

CREATE OR REPLACE FUNCTION public.place_order_for(p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_placed_id uuid;
  v_customer record;
  v_address jsonb;
  v_priced private.priced_order;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(v_tenant_id);
  perform private.require_aal();
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  select orders.id into v_placed_id from public.orders
  where orders.placed_by = v_staff_id and orders.tenant_id = v_tenant_id and orders.idempotency_key = v_key;
  if found then
    return private.placed_before(v_placed_id, jsonb_hash_extended(p_order, 0));
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- The customer's own orders wait for it, as they do for each other.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_priced := private.price_order(
    p_order, v_customer.user_id, true, v_address, private.manual_discount(p_order -> 'manual_discount'));
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, v_priced, v_customer.user_id, v_address, true), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_cash, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.order_json(v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
  v_order public.orders;
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(p_tenant_id);
  perform private.require_aal();
  v_document := private.test_order_document(p_tenant_id);
  select account.email, coalesce((
      select profile.name from public.profiles profile
      where profile.id = v_staff_id order by profile.tenant_id = p_tenant_id desc limit 1
    ), '') as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

CREATE OR REPLACE FUNCTION public.proven_customers(p_tenant_id text, p_typed text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_typed constant text := lower(btrim(coalesce(p_typed, '')));
begin
  perform private.require_customer_access(p_tenant_id);
  return query select unnest(private.accounts_proven_by(p_tenant_id, v_typed,
    case when private.is_egyptian_phone(v_typed) then private.national_digits(v_typed) else '' end));
end
$function$;

ALTER FUNCTION "public"."proven_customers"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.quote_cancellation(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(charged numeric, charged_then numeric, discount_owed numeric, delivery_owed numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_pieces private.piece_count[];
  v_recount private.recount := row(0, '{}', 0, false);
  v_then numeric := 0;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_aal();
  v_pieces := case when coalesce(p_lines, 'null') = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end;
  perform private.require_open_pieces(v_pieces, 'too_few_to_cancel');
  if exists (
    select 1 from public.order_lines line left join unnest(v_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.refused + coalesce(piece.quantity, 0) < line.quantity)
  ) then
    v_recount := private.recount_of(v_order, v_pieces);
    v_then := greatest(v_order.charged - private.worth_of_lines(v_pieces), 0) + v_recount.discount + v_recount.fee;
  end if;
  return query select v_order.charged, v_then, v_recount.discount, v_recount.fee, greatest(
    v_order.charged + private.overpaid(p_order_id) - v_then, 0);
end
$function$;

ALTER FUNCTION "public"."quote_cancellation"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.quote_edit(p_order_id uuid, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_edit private.priced_edit;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_aal();
  v_edit := private.price_edit(v_order, p_changes);
  return jsonb_build_object(
    'difference', v_edit.difference, 'total', v_order.charged + v_edit.difference, 'problems', v_edit.problems,
    'cash', coalesce((v_edit.cash).requirement, 'none'));
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS TABLE(goods numeric, delivery numeric, total numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders;
  v_wanted private.wanted_sizes;
begin
  select orders.* into v_old from public.orders where orders.id = p_order_id and orders.user_id = auth.uid();
  if v_old.id is null then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_aal();
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  return query select private.pounds(private.goods_of(v_wanted.lines)), private.pounds((v_wanted.rate).price),
    private.pounds(v_wanted.amount), private.pounds(coalesce((
      select sum((dropped.value)::bigint * piece.quantity) from jsonb_each_text(v_wanted.drops) dropped
      join unnest(v_wanted.pieces) piece on piece.order_line_id::text = dropped.key
    ), 0)::bigint);
end
$function$;

ALTER FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_stage public.order_status := 'pending';
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  select * into v_new from public.orders
  where user_id = v_old.user_id and tenant_id = v_old.tenant_id and idempotency_key = p_idempotency_key;
  if found then
    return private.placed_before(v_new.id, v_document);
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  if v_wanted.amount > 0 and (p_payment_method <> 'cash_on_delivery' or (v_wanted.cash).requirement = 'deposit') then
    v_stage := 'awaiting_payment';
  end if;
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds((v_wanted.rate).price), v_wanted.rate, v_stage, p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.order_json(v_new);
end
$function$;

CREATE OR REPLACE FUNCTION public.take_order_messages(p_limit integer DEFAULT 10, p_channel public.message_channel DEFAULT 'email'::public.message_channel)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken uuid[];
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_messages();
  with due as (
    select id from public.order_messages
    where channel = p_channel and sent_at is null and expired_at is null and failed_at is null and due_at <= now()
      and attempts < case p_channel when 'email' then 12 else 5 end
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_messages set attempts = order_messages.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_messages.id = due.id
    returning order_messages.id
  )
  select array_agg(taken.id) into v_taken from taken;
  if p_channel = 'email' then
    perform private.give_papers(v_taken);
  end if;
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'recipient', taken.recipient, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'attempts', taken.attempts,
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (taken.papers)
    ),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'remark', case when taken.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) end,
    'bank_details', case when taken.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and (settings.payment ->> 'bankTransfer')::boolean)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(taken.kind, coalesce(taken.about_id, taken.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when taken.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  ) order by taken.created_at, taken.id) into v_mails
  from public.order_messages taken join public.orders on orders.id = taken.order_id
  left join public.settings on settings.tenant_id = taken.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where taken.id = any (v_taken);
  return coalesce(v_mails, '[]');
end
$function$;

ALTER TABLE "private"."order_links" ADD CONSTRAINT "order_links_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_check2" CHECK (((discount_recounted >= (0)::numeric) AND (discount_recounted <= discount_share)));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_credited" CHECK ((credited >= (- discount_share)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_shipping_recounted_check" CHECK ((shipping_recounted >= (0)::numeric));

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_credited_check" CHECK ((credited >= (0)::numeric));

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_price_drop_check" CHECK ((price_drop >= (0)::numeric));

ALTER TABLE "public"."returns" ADD CONSTRAINT "returns_exchange_allowed_check" CHECK ((length(exchange_allowed) <= 500));

CREATE INDEX order_links_by_order ON private.order_links USING btree (tenant_id, order_id);

REVOKE ALL ON FUNCTION "private"."accounts_proven_by"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accounts_proven_by"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."accounts_proven_by"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."accounts_proven_by"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_terms_of"(private.order_demand) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_terms_of"(private.order_demand) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_terms_of"(private.order_demand) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_terms_of"(private.order_demand) TO "service_role";

REVOKE ALL ON FUNCTION "private"."changed_order_demand"(public.orders, private.priced_edit, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_order_demand"(public.orders, private.priced_edit, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."changed_order_demand"(public.orders, private.priced_edit, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."changed_order_demand"(public.orders, private.priced_edit, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."credit_price_drops"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_price_drops"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_price_drops"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_price_drops"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."goods_of"(private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."goods_of"(private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."goods_of"(private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."goods_of"(private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, private.cash_terms, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, private.cash_terms, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, private.cash_terms, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, private.cash_terms, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_grams"(uuid, private.piece_count[], private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_grams"(uuid, private.piece_count[], private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_grams"(uuid, private.piece_count[], private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_grams"(uuid, private.piece_count[], private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_pieces"(public.order_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_pieces"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_pieces"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_pieces"(public.order_lines) TO "service_role";

REVOKE ALL ON FUNCTION "private"."new_order_demand"(jsonb, private.priced_order, uuid, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_order_demand"(jsonb, private.priced_order, uuid, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_order_demand"(jsonb, private.priced_order, uuid, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_order_demand"(jsonb, private.priced_order, uuid, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."new_order_link"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_order_link"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_order_link"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_order_link"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_drops"(private.piece_count[], private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_drops"(private.piece_count[], private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_drops"(private.piece_count[], private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_drops"(private.piece_count[], private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_sizes"(public.orders, jsonb, public.payment_method, public.shipping_method) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_sizes"(public.orders, jsonb, public.payment_method, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_sizes"(public.orders, jsonb, public.payment_method, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_sizes"(public.orders, jsonb, public.payment_method, public.shipping_method) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_of"(public.orders, private.piece_count[], private.priced_line[], private.line_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recount_offers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_offers"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_offers"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_offers"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recounted_fee"(public.orders, boolean, numeric, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recounted_fee"(public.orders, boolean, numeric, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recounted_fee"(public.orders, boolean, numeric, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recounted_fee"(public.orders, boolean, numeric, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recounted_of_pieces"(public.order_lines, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recounted_of_pieces"(public.order_lines, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recounted_of_pieces"(public.order_lines, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recounted_of_pieces"(public.order_lines, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_hoarding"(private.order_demand) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_hoarding"(private.order_demand) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_hoarding"(private.order_demand) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_hoarding"(private.order_demand) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_changeable_terms"(public.orders, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_changeable_terms"(public.orders, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_changeable_terms"(public.orders, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_changeable_terms"(public.orders, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."size_difference"(public.order_lines, public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."size_difference"(public.order_lines, public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."size_difference"(public.order_lines, public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."size_difference"(public.order_lines, public.product_variants) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_kept_prices"(public.orders, private.priced_edit, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."worth_of_lines"(private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."worth_of_lines"(private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_lines"(private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_lines"(private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_cash_terms"(uuid, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_cash_terms"(uuid, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_cash_terms"(uuid, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_cash_terms"(uuid, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_price_drops"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_price_drops"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_price_drops"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_price_drops"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_order"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_order"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_order"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_order"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_order"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."proven_customers"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proven_customers"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."proven_customers"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."proven_customers"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."proven_customers"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_cancellation"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_cancellation"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_cancellation"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_cancellation"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_cancellation"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_size_replacement"(uuid, jsonb, public.payment_method, public.shipping_method) TO "service_role";

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_returns" CHECK (((jsonb_typeof(returns) = 'object'::text) AND private.is_day_count((returns -> 'returnDays'::text)) AND private.is_day_count((returns -> 'faultDays'::text)) AND ((NOT (returns ? 'keepsDeliveryFee'::text)) OR private.is_flag((returns -> 'keepsDeliveryFee'::text))) AND ((NOT (returns ? 'recountsCodes'::text)) OR private.is_flag((returns -> 'recountsCodes'::text))) AND ((NOT (returns ? 'recountsDelivery'::text)) OR private.is_flag((returns -> 'recountsDelivery'::text)))));

insert into private.refusal_messages (code, reason, message) values
  ('change_asks_more', 'confirm', 'After this change the order has to be confirmed again before it is sent. Write to the store, which makes it for you.'),
  ('change_asks_more', 'deposit', 'After this change part of the order has to be paid before it is sent. Write to the store, which makes it for you.'),
  ('customer_not_proven', '', 'This account has confirmed neither its email address nor its phone number. Ask the customer for them and enter what they say.'),
  ('unknown_order_link', '', 'This link has expired, or its order is in another account already.'),
  ('exchange_outstanding', '', 'This piece was sent for one of order {number} that has not come back yet. It can be exchanged once the store has that one.'),
  ('not_exchanged', '', 'Nothing was sent for the pieces of this return.');
delete from private.refusal_messages where code = 'already_replaced';
