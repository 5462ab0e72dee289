-- What staff do with banners, codes, delivery times and customers beyond the plain rows.

-- Banners ----------------------------------------------------------------------------------------

-- Puts a store's banners into an order: the first of the list comes first. Staff only.
create function public.order_banners(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_assured();
  if (select count(*) from public.banners b where b.tenant_id = p_tenant_id and b.id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed', 'The list of banners has changed. Look at it again before you order it.');
  end if;
  update public.banners b set position = n.place - 1
  from unnest(p_ids) with ordinality as n (id, place)
  where b.tenant_id = p_tenant_id and b.id = n.id and b.position <> n.place - 1;
end
$$;
grant execute on function public.order_banners(text, uuid[]) to authenticated, service_role;

-- What orders refer to ---------------------------------------------------------------------------

-- Deleting these would take the uses out of the books; what goes with its store or its owner is not held.
create function private.refuse_used_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.discount_uses u where u.tenant_id = old.tenant_id and u.discount_id = old.id) then
    perform private.refuse('discount_used', 'This code has been used in orders. Switch it off instead of deleting it.');
  end if;
  return old;
end
$$;
create trigger discounts_in_use before delete on public.discounts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_discount();

create function private.refuse_used_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.orders o where o.tenant_id = old.tenant_id and o.slot_id = old.id) then
    perform private.refuse('slot_used', 'Orders were taken for this time. Switch it off instead of deleting it.');
  end if;
  return old;
end
$$;
create trigger delivery_slots_in_use before delete on public.delivery_slots
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_slot();

-- How many orders each delivery time has on each day; at most 62 days. Staff only.
create function public.slot_bookings(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day date, booked bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select o.slot_id, o.slot_date, count(*)
  from public.orders o
  where o.tenant_id = p_tenant_id and o.slot_id is not null and o.status <> 'cancelled'
    and o.slot_date between p_from and least(p_to, p_from + 61)
  group by o.slot_id, o.slot_date;
end
$$;
grant execute on function public.slot_bookings(text, date, date) to authenticated, service_role;

-- Customers --------------------------------------------------------------------------------------

create index profiles_by_name on public.profiles (tenant_id, lower(name), id);

-- A page of a store's customers with what they bought; `found` is how many there are in all. Sorted by 'newest', 'name',
-- 'spent', 'orders' or 'points'. Staff only.
create function public.list_customers(
  p_tenant_id text, p_search text default '', p_sort text default 'newest', p_limit integer default 25,
  p_offset integer default 0
)
returns table (
  id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, found bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := '%' || replace(replace(replace(btrim(coalesce(p_search, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_found bigint;
begin
  perform private.require_staff(p_tenant_id);
  select count(*) into v_found from public.profiles p
  where p.tenant_id = p_tenant_id
    and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern);

  if p_sort in ('spent', 'orders') then
    return query
    select p.id, p.name, p.email, p.phone, p.points, p.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest, v_found
    from public.profiles p
    left join (
      select o.user_id, count(*) as n, sum(o.total) as total, max(o.created_at) as latest
      from public.orders o
      where o.tenant_id = p_tenant_id and o.user_id is not null and private.is_sale(o.status)
      group by o.user_id
    ) s on s.user_id = p.id
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern)
    order by case when p_sort = 'spent' then coalesce(s.total, 0) else coalesce(s.n, 0) end desc, p.created_at desc, p.id
    limit v_limit offset v_offset;
    return;
  end if;

  return query
  with page as (
    select p.id, p.name, p.email, p.phone, p.points, p.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(p.name) end, case when p_sort = 'points' then -p.points end,
        p.created_at desc, p.id) as place
    from public.profiles p
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern)
    order by place
    limit v_limit offset v_offset
  )
  select g.id, g.name, g.email, g.phone, g.points, g.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest, v_found
  from page g
  left join lateral (
    select count(*) as n, sum(o.total) as total, max(o.created_at) as latest
    from public.orders o
    where o.user_id = g.id and o.tenant_id = p_tenant_id and private.is_sale(o.status)
  ) s on true
  order by g.place;
end
$$;
grant execute on function public.list_customers(text, text, text, integer, integer) to authenticated, service_role;

-- Messages ---------------------------------------------------------------------------------------

-- When staff answered last; null while the last word is the customer's.
alter table public.conversations add column answered_at timestamptz;

create or replace function private.add_message(
  p_conversation public.conversations, p_sender public.message_sender, p_body text
) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
begin
  if coalesce(btrim(p_body), '') = '' or length(p_body) > 5000 then
    perform private.refuse('invalid_message', 'Write a message of up to 5,000 characters.');
  end if;
  insert into public.messages (tenant_id, conversation_id, sender, user_id, body)
  values (p_conversation.tenant_id, p_conversation.id, p_sender, auth.uid(), btrim(p_body))
  returning * into v_message;
  update public.conversations c set
    last_message_at = v_message.created_at,
    is_open = true,
    answered_at = case when p_sender = 'staff' then v_message.created_at end,
    unread_by_staff = case when p_sender = 'staff' then 0 else c.unread_by_staff + 1 end,
    unread_by_shopper = case when p_sender = 'staff' then c.unread_by_shopper + 1 else 0 end
  where c.id = p_conversation.id;
  return v_message;
end
$$;

-- Marks a conversation as read by whoever calls; staff also close or reopen it, and note that they answered elsewhere.
drop function public.mark_conversation(uuid, boolean);
create function public.mark_conversation(
  p_conversation_id uuid, p_open boolean default null, p_answered boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select c.* into v_conversation from public.conversations c where c.id = p_conversation_id;
  v_staff := private.is_staff(v_conversation.tenant_id) or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation', 'This conversation does not exist.');
  end if;
  perform private.require_assured();
  update public.conversations c set
    unread_by_staff = case when v_staff then 0 else c.unread_by_staff end,
    unread_by_shopper = case when v_staff then c.unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, c.is_open) else c.is_open end,
    answered_at = case
      when not v_staff or p_answered is null then c.answered_at
      when p_answered then coalesce(c.answered_at, now())
    end
  where c.id = p_conversation_id;
end
$$;
grant execute on function public.mark_conversation(uuid, boolean, boolean) to authenticated, service_role;

-- Staff hear of every message of their store, their colleagues' answers among them.
create or replace function private.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'sender', new.sender, 'body', new.body, 'created_at', new.created_at),
    'message', 'chat:' || new.tenant_id || ':' || new.conversation_id, true);
  perform realtime.send(
    jsonb_build_object('conversation_id', new.conversation_id, 'sender', new.sender),
    'message', 'staff:' || new.tenant_id, true);
  return null;
end
$$;

create trigger audited after insert on public.messages
  for each row when (new.sender = 'staff') execute function private.audit();
create trigger audited after update of is_open, answered_at on public.conversations
  for each row when (old.is_open <> new.is_open and new.unread_by_staff = 0) execute function private.audit();

-- Settings ---------------------------------------------------------------------------------------

-- Text of at most some characters, or not there at all.
create function private.is_text(p_value jsonb, p_most integer) returns boolean
language sql immutable as $$
  select coalesce(jsonb_typeof(p_value), 'null') = 'null'
    or jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_most
$$;
grant execute on function private.is_text(jsonb, integer) to anon, authenticated, service_role;

alter table public.settings
  add constraint settings_contact_form check (
    private.is_text(contact -> 'contactEmail', 320)
    and coalesce(contact ->> 'contactEmail', '') ~ '^([^@\s]+@[^@\s]+\.[^@\s]+)?$'
    and private.is_text(contact -> 'contactPhone', 300)
    and private.is_text(contact -> 'address', 300)
    and coalesce(jsonb_typeof(contact -> 'socialMedia'), 'object') = 'object'
    and not jsonb_path_exists(contact, '$.socialMedia.* ? (!(@ like_regex "^https?://[^ ]+$"))')
  ) not valid,
  add constraint settings_legal_form check (
    private.is_text(legal -> 'shippingReturns', 50000) and private.is_text(legal -> 'terms', 50000)
  ) not valid,
  add constraint settings_payment_open check (
    (payment ->> 'cashOnDelivery')::boolean or (payment ->> 'onlinePayment')::boolean
    or (payment ->> 'bankTransfer')::boolean
  ) not valid,
  -- What a store says of itself, where it differs from its brand; `keywords` is a comma list.
  add constraint settings_store_form check (
    private.is_text(store -> 'description', 1000)
    and private.is_text(store -> 'footerDescription', 1000)
    and private.is_text(store -> 'seoDescription', 1000)
    and private.is_text(store -> 'seoKeywords', 1000)
    and (not store ? 'autoPlayMusic' or private.is_flag(store -> 'autoPlayMusic'))
  ) not valid;

-- Discounts --------------------------------------------------------------------------------------

-- How often each of some codes was used. Staff only.
create function public.discount_use_counts(p_tenant_id text, p_ids uuid[]) returns table (discount_id uuid, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select u.discount_id, count(*) from public.discount_uses u
  where u.tenant_id = p_tenant_id and u.discount_id = any (p_ids)
  group by u.discount_id;
end
$$;
grant execute on function public.discount_use_counts(text, uuid[]) to authenticated, service_role;
