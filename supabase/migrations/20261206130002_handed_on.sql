set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.tell_staff(p_tenant_id text, p_topic public.staff_topic, p_happening text DEFAULT ''::text, p_about_ids uuid[] DEFAULT '{NULL}'::uuid[], p_note text DEFAULT ''::text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices public.staff_notification_choices[];
begin
  v_choices := array(
    select choice from public.staff_notification_choices choice
    where choice.tenant_id = p_tenant_id and choice.topic = p_topic and choice.user_id is distinct from auth.uid()
      and (p_user_id is null or choice.user_id = p_user_id)
    union all (
      select distinct on (owned.user_id) owned from public.staff_notification_choices owned
      join public.user_roles ruling on ruling.user_id = owned.user_id and ruling.tenant_id is null and ruling.role = 'super_admin'
      where p_tenant_id is null and owned.topic = p_topic order by owned.user_id, owned.created_at, owned.id
    )
  );
  if cardinality(v_choices) = 0 then
    return;
  end if;
  insert into private.staff_notifications (choice_id, happening, about_id, note)
  select choice.id, p_happening, about.id, left(p_note, 500) from unnest(v_choices) choice, unnest(p_about_ids) about (id);
  perform private.add_job('send_staff_notification', choice.id::text, p_tenant_id => choice.tenant_id, p_max_attempts => 12,
    p_run_at => private.staff_notifications_due(choice.each_morning), p_keeps_run_at => true)
  from unnest(v_choices) choice;
end
$function$;

ALTER FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_order_note(p_order_id uuid, p_note text, p_internal boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  perform private.require_assignable(array[v_order.tenant_id], person.id, 'orders.see')
  from unnest(private.mentioned_in(p_note)) person (id) where p_internal;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.assign_conversations(p_conversation_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_conversations', p_conversation_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select conversation.tenant_id from public.conversations conversation
    where conversation.id = any (p_conversation_ids) and private.may(conversation.tenant_id, 'customers.see')
    order by conversation.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_conversation_ids) wanted) then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'customers.see');
  delete from public.assignments assigned where p_user_id is null and assigned.conversation_id = any (p_conversation_ids);
  insert into public.assignments (tenant_id, conversation_id, user_id, assigned_by, seen_at)
  select conversation.tenant_id, conversation.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.conversations conversation
  where conversation.id = any (p_conversation_ids) and p_user_id is not null order by conversation.id
  on conflict (tenant_id, conversation_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_orders(p_order_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
  v_changed uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_orders', p_order_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select orders.tenant_id from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.see') order by orders.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  with removed as (
    delete from public.assignments assigned where p_user_id is null and assigned.order_id = any (p_order_ids) returning assigned.order_id
  ), written as (
    insert into public.assignments (tenant_id, order_id, user_id, assigned_by, seen_at)
    select orders.tenant_id, orders.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
    from public.orders where orders.id = any (p_order_ids) and p_user_id is not null order by orders.id
    on conflict (tenant_id, order_id) do update set
      user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
    where assignments.user_id <> excluded.user_id
    returning assignments.order_id
  )
  select array(select removed.order_id from removed union all select written.order_id from written) into v_changed;
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, case when auth.uid() is null then 'system' else 'staff' end,
    jsonb_strip_nulls(jsonb_build_object('code', case when p_user_id is null then 'unassigned' else 'assigned' end, 'user_id', p_user_id)), true
  from public.orders where orders.id = any (v_changed);
end
$function$;

ALTER FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assignable_people(p_tenant_ids text[], p_capability text)
 RETURNS TABLE(tenant_id text, id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := array(
    select unnest(p_tenant_ids) intersect
    select unnest(case p_capability
      when 'orders.see' then private.tenants_where_may('orders.see')
      when 'customers.see' then private.tenants_where_may('customers.see')
    end)
  );
begin
  return query
    select found.pair[1], found.pair[2]::uuid, private.staff_name(found.pair[1], found.pair[2]::uuid)
    from unnest(private.people_who_may(v_tenants, p_capability)) key
    cross join lateral (select string_to_array(key, ' ') as pair) found
    order by 3, 2;
end
$function$;

ALTER FUNCTION "public"."assignable_people"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.for_me(p_tenant_ids text[], p_limit integer DEFAULT 100)
 RETURNS SETOF public.meant_for_me
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from (
    select assigned.tenant_id, 'order', orders.id, null::uuid, orders.number, '',
      private.staff_name(assigned.tenant_id, assigned.assigned_by), assigned.assigned_at, assigned.seen_at is not null
    from public.assignments assigned
    join public.orders on orders.id = assigned.order_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids)
      and assigned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select assigned.tenant_id, 'conversation', null, conversation.id,
      coalesce(nullif(conversation.subject, ''), nullif(conversation.name, ''), conversation.email), '',
      private.staff_name(assigned.tenant_id, assigned.assigned_by), assigned.assigned_at, assigned.seen_at is not null
    from public.assignments assigned
    join public.conversations conversation on conversation.id = assigned.conversation_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and conversation.is_open
      and assigned.tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    union all
    select mentioned.tenant_id, 'mention', orders.id, null, orders.number, event.note,
      coalesce(private.staff_name(mentioned.tenant_id, made.actor_id), ''), mentioned.created_at, mentioned.seen_at is not null
    from public.mentions mentioned
    join public.order_events event on event.id = mentioned.event_id
    join public.orders on orders.id = event.order_id
    left join public.order_event_actors made on made.event_id = event.id
    where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids)
      and mentioned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
  ) meant (tenant_id, kind, order_id, conversation_id, about, note, from_name, at, is_seen)
  order by meant.is_seen, meant.at desc
  limit least(greatest(p_limit, 1), 500)
$function$;

ALTER FUNCTION "public"."for_me"(text[], integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_seen(p_tenant_ids text[], p_order_id uuid DEFAULT NULL::uuid, p_conversation_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant boolean := p_order_id is null and p_conversation_id is null;
begin
  perform private.require_aal();
  update public.assignments assigned set seen_at = now()
  where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and assigned.seen_at is null
    and (v_all or assigned.order_id = p_order_id or assigned.conversation_id = p_conversation_id);
  update public.mentions mentioned set seen_at = now()
  where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids) and mentioned.seen_at is null
    and (v_all or exists (
      select 1 from public.order_events event where event.id = mentioned.event_id and event.order_id = p_order_id));
end
$function$;

ALTER FUNCTION "public"."mark_seen"(text[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, private.staff_name(v_order.tenant_id, person.id))::public.person_name
    from unnest(v_ids) person (id)
    where person.id = any (private.staff_ids(v_order.tenant_id))
      or exists (select 1 from public.profiles known where known.id = person.id and known.tenant_id = v_order.tenant_id)
    order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_address(p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return coalesce(
    (select brand.mail_reply_to from public.brands brand where brand.tenant_id = p_tenant_id),
    (select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_tenant_id), '');
end
$function$;

ALTER FUNCTION "public"."reply_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reply_mail_done(p_message_id uuid, p_sent boolean, p_error text DEFAULT ''::text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update public.message_mails set
    sent_at = case when p_sent then now() end,
    failed_at = case when not p_sent and p_is_final then now() end,
    error = case when p_sent then '' else left(p_error, 500) end
  where message_id = p_message_id and sent_at is null;
end
$function$;

ALTER FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reply_to_conversation(p_conversation_id uuid, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null
    or not private.holds_capability(v_conversation.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_conversation.tenant_id, 'customers.answer');
  v_message := private.add_message(v_conversation, 'staff', p_body);
  if v_conversation.kind = 'contact' then
    insert into public.message_mails (message_id, tenant_id) values (v_message.id, v_message.tenant_id);
    perform private.queue_reply_mail(v_message);
  end if;
  return private.store_idempotent_result(p_request_id, v_message);
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_mail(p_message_id uuid)
 RETURNS TABLE(tenant_id text, email text, name text, subject text, language text, body text, question text, asked_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
    select conversation.tenant_id, conversation.email, conversation.name, conversation.subject,
      coalesce(conversation.language, person.language), answer.body, coalesce(asked.body, ''), asked.created_at
    from public.message_mails mail
    join public.messages answer on answer.id = mail.message_id
    join public.conversations conversation on conversation.id = answer.conversation_id
    left join public.profiles person on person.id = conversation.user_id and person.tenant_id = conversation.tenant_id
    left join lateral (
      select earlier.body, earlier.created_at from public.messages earlier
      where earlier.conversation_id = answer.conversation_id and earlier.sender <> 'staff' and earlier.created_at < answer.created_at
      order by earlier.created_at desc limit 1
    ) asked on true
    where mail.message_id = p_message_id and mail.sent_at is null;
end
$function$;

ALTER FUNCTION "public"."reply_to_mail"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resend_reply(p_message_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('resend_reply', p_message_id)) then
    return;
  end if;
  select * into v_message from public.messages where id = p_message_id;
  if v_message.id is null
    or not private.holds_capability(v_message.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_message.tenant_id, 'customers.answer');
  update public.message_mails set failed_at = null, error = ''
  where message_id = p_message_id and sent_at is null and failed_at is not null;
  if found then
    perform private.queue_reply_mail(v_message);
  end if;
end
$function$;

ALTER FUNCTION "public"."resend_reply"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_contact_message(p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text DEFAULT NULL::text, p_language text DEFAULT NULL::text)
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
  insert into public.conversations (tenant_id, kind, language, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact', p_language,
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  perform private.queue_contact_mails(v_conversation);
  return v_conversation.id;
end
$function$;

ALTER FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) OWNER TO "postgres";

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_assigned_by_fkey" FOREIGN KEY (assigned_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_conversation_id_fkey" FOREIGN KEY (tenant_id, conversation_id) REFERENCES public.conversations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."conversations" ADD CONSTRAINT "conversations_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text])));

ALTER TABLE "public"."mentions" ADD CONSTRAINT "mentions_tenant_id_event_id_fkey" FOREIGN KEY (tenant_id, event_id) REFERENCES public.order_events(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."mentions" ADD CONSTRAINT "mentions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_tenant_id_id_key" UNIQUE (tenant_id, id);

ALTER TABLE "public"."message_mails" ADD CONSTRAINT "message_mails_tenant_id_message_id_fkey" FOREIGN KEY (tenant_id, message_id) REFERENCES public.messages(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."saved_replies" ADD CONSTRAINT "saved_replies_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX assignments_by ON public.assignments USING btree (assigned_by);

CREATE INDEX assignments_of_person ON public.assignments USING btree (user_id, tenant_id);

CREATE INDEX mentions_of_event ON public.mentions USING btree (tenant_id, event_id);

CREATE INDEX mentions_of_person ON public.mentions USING btree (user_id, tenant_id);

CREATE INDEX message_mails_of_message ON public.message_mails USING btree (tenant_id, message_id);

CREATE TRIGGER announced AFTER INSERT OR DELETE OR UPDATE ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.announce_assignment();

CREATE TRIGGER assignee_told AFTER INSERT ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.tell_assignee();

CREATE TRIGGER audited_change AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER INSERT OR DELETE ON public.assignments FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER new_assignee_told AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN ((new.user_id <> old.user_id)) EXECUTE FUNCTION private.tell_assignee();

CREATE TRIGGER announced AFTER INSERT OR UPDATE ON public.mentions FOR EACH ROW EXECUTE FUNCTION private.announce_assignment();

CREATE TRIGGER mentioned_told AFTER INSERT ON public.mentions FOR EACH ROW EXECUTE FUNCTION private.tell_mentioned();

CREATE TRIGGER announced AFTER UPDATE ON public.message_mails FOR EACH ROW EXECUTE FUNCTION private.announce_reply_mail();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.messages REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_contact_reply');

CREATE TRIGGER audited AFTER INSERT ON public.order_events FOR EACH ROW WHEN (((new.actor = 'staff'::text) AND (new.to_status IS NULL) AND ((new.remark ->> 'user_id'::text) IS NULL))) EXECUTE FUNCTION private.audit_order_note();

CREATE TRIGGER mentions_kept AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.is_internal AND (new.note ~~ '%@[%'::text))) EXECUTE FUNCTION private.note_mentions();

CREATE TRIGGER arrives_in_turn BEFORE INSERT ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.wait_for_same_row();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id ON public.saved_replies FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id))) EXECUTE FUNCTION private.refuse_key_change();

CREATE TRIGGER touched BEFORE UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE POLICY "Staff read who works on their store's conversations" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((conversation_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('customers.see'::text), 'customers.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read who works on their store's orders" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((order_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('orders.see'::text), 'orders.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read who is mentioned in their store's notes" ON "public"."mentions" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what became of their store's mailed answers" ON "public"."message_mails" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's saved replies" ON "public"."saved_replies" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's saved replies" ON "public"."saved_replies" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's saved replies" ON "public"."saved_replies" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's saved replies" ON "public"."saved_replies" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.answer'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."saved_replies" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

REVOKE ALL ON FUNCTION "private"."announce_assignment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_assignment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_assignment"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_assignment"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_reply_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_reply_mail"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_reply_mail"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_reply_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unseen"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unseen"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unseen"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unseen"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mentioned_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentioned_in"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_mentions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_mentions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_mentions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_mentions"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."people_who_may"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."people_who_may"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_who_may"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_reply_mail"(public.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_reply_mail"(public.messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_reply_mail"(public.messages) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_reply_mail"(public.messages) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_assignable"(text[], uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_assignable"(text[], uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_assignable"(text[], uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_assignable"(text[], uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_name"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_assignee"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_assignee"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_assignee"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_assignee"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_mentioned"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_mentioned"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_mentioned"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_mentioned"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_conversations"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_orders"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assignable_people"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assignable_people"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assignable_people"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."for_me"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."for_me"(text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."for_me"(text[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_seen"(text[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reply_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_mail_done"(uuid, boolean, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reply_to_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reply_to_mail"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_to_mail"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_to_mail"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resend_reply"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resend_reply"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resend_reply"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_contact_message"(text, text, text, text, text, text, text) TO "service_role";

GRANT SELECT ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ON TABLE "public"."assignments" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."assignments" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."assignments" TO "service_role";

GRANT SELECT ON TABLE "public"."mentions" TO "authenticated";

REVOKE ALL ON TABLE "public"."mentions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mentions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mentions" TO "service_role";

GRANT SELECT ON TABLE "public"."message_mails" TO "authenticated";

REVOKE ALL ON TABLE "public"."message_mails" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_mails" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_mails" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("created_at") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("id"), UPDATE ("id") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("tenant_id"), UPDATE ("tenant_id") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT INSERT ("translations"), UPDATE ("translations") ON TABLE "public"."saved_replies" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."saved_replies" TO "authenticated";

REVOKE ALL ON TABLE "public"."saved_replies" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_replies" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_replies" TO "service_role";
