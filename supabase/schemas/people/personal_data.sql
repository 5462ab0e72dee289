-- Exporting and deleting what a store knows about a person.

-- Functions

-- The role in which the caller exports or deletes somebody's data: a shopper their own, staff with the capability a customer's, or
-- the system.
create function private.personal_data_actor(p_tenant_id text, p_user_id uuid, p_capability text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_actor constant text := case
    when private.is_service() then 'system' when p_user_id = auth.uid() then 'shopper' else 'staff' end;
begin
  if v_actor = 'staff' then
    perform private.require_capability(p_tenant_id, p_capability);
    perform private.require_recent_second_step(p_tenant_id);
  else
    perform private.require_aal();
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  return v_actor;
end
$$;

-- Refuses a session whose user has not authenticated, by password or otherwise, within the last ten minutes.
create function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_methods constant jsonb := coalesce(auth.jwt() -> 'amr', '[]');
begin
  if not jsonb_path_exists(v_methods, '$[*].timestamp ? (@ > $since)',
    jsonb_build_object('since', extract(epoch from now() - interval '10 minutes'))) then
    perform private.refuse('sign_in_again');
  end if;
end
$$;

create function private.personal_files(p_tenant_id text, p_user_id uuid)
returns table (bucket_id text, name text, size bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at from storage.objects
  where objects.bucket_id in ('avatars', 'designs', 'order-photos')
    and objects.name collate "C" >= p_tenant_id || '/' || p_user_id || '/'
    and objects.name collate "C" < p_tenant_id || '/' || p_user_id || '0'
  union all
  -- Proofs of transfers that came by a link to pay.
  select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at
  from public.orders placed
  join public.pay_links link on link.tenant_id = placed.tenant_id and link.order_id = placed.id
  join storage.objects on objects.bucket_id = 'order-photos'
    and objects.name collate "C" >= p_tenant_id || '/' || link.id || '/' and objects.name collate "C" < p_tenant_id || '/' || link.id || '0'
  where placed.tenant_id = p_tenant_id and placed.user_id = p_user_id
$$;

-- A person's orders and their history, without what is internal.
create function private.personal_orders(p_tenant_id text, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || coalesce((
      select to_jsonb(facts) - '{tenant_id,order_id,placed_by,search_text}'::text[]
      from public.order_staff_facts facts where facts.order_id = orders.id
    ), '{}') || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'calls', (
      select jsonb_agg(jsonb_build_object('at', made.called_at, 'outcome', made.outcome, 'next_at', made.next_at) order by made.called_at)
      from public.order_calls made where made.order_id = orders.id
    ), 'shipments', (
      select jsonb_agg(to_jsonb(shipment) - '{tenant_id,order_id}'::text[] order by shipment.number)
      from public.shipments shipment where shipment.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id}'::text[]
        || jsonb_build_object('changes', public.shown_changes(edit)) order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'documents', message.documents)
        order by message.created_at)
      from public.order_notifications message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('buyer', public.shown_buyer(paper), 'lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$$;

-- The role in which the caller exports somebody's data; the log names those who are staff.
create function private.begin_data_export(p_tenant_id text, p_user_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_actor constant text := private.personal_data_actor(p_tenant_id, p_user_id, 'personal_data.export');
begin
  if v_actor = 'staff' then
    perform private.write_audit(p_tenant_id, 'insert', 'exports', p_user_id::text, private.staff_label(p_user_id, p_tenant_id), null,
      '{"list": "person"}');
  end if;
  return v_actor;
end
$$;

-- Everything a store knows about a person: for themselves, or on their request for a super admin, which is logged.
create function public.export_personal_data(p_tenant_id text, p_user_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.begin_data_export(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(), 'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] || jsonb_build_object('phone', known.phone) from public.profiles
      left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
      where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id), 'from_other_shops', private.personal_imports(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id), 'drafts', private.personal_drafts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - v_own order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - v_own order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - v_own || jsonb_build_object('answered_at', facts.answered_at, 'messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by conversations.created_at)
      from public.conversations join public.conversation_staff_facts facts on facts.conversation_id = conversations.id
      where conversations.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$$;

-- A person's chats, and contact-form messages from their address.
create function private.conversations_of(p_tenant_id text, p_user_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select id from public.conversations where user_id = p_user_id and tenant_id = p_tenant_id
    union
    select conversations.id from public.profiles
    join public.conversations on conversations.tenant_id = profiles.tenant_id and conversations.kind = 'contact'
      and conversations.user_id is null and conversations.email = profiles.email
    where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id and profiles.email <> ''
  )
$$;

-- What files of other shops said of a person.
create function private.personal_imports(p_tenant_id text, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(came) - '{id,tenant_id,user_id,import_id,search_text,contact}'::text[] order by came.created_at), '[]')
  from public.imported_customers came where came.user_id = p_user_id and came.tenant_id = p_tenant_id
$$;

-- A person's request to be notified when the store opens.
create function private.personal_opening_alerts(p_tenant_id text, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(alert) - '{id,tenant_id}'::text[]), '[]')
  from public.profiles
  join public.opening_alerts alert on alert.tenant_id = profiles.tenant_id and alert.email = lower(profiles.email)
  where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id
$$;

-- Drafts of orders that staff made for a person.
create function private.personal_drafts(p_tenant_id text, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(order_drafts) - '{tenant_id,user_id,prices,created_by}'::text[] order by order_drafts.created_at), '[]')
  from public.order_drafts where order_drafts.user_id = p_user_id and order_drafts.tenant_id = p_tenant_id
$$;

-- Anonymizes log entries about a person's orders, reviews and messages; the events stay.
create function private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_addresses', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,destination,note,gift_message,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'order_addresses', 'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records', 'exports')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$$;

-- Removes a person from what staff know of who acted on orders.
create function private.forget_actor(p_order_ids uuid[], p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.order_event_actors made using public.order_events event
  where event.id = made.event_id and event.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  delete from public.transfer_actors made using public.transfers transfer
  where transfer.id = made.transfer_id and transfer.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  update public.order_edit_staff_facts facts set
    proposed_by = nullif(facts.proposed_by, p_user_id), decided_by = nullif(facts.decided_by, p_user_id), agreed_with = ''
  from public.order_edits edit where edit.id = facts.edit_id and edit.order_id = any (p_order_ids);
  update public.refund_staff_facts facts set created_by = nullif(facts.created_by, p_user_id)
  from public.refunds refund where refund.id = facts.refund_id and refund.order_id = any (p_order_ids);
$$;

-- Anonymizes a person's orders and their history, which stay for the ledger. A shipment keeps its tracking number until its cash
-- has arrived. Invoices stay as issued, with the name and address that tax law requires.
create function private.forget_in_orders(p_order_ids uuid[], p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Refuses to delete staff accounts, and customers with unsettled orders.
create function private.require_deletable(p_tenant_id text, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) or exists (
    select 1 from public.staff_grants where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null)
  ) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (not private.is_complete(status) or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$$;

-- Deletes a customer's account in a store: their own after a fresh sign-in, or on their request by a super admin. Orders stay
-- without the person, reviews without a name; the rest is deleted. People with an account in another store can still sign in there.
create function public.delete_account(p_tenant_id text, p_user_id uuid default null, p_request_id uuid default null) returns
  void
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- A concurrent order commits first, or finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer ->> 'order_id' = any (v_orders::text[])
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  delete from public.imported_customers came where came.user_id = v_user_id and came.tenant_id = p_tenant_id;
  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to its order's ledger.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.staff_notification_choices where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.order_drafts where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id)
    and not exists (select 1 from public.staff_members where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- Removes the audit entries of this erasure, which hold the erased values.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    private.staff_name(auth.uid(), p_tenant_id),
    'delete', 'profiles', v_user_id::text
  );
end
$$;

-- Grants

grant execute on function public.export_personal_data, public.delete_account to authenticated;
