-- Messages to phones have limits of an hour, unpaid goods a share, and the contact form a share for each client. Messages that wait
-- already count as those to people who are known; orders that are there have no client. The form counts anew from now on.

set local check_function_bodies = off;

DROP INDEX "public"."conversations_written";

DROP FUNCTION "public"."send_contact_message"(text, text, text, text, text);

CREATE TABLE "private"."contact_senders" ("conversation_id" uuid NOT NULL, "tenant_id" text NOT NULL, "mailbox" text NOT NULL, "client" text, "network" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "contact_senders_pkey" PRIMARY KEY (conversation_id));

ALTER TABLE "private"."contact_senders" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."contact_senders" OWNER TO "postgres";

CREATE TABLE "private"."order_clients" ("order_id" uuid NOT NULL, "tenant_id" text NOT NULL, "client" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_clients_pkey" PRIMARY KEY (order_id));

ALTER TABLE "private"."order_clients" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."order_clients" OWNER TO "postgres";

CREATE TABLE "private"."phone_sends" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "tenant_id" text NOT NULL, "user_id" uuid, "client" text, "to_stranger" boolean NOT NULL, "sent_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "phone_sends_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."phone_sends" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."phone_sends" OWNER TO "postgres";

ALTER TABLE "public"."order_messages" ADD COLUMN "to_stranger" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."order_messages" ADD COLUMN "held_at" timestamp with time zone;

ALTER TABLE "public"."staff_settings" ADD COLUMN "phone_messages_limit" integer NOT NULL DEFAULT 200;

ALTER TABLE "public"."staff_settings" ADD COLUMN "stranger_messages_limit" integer NOT NULL DEFAULT 20;

CREATE OR REPLACE FUNCTION private.cash_rule(p_tenant_id text, p_user_id uuid, p_phone text, p_governorate text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules constant jsonb := coalesce(
    (select staff_settings.cash_rules from public.staff_settings where staff_settings.tenant_id = p_tenant_id), '{}');
  v_is_crowded constant boolean := private.is_crowded_number(p_tenant_id, p_user_id, private.national_digits(p_phone));
  v_refusals constant integer := coalesce((v_rules ->> 'refusalsFrom')::integer, 1);
  v_own record;
  v_all record;
  v_requirement public.cash_requirement;
  v_reasons jsonb;
  v_deposit numeric;
begin
  if v_rules = '{}' and not v_is_crowded then
    return '{"requirement": "none", "reasons": [], "hours": 24, "deposit": 0}';
  end if;
  v_own := private.deliveries_of(p_tenant_id, p_user_id, null);
  v_all := private.deliveries_of(p_tenant_id, p_user_id, private.national_digits(p_phone));
  with applying as (
    select known.place, known.requirement::public.cash_requirement as requirement, known.reason
    from (values
      (1, v_rules ->> 'firstOrder', v_all.delivered = 0, jsonb_build_object('rule', 'first_order')),
      (2, v_rules ->> 'amount', p_amount >= (v_rules ->> 'amountFrom')::numeric,
        jsonb_build_object('rule', 'amount', 'amount', v_rules -> 'amountFrom')),
      (3, v_rules ->> 'refusals', v_own.refused >= v_refusals, jsonb_build_object('rule', 'refusals', 'refused', v_own.refused)),
      (4, v_rules ->> 'refusals', v_own.refused < v_refusals and v_all.refused >= v_refusals, jsonb_build_object('rule', 'contact')),
      (5, v_rules ->> 'governorate', v_rules -> 'governorates' ? p_governorate,
        jsonb_build_object('rule', 'governorate', 'governorate', p_governorate)),
      (6, 'confirm', v_is_crowded, jsonb_build_object('rule', 'unpaid_orders'))
    ) as known (place, requirement, applies, reason)
    where known.applies and coalesce(known.requirement, 'none') <> 'none'
  )
  select max(applying.requirement), jsonb_agg(applying.reason order by applying.place) filter (
    where applying.requirement = (select max(strictest.requirement) from applying strictest))
  into v_requirement, v_reasons from applying;
  if v_requirement = 'deposit' then
    if private.takes_deposits(p_tenant_id) then
      v_deposit := private.deposit_of(v_rules, p_amount);
    else
      v_requirement := 'confirm';
    end if;
  end if;
  return jsonb_build_object('requirement', coalesce(v_requirement, 'none'), 'reasons', coalesce(v_reasons, '[]'),
    'hours', coalesce(v_rules -> 'hours', '24'), 'deposit', coalesce(v_deposit, 0));
end
$function$;

CREATE OR REPLACE FUNCTION private.client_key(p_ip text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when not pg_input_is_valid(address.ip, 'inet') then null
    when family(address.ip::inet) = 6 then network(set_masklen(address.ip::inet, 64))::text
    else host(address.ip::inet)
  end
  from (select regexp_replace(btrim(p_ip), '^::ffff:(?=[0-9.]+$)', '') as ip) address
$function$;

ALTER FUNCTION "private"."client_key"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.client_network(p_ip text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select network(set_masklen(client.key::inet, case family(client.key::inet) when 6 then 48 else 24 end))::text
  from (select private.client_key(p_ip) as key) client
$function$;

ALTER FUNCTION "private"."client_network"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.code_guessers(p_tenant_id text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_remove(array[
    p_tenant_id || ':person:' || auth.uid(), p_tenant_id || ':address:' || private.request_client()
  ], null)
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments set label_path = null,
    tracking_number = case when cash_collected > 0 and settled_at is null then tracking_number end,
    tracking_url = case when cash_collected > 0 and settled_at is null then tracking_url end
  where order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.give_up_message(p_message public.order_messages, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_next public.message_channel;
begin
  update public.order_messages set failed_at = now(), error = left(p_error, 200) where id = p_message.id;
  select orders.* into v_order from public.orders where orders.id = p_message.order_id;
  if p_message.channel <> 'email' then
    v_next := coalesce(
      case when p_error <> 'over_limit' then private.phone_channel(v_order, p_message.channel) end, case when v_order.customer_email <> '' then 'email'::public.message_channel end);
  end if;
  if v_next is not null then
    perform private.insert_order_message(
      v_order, p_message.kind, v_next, now(), p_message.about_id, p_message.event_id, p_message.id);
    return;
  end if;
  perform private.remark_on_order(v_order, 'not_told', jsonb_build_object(
    'channel', p_message.channel, 'kind', p_message.kind, 'error', p_error), true);
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_message(p_order public.orders, p_kind public.order_message_kind, p_channel public.message_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_messages (
    tenant_id, order_id, kind, channel, recipient, about_id, event_id, due_at, fallback_of, to_stranger
  ) values (
    p_order.tenant_id, p_order.id, p_kind, p_channel,
    case when p_channel = 'email' then p_order.customer_email else private.phone_address(p_order.address) end,
    p_about_id, p_event_id, p_due_at, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
  )
  on conflict (order_id, kind, event_id, about_id, channel) do nothing
$function$;

CREATE OR REPLACE FUNCTION private.is_crowded_number(p_tenant_id text, p_user_id uuid, p_phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := 10;
begin
  select unpaid_orders_limit into v_limit from public.staff_settings where tenant_id = p_tenant_id;
  if not found then
    v_limit := 10;
  end if;
  return coalesce((
    select count(*) from public.orders
    where tenant_id = p_tenant_id and private.national_digits(address ->> 'phone') = p_phone
      and private.keeps_unpaid_goods(payment_status, status) and user_id is distinct from p_user_id and not is_test
  ) >= v_limit, false) and not private.is_known_contact(p_tenant_id, p_user_id, p_phone, null);
end
$function$;

ALTER FUNCTION "private"."is_crowded_number"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_known_contact(p_tenant_id text, p_user_id uuid, p_phone text, p_address text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders
    where user_id = p_user_id and tenant_id = p_tenant_id and private.proves_person(orders)
      and (private.national_digits(address ->> 'phone') = p_phone or private.address_key(address) = p_address)
  ) or exists (
    select 1 from auth.users
    where id = p_user_id and phone_confirmed_at is not null and private.national_digits(phone) = p_phone
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_proven_person(p_tenant_id text, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders where user_id = p_user_id and tenant_id = p_tenant_id and private.proves_person(orders)
  ) or exists (
    select 1 from auth.users where id = p_user_id and phone_confirmed_at is not null
  );
end
$function$;

ALTER FUNCTION "private"."is_proven_person"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_told_to_stranger(p_order public.orders, p_kind public.order_message_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.placed_by is null
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(p_order.address ->> 'phone'), null)
$function$;

ALTER FUNCTION "private"."is_told_to_stranger"(public.orders, public.order_message_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mailbox_of(p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(lower(btrim(p_email)), '\+[^@]*@', '@')
$function$;

ALTER FUNCTION "private"."mailbox_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_order_client(p_order public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.order_clients where order_id in (
    select order_id from private.order_clients where created_at < now() - interval '30 days' limit 20 for update skip locked
  );
  insert into private.order_clients (order_id, tenant_id, client)
  select p_order.id, p_order.tenant_id, client from private.request_client() client where client is not null
$function$;

ALTER FUNCTION "private"."note_order_client"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case
    when auth.uid() is null then 'system' when new.placed_by is not null then 'staff' else 'shopper' end, new.status);
  if new.placed_by is null and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_message(new, 'placed', p_due_at => now());
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_channel(p_order public.orders, p_after public.message_channel DEFAULT NULL::public.message_channel)
 RETURNS public.message_channel
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := private.phone_address(p_order.address);
  v_is_own constant boolean := private.is_known_contact(
    p_order.tenant_id, p_order.user_id, private.national_digits(p_order.address ->> 'phone'), null);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_messages message join public.orders on orders.id = message.order_id
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
        and (not v_is_own or orders.user_id = p_order.user_id)
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.message_channel
    from public.staff_settings, unnest(staff_settings.message_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.message_channels, p_after::text), 0)
      and not exists (
        select 1 from public.message_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_messages_within_limits(p_channel public.message_channel, p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('phone_messages', 0));
  delete from private.phone_sends where sent_at < now() - interval '2 hours';
  with ranked as materialized (
    select * from private.ranked_phone_messages(p_channel)
  ), held as (
    update public.order_messages set held_at = now()
    from ranked where order_messages.id = ranked.id and not ranked.is_within and order_messages.held_at is null
  )
  select array_agg(allowed.id order by allowed.place) into v_taken
  from (select ranked.id, ranked.place from ranked where ranked.is_within order by ranked.place limit p_limit) allowed;
  v_taken := array(
    select id from public.order_messages
    where id = any (v_taken) and sent_at is null and failed_at is null order by due_at for update skip locked
  );
  insert into private.phone_sends (tenant_id, user_id, client, to_stranger)
  select message.tenant_id, case when message.to_stranger then orders.user_id end,
    case when message.to_stranger then asked.client end, message.to_stranger
  from public.order_messages message
  join public.orders on orders.id = message.order_id
  left join private.order_clients asked on asked.order_id = orders.id
  where message.id = any (v_taken);
  return v_taken;
end
$function$;

ALTER FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.proves_person(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.charged > 0 and (p_order.payment_status in ('with_courier', 'paid') or p_order.status = 'delivered')
    and not p_order.is_test
$function$;

ALTER FUNCTION "private"."proves_person"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ranked_phone_messages(p_channel public.message_channel)
 RETURNS TABLE(id uuid, is_within boolean, place bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sent as (
    select * from private.phone_sends where phone_sends.sent_at > now() - interval '1 hour'
  ), due as (
    select message.id, message.tenant_id, message.to_stranger, message.due_at, orders.user_id, asked.client,
      coalesce(staff_settings.phone_messages_limit, 200) as most, coalesce(staff_settings.stranger_messages_limit, 20) as most_strangers
    from public.order_messages message
    join public.orders on orders.id = message.order_id
    left join private.order_clients asked on asked.order_id = orders.id
    left join public.staff_settings on staff_settings.tenant_id = message.tenant_id
    where message.channel = p_channel and message.sent_at is null and message.expired_at is null and message.failed_at is null
      and message.due_at <= now() and message.attempts < 5
  ), strangers as (
    select due.*,
      row_number() over (partition by due.tenant_id, due.user_id order by due.due_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.user_id = due.user_id
      ) as nth_of_account,
      row_number() over (partition by due.tenant_id, due.client order by due.due_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.client = due.client
      ) as nth_of_client
    from due where due.to_stranger
  ), fair as (
    select strangers.id, strangers.most_strangers,
      row_number() over (partition by strangers.tenant_id order by strangers.due_at, strangers.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = strangers.tenant_id
      ) as nth_of_strangers
    from strangers where strangers.nth_of_account <= 5 and (strangers.client is null or strangers.nth_of_client <= 10)
  ), allowed as (
    select due.*, row_number() over (partition by due.tenant_id order by due.to_stranger, due.due_at, due.id) + (
      select count(*) from sent where sent.tenant_id = due.tenant_id
    ) as nth_of_store
    from due left join fair on fair.id = due.id
    where not due.to_stranger or fair.nth_of_strangers <= fair.most_strangers
  )
  select due.id, coalesce(allowed.nth_of_store <= allowed.most, false),
    row_number() over (order by due.to_stranger, due.due_at, due.id)
  from due left join allowed on allowed.id = due.id
$function$;

ALTER FUNCTION "private"."ranked_phone_messages"(public.message_channel) OWNER TO "postgres";

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
        and (
          private.national_digits(address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, user_id, v_phone, null)
          or private.address_key(address) = v_address
            and private.is_known_contact(p_demand.tenant_id, user_id, null, v_address)
        )
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

CREATE OR REPLACE FUNCTION private.refuse_many_messages(p_tenant_id text, p_mailbox text, p_client text, p_network text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sent record;
begin
  -- Serializes the counts: parallel messages could all find room otherwise.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended('contact:' || p_tenant_id || kind || value, 0) as key
    from (values (':mailbox:', p_mailbox), (':network:', p_network)) as sender (kind, value) where value is not null
    order by 1
  ) locks;
  select count(*) as store, count(*) filter (where mailbox = p_mailbox and client is not distinct from p_client) as mailbox,
    count(*) filter (where client = p_client) as client, count(*) filter (where network = p_network) as network
  into v_sent
  from private.contact_senders where tenant_id = p_tenant_id and created_at > now() - interval '1 hour';
  if v_sent.mailbox >= 5 or v_sent.client >= 10 then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'person'));
  elsif v_sent.store >= 200 and (v_sent.mailbox > 0 or v_sent.client > 0 or v_sent.network >= 3) then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'store'));
  end if;
end
$function$;

ALTER FUNCTION "private"."refuse_many_messages"(text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_stock_share(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_client constant text := private.request_client();
  v_held uuid[];
  v_line record;
begin
  if private.is_proven_person(p_demand.tenant_id, p_demand.user_id) or exists (
    select 1 from public.staff_settings where tenant_id = p_demand.tenant_id and unpaid_pieces_limit is null
  ) then
    return;
  end if;
  v_held := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and stage in ('awaiting_payment', 'pending')
    union
    select orders.id from private.order_clients asked join public.orders on orders.id = asked.order_id
    where asked.tenant_id = p_demand.tenant_id and asked.client = v_client
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and orders.stage in ('awaiting_payment', 'pending')
      and not private.is_proven_person(orders.tenant_id, orders.user_id)
  );
  select wanted.product_id, wanted.line, wanted.name, share.pieces, share.pieces - held.others as available into v_line
  from (
    select asked.product_id, asked.variant_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.variant_id is not null group by asked.product_id, asked.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id
  cross join lateral (
    select coalesce(sum(quantity - cancelled - refused), 0) as pieces,
      coalesce(sum(quantity - cancelled - refused) filter (where order_id is distinct from p_demand.order_id), 0) as others
    from public.order_lines where order_id = any (v_held) and variant_id = wanted.variant_id
  ) held
  cross join lateral (select (variant.stock + held.pieces + 1) / 2 as pieces) share
  where wanted.pieces + held.others > share.pieces
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
      'reason', 'share', 'name', v_line.name, 'translations', private.sold_translations(v_line.product_id, null),
      'most', v_line.pieces, 'available', greatest(v_line.available, 0), 'line', v_line.line, 'product_id', v_line.product_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."refuse_stock_share"(private.order_demand) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.request_client()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.client_key(
    split_part(coalesce(request.headers ->> 'cf-connecting-ip', request.headers ->> 'x-forwarded-for'), ',', 1))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) request
$function$;

ALTER FUNCTION "private"."request_client"() OWNER TO "postgres";

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
  if p_demand.amount > 0 and not p_demand.by_staff then
    perform private.refuse_stock_share(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
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
    'sales', private.sales_compared(p_tenant_id, v_today, v_days),
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
    -- Messages to phones that waited within a day because the store's limits were reached.
    'messages_held', (
      select count(*) from public.order_messages
      where order_messages.tenant_id = p_tenant_id and order_messages.held_at > now() - interval '1 day'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.give_up_order_messages(p_channels public.message_channel[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_messages;
  v_count integer := 0;
begin
  perform private.require_service();
  for v_message in
    select message.* from public.order_messages message
    where message.channel <> 'email' and message.sent_at is null and message.expired_at is null and message.failed_at is null
      and message.due_at <= now()
      and (not message.channel = any (p_channels) or message.attempts >= 5 or message.created_at < now() - interval '1 hour')
    order by message.due_at limit 100 for update skip locked
  loop
    perform private.give_up_message(v_message, case
      when not v_message.channel = any (p_channels) then 'not_set_up'
      when v_message.held_at is not null and v_message.attempts = 0 then 'over_limit'
      else coalesce(nullif(v_message.error, ''), 'not_sent')
    end);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
      from (select status, count(*) as how_many from public.orders group by 1) counted
    ),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where sent_at is not null),
        'waiting', count(*) filter (where state = 'waiting'),
        'late', count(*) filter (
          where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'
        ),
        'given_up', count(*) filter (where expired_at > now() - interval '7 days')
      )
      from public.order_messages
    ),
    -- Messages to phones that waited within the last hour because their store's limits were reached.
    'phones', jsonb_build_object('held', (
      select count(*) from public.order_messages where held_at > now() - interval '1 hour'
    )),
    'payments', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
        from (select status, count(*) as how_many from public.payments group by 1) counted
    ) || jsonb_build_object('stuck', (
      select count(*) from public.payments
      where status = 'open' and expires_at < now() - interval '1 hour'
        or status = 'mismatched' and updated_at < now() - interval '1 hour'
        or status = 'held' and held_until < now() - interval '1 hour'
    ) + (
      select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
    )),
    'differences', jsonb_build_object(
      'payments', (select count(*) from public.payment_differences where resolved_at is null),
      'statements', (select count(*) from public.settlement_differences where resolved_at is null)
    ),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database())
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.send_contact_message(p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_mailbox constant text := private.mailbox_of(p_email);
  v_client constant text := private.client_key(p_client);
  v_network constant text := private.client_network(p_client);
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  perform private.refuse_many_messages(p_tenant_id, v_mailbox, v_client, v_network);
  insert into public.conversations (tenant_id, kind, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact',
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  return v_conversation.id;
end
$function$;

ALTER FUNCTION "public"."send_contact_message"(text, text, text, text, text, text) OWNER TO "postgres";

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
  if p_channel = 'email' then
    v_taken := array(
      select id from public.order_messages
      where channel = 'email' and sent_at is null and expired_at is null and failed_at is null and due_at <= now() and attempts < 12
      order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
    );
    perform private.give_papers(v_taken);
  else
    v_taken := private.phone_messages_within_limits(p_channel, least(greatest(p_limit, 1), 100));
  end if;
  update public.order_messages set attempts = attempts + 1, due_at = now() + interval '5 minutes' where id = any (v_taken);
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

ALTER TABLE "private"."contact_senders" ADD CONSTRAINT "contact_senders_tenant_id_conversation_id_fkey" FOREIGN KEY (tenant_id, conversation_id) REFERENCES public.conversations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."order_clients" ADD CONSTRAINT "order_clients_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."phone_sends" ADD CONSTRAINT "phone_sends_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_phone_messages_limit_check" CHECK (((phone_messages_limit >= 1) AND (phone_messages_limit <= 100000)));

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_stranger_messages_limit_check" CHECK (((stranger_messages_limit >= 1) AND (stranger_messages_limit <= 100000)));

CREATE INDEX contact_senders_by_conversation ON private.contact_senders USING btree (tenant_id, conversation_id);

CREATE INDEX contact_senders_latest ON private.contact_senders USING btree (tenant_id, created_at);

CREATE INDEX contact_senders_oldest ON private.contact_senders USING btree (created_at);

CREATE INDEX order_clients_by_client ON private.order_clients USING btree (tenant_id, client, created_at);

CREATE INDEX order_clients_by_order ON private.order_clients USING btree (tenant_id, order_id);

CREATE INDEX order_clients_oldest ON private.order_clients USING btree (created_at);

CREATE INDEX phone_sends_latest ON private.phone_sends USING btree (tenant_id, sent_at);

CREATE INDEX phone_sends_oldest ON private.phone_sends USING btree (sent_at);

CREATE INDEX order_messages_held ON public.order_messages USING btree (tenant_id, held_at) WHERE (held_at IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."client_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."client_network"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_network"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_network"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_network"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_crowded_number"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_crowded_number"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_crowded_number"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_crowded_number"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_proven_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proven_person"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven_person"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven_person"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_told_to_stranger"(public.orders, public.order_message_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_told_to_stranger"(public.orders, public.order_message_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_told_to_stranger"(public.orders, public.order_message_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_told_to_stranger"(public.orders, public.order_message_kind) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_order_client"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_order_client"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_order_client"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_order_client"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."proves_person"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."proves_person"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."proves_person"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."proves_person"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ranked_phone_messages"(public.message_channel) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranked_phone_messages"(public.message_channel) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_messages"(public.message_channel) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_messages"(public.message_channel) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_many_messages"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_many_messages"(text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_many_messages"(text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_many_messages"(text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_stock_share"(private.order_demand) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_stock_share"(private.order_demand) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_stock_share"(private.order_demand) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_stock_share"(private.order_demand) TO "service_role";

REVOKE ALL ON FUNCTION "private"."request_client"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_client"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_client"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_client"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text) TO "service_role";

-- Rows, which the differ does not compare.

insert into private.refusal_messages (code, reason, message) values
  ('too_many_pieces', 'share', 'You can order up to {most} of {name} for now, so that others find some too. Once you have paid or received a first order, or confirmed your phone number, you can order more.');
