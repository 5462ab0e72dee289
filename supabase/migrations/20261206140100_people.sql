set local check_function_bodies = off;

DROP POLICY "Super admins read who has which role in their store" ON "public"."staff_grants";

DROP POLICY "Super admins see who of their store rules every store" ON "public"."user_roles";

ALTER TABLE "public"."staff_grants" DROP CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key";

ALTER TABLE "public"."staff_notification_choices" DROP CONSTRAINT "staff_notification_choices_user_id_tenant_id_fkey";

DROP FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date);

DROP FUNCTION "public"."list_staff_roles"(text);

DROP FUNCTION "public"."revoke_staff_role"(uuid, text, uuid);

DROP FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid);

CREATE TABLE "private"."staff_invitation_grants" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "invitation_id" uuid NOT NULL, "tenant_id" text, "role_id" uuid NOT NULL, "starts_on" date NOT NULL, "ends_on" date, CONSTRAINT "staff_invitation_grants_check" CHECK ((ends_on >= starts_on)), CONSTRAINT "staff_invitation_grants_invitation_id_tenant_id_role_id_key" UNIQUE NULLS NOT DISTINCT (invitation_id, tenant_id, role_id), CONSTRAINT "staff_invitation_grants_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."staff_invitation_grants" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_invitation_grants" OWNER TO "postgres";

CREATE TABLE "private"."staff_invitations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "token_hash" text NOT NULL, "email" text NOT NULL, "language" text NOT NULL, "invited_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '72:00:00'::interval), "revoked_at" timestamp with time zone, "accepted_at" timestamp with time zone, "claimed_by" uuid, "claimed_at" timestamp with time zone, CONSTRAINT "staff_invitations_check1" CHECK (((revoked_at IS NULL) OR (accepted_at IS NULL))), CONSTRAINT "staff_invitations_check" CHECK (((claimed_by IS NULL) = (claimed_at IS NULL))), CONSTRAINT "staff_invitations_email_check" CHECK (((email = lower(email)) AND (length(email) <= 255))), CONSTRAINT "staff_invitations_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "staff_invitations_pkey" PRIMARY KEY (id), CONSTRAINT "staff_invitations_token_hash_check" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "staff_invitations_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."staff_invitations" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_invitations" OWNER TO "postgres";

CREATE TABLE "public"."staff_members" ("user_id" uuid NOT NULL, "name" text NOT NULL DEFAULT ''::text, "office_language" text NOT NULL DEFAULT 'en'::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_members_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "staff_members_office_language_check" CHECK ((office_language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "staff_members_pkey" PRIMARY KEY (user_id));

ALTER TABLE "public"."staff_members" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_members" OWNER TO "postgres";

ALTER TABLE "private"."staff_roles" ADD COLUMN "needs_second_factor" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."staff_settings" ADD COLUMN "staff_need_second_factor" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."staff_settings" ADD COLUMN "second_step_hours" integer NOT NULL DEFAULT 12;

ALTER TABLE "public"."staff_grants" ALTER COLUMN "tenant_id" DROP NOT NULL;

CREATE TYPE "public"."renewed_invitation" AS ("email" text, "language" text, "stores" text[], "all_stores" boolean);

ALTER TYPE "public"."renewed_invitation" OWNER TO "postgres";

CREATE TYPE "public"."staff_invitation_state" AS ENUM ('open', 'claimed', 'accepted', 'revoked', 'expired', 'unknown');

CREATE TYPE "public"."staff_claim" AS ("state" public.staff_invitation_state, "email" text, "user_id" uuid);

ALTER TYPE "public"."staff_claim" OWNER TO "postgres";

ALTER TYPE "public"."staff_invitation_state" OWNER TO "postgres";

CREATE TYPE "public"."staff_invitation" AS ("state" public.staff_invitation_state, "email" text, "stores" text[], "all_stores" boolean, "has_account" boolean, "expires_at" timestamp with time zone);

ALTER TYPE "public"."staff_invitation" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.accept_staff_invitation(p_invitation private.staff_invitations, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grants private.staff_invitation_grants[];
begin
  -- A right that the inviter is losing at this moment is lost first, or given.
  perform pg_advisory_xact_lock(hashtextextended('rights', 0));
  v_grants := array(
    select offered from private.staff_invitation_grants offered
    where offered.invitation_id = p_invitation.id
      and coalesce(offered.ends_on, 'infinity') >= private.shop_time()::date
      and private.may_give_role(p_invitation.invited_by, offered.tenant_id, offered.role_id)
  );
  if cardinality(v_grants) = 0 then
    perform private.refuse('invitation_void');
  end if;
  perform private.add_staff_member(p_user_id);
  perform private.give_staff_role(p_user_id, offered.tenant_id, offered.role_id, offered.starts_on, offered.ends_on,
    p_invitation.invited_by)
  from unnest(v_grants) offered;
  update private.staff_invitations set accepted_at = now() where id = p_invitation.id;
end
$function$;

ALTER FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_staff_member(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_members (user_id, name)
  select account.id, private.printable_name(account.raw_user_meta_data -> 'name') from auth.users account where account.id = p_user_id
  on conflict (user_id) do update set name = coalesce(nullif(staff_members.name, ''), excluded.name)
$function$;

ALTER FUNCTION "private"."add_staff_member"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'change', 'rights:' || coalesce(new.user_id, old.user_id), true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_rights"() OWNER TO "postgres";

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
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_order_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, auth.uid(), private.staff_name(auth.uid(), orders.tenant_id), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
      || case when new.pieces is null then '{}' else jsonb_build_object('cancelled', new.pieces) end
  from public.orders
  where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_change_of_rights(p_tenant_id text, p_all_stores boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('rights', 0));
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_all_stores and not private.may_everywhere('people.manage') then
    perform private.refuse('grants_more_than_own');
  end if;
  perform private.require_recent_second_step(p_tenant_id);
end
$function$;

ALTER FUNCTION "private"."begin_change_of_rights"(text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_subscribe(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'stores' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'rights' then v_parts[2] = auth.uid()::text
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.close_ways_in_of_others(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from auth.sessions session
  where session.user_id = p_user_id and session.id::text is distinct from auth.jwt() ->> 'session_id';
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.identities identity using auth.users account
  where account.id = p_user_id and identity.user_id = p_user_id and identity.provider <> 'email'
    and identity.identity_data ->> 'email' is distinct from account.email;
  update auth.users set phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '' where id = p_user_id;
$function$;

ALTER FUNCTION "private"."close_ways_in_of_others"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.established_account(p_email text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account.id from auth.users account
  where account.email = p_email and not account.is_sso_user and (
    exists (select 1 from public.staff_members member where member.user_id = account.id)
    or exists (select 1 from public.profiles profile where profile.id = account.id)
    or exists (select 1 from private.held_capabilities held where held.user_id = account.id)
  )
$function$;

ALTER FUNCTION "private"."established_account"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.give_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date, p_ends_on date, p_granted_by uuid)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grant public.staff_grants;
begin
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, p_starts_on, p_ends_on, p_granted_by)
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  perform private.log_grant_for_all_stores(v_grant, 'insert');
  return v_grant;
end
$function$;

ALTER FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from private.held_capabilities held where held.user_id = v_user_id)
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified')
      and not private.second_factor_demanded(v_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_audits(p_entity text, p_changes private.audited_change[], p_part_of bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  select change.tenant_id, auth.uid(), private.staff_name(auth.uid(), change.tenant_id), 'update', p_entity, change.entity_id,
    orders.number || coalesce(' / ' || shipment.number, ''), change.before, change.after, p_part_of
  from unnest(p_changes) change
  left join public.shipments shipment on p_entity = 'shipments' and shipment.id = change.entity_id::uuid
  join public.orders on orders.id = case p_entity when 'orders' then change.entity_id::uuid else shipment.order_id end
  returning id
$function$;

CREATE OR REPLACE FUNCTION private.is_person_of(p_user_id uuid, p_tenant_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null))
    or exists (
      select 1 from public.staff_grants held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null));
end
$function$;

ALTER FUNCTION "private"."is_person_of"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_grant_for_all_stores(p_grant public.staff_grants, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_grant.tenant_id is null then
    perform private.write_audit(tenant.id, p_action, 'staff_grants', p_grant.id::text,
      private.audit_label('staff_grants', to_jsonb(p_grant)),
      case p_action when 'delete' then to_jsonb(p_grant) end, case p_action when 'insert' then to_jsonb(p_grant) end)
    from public.tenants tenant order by tenant.position, tenant.id;
  end if;
end
$function$;

ALTER FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_everywhere(p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_service() or private.has_required_aal() and exists (
    select 1 from private.held_capabilities held
    where held.user_id = auth.uid() and held.capability = p_capability and held.tenant_id is null
  );
end
$function$;

ALTER FUNCTION "private"."may_everywhere"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_give_role(p_user_id uuid, p_tenant_id text, p_role_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select given from unnest(private.capabilities_of_staff_role(p_role_id) || array['people.manage']) given
    where not exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and held.capability = given
        and (held.tenant_id is null or held.tenant_id is not distinct from p_tenant_id)
    )
  );
end
$function$;

ALTER FUNCTION "private"."may_give_role"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.member_becomes_customer(p_user_id uuid, p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.staff_members member where member.user_id = p_user_id) and not exists (
    select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id
  ) then
    perform private.add_customer(p_user_id, p_tenant_id, '', private.staff_name(p_user_id, p_tenant_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."member_becomes_customer"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.member_shops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id = auth.uid() then
    perform private.member_becomes_customer(new.user_id, new.tenant_id);
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."member_shops"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.needs_recent_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_recent_second_step(new.tenant_id);
  return new;
end
$function$;

ALTER FUNCTION "private"."needs_recent_second_step"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.office_language(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select member.office_language from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.office_language from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc, profile.tenant_id limit 1
    ),
    'en'
  );
end
$function$;

ALTER FUNCTION "private"."office_language"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.own_staff_invitation(p_tenant_id text, p_id uuid)
 RETURNS private.staff_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  perform private.require_recent_second_step(p_tenant_id);
  select * into v_invitation from private.staff_invitations where id = p_id and tenant_id = p_tenant_id for update;
  if v_invitation.id is null then
    perform private.refuse('unknown_invitation');
  elsif v_invitation.accepted_at is not null or v_invitation.revoked_at is not null then
    perform private.refuse('invitation_closed');
  end if;
  return v_invitation;
end
$function$;

ALTER FUNCTION "private"."own_staff_invitation"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_data_actor(p_tenant_id text, p_user_id uuid, p_capability text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.remove_store_people(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from private.staff_invitations invited where invited.tenant_id = p_tenant_id;
  delete from public.staff_notification_choices choice where choice.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_all_capabilities(p_tenant_id text, p_capabilities text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from unnest(p_capabilities) given
    where not case when p_tenant_id is null then private.may_everywhere(given) else private.may(p_tenant_id, given) end
  ) then
    perform private.refuse('grants_more_than_own');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_deletable(p_tenant_id text, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.require_recent_second_step(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours constant integer := coalesce(
    (select staff_settings.second_step_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id), 12);
begin
  if private.is_service() or auth.uid() is null
    or not exists (select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified') then
    return;
  end if;
  if not jsonb_path_exists(
    coalesce(auth.jwt() -> 'amr', '[]'),
    '$[*] ? (@.method == "totp" || @.method starts with "mfa/").timestamp ? (@ > $since)',
    jsonb_build_object('since', extract(epoch from now()) - v_hours * 3600)
  ) then
    perform private.refuse('second_step_old', jsonb_build_object('hours', v_hours));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_recent_second_step"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_somebody_in_charge(p_removed public.staff_grants)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if 'people.manage' = any (private.capabilities_of_staff_role(p_removed.role_id)) and exists (
    select 1 from public.tenants tenant
    where (tenant.id = p_removed.tenant_id or p_removed.tenant_id is null) and not exists (
      select 1 from private.held_capabilities held
      where held.capability = 'people.manage' and (held.tenant_id = tenant.id or held.tenant_id is null)
    ) and tenant.id <> all (private.gone_stores())
  ) then
    perform private.refuse('last_in_charge');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.second_factor_demanded(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from private.held_capabilities held
    join public.staff_settings on staff_settings.tenant_id = held.tenant_id or held.tenant_id is null
    where held.user_id = p_user_id and staff_settings.staff_need_second_factor
  ) or exists (
    select 1 from public.staff_grants held
    join private.staff_roles role on role.id = held.role_id
    where held.user_id = p_user_id and role.needs_second_factor
      and private.shop_time()::date between held.starts_on and coalesce(held.ends_on, 'infinity')
  );
end
$function$;

ALTER FUNCTION "private"."second_factor_demanded"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_email(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select private.original_email(account.email::text, p_tenant_id) from auth.users account where account.id = p_user_id
  ), '');
end
$function$;

ALTER FUNCTION "private"."staff_email"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_invitation_state(p_invitation private.staff_invitations, p_claim uuid)
 RETURNS public.staff_invitation_state
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).accepted_at is not null then 'accepted'
    when (p_invitation).revoked_at is not null then 'revoked'
    when (p_invitation).expires_at <= now() then 'expired'
    when (p_invitation).claimed_by is distinct from p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.staff_invitation_state
$function$;

ALTER FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_label(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(nullif(private.staff_name(p_user_id, p_tenant_id), ''), private.staff_email(p_user_id, p_tenant_id));
end
$function$;

ALTER FUNCTION "private"."staff_label"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_name(p_user_id uuid, p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select nullif(member.name, '') from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.name from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc limit 1
    ),
    ''
  );
end
$function$;

ALTER FUNCTION "private"."staff_name"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tenants_where_may(p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id and held.capability = p_capability and private.is_left_in(tenants.id, p_capability)
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true) and not private.second_factor_demanded(v_user_id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.write_audit(p_tenant_id text, p_action text, p_entity text, p_entity_id text, p_label text, p_before jsonb, p_after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor_id constant uuid := auth.uid();
begin
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  values (p_tenant_id, v_actor_id, private.staff_name(v_actor_id, p_tenant_id), p_action, p_entity, p_entity_id, left(p_label, 200), p_before, p_after, (
      select id from public.audit_log
      where tenant_id = p_tenant_id and created_at = now() and entity = p_entity and action = p_action
        and part_of is null and actor_id is not distinct from v_actor_id
      order by id limit 1
    ));
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_staff_invitation(p_token text)
 RETURNS public.staff_invitation_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  if auth.uid() is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select * into v_invitation from private.staff_invitations
  where token_hash = encode(sha256(convert_to(coalesce(p_token, ''), 'UTF8')), 'hex') for update;
  if private.staff_invitation_state(v_invitation, null) <> 'open' then
    return private.staff_invitation_state(v_invitation, null);
  end if;
  if not exists (
    select 1 from auth.users account
    where account.id = auth.uid() and account.email = v_invitation.email and account.email_confirmed_at is not null
  ) then
    perform private.refuse('invitation_of_another');
  end if;
  if not exists (select 1 from public.staff_members member where member.user_id = auth.uid()) then
    perform private.close_ways_in_of_others(auth.uid());
  end if;
  perform private.accept_staff_invitation(v_invitation, auth.uid());
  return 'accepted';
end
$function$;

ALTER FUNCTION "public"."accept_staff_invitation"(text) OWNER TO "postgres";

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
    perform private.remark_on_order(v_order, 'claimed');
    perform private.settle_points(v_order);
  end if;
  return v_order.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_staff_invitation(p_token_hash text, p_claim uuid)
 RETURNS public.staff_claim
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
  v_state public.staff_invitation_state;
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash for update;
  v_state := private.staff_invitation_state(v_invitation, p_claim);
  if v_state <> 'open' then
    return row(v_state, null, null)::public.staff_claim;
  end if;
  if private.established_account(v_invitation.email) is not null then
    perform private.refuse('invitation_needs_sign_in');
  end if;
  update private.staff_invitations set claimed_by = p_claim, claimed_at = now() where id = v_invitation.id;
  return row('open', v_invitation.email, (
    select account.id from auth.users account where account.email = v_invitation.email and not account.is_sso_user
  ))::public.staff_claim;
end
$function$;

ALTER FUNCTION "public"."claim_staff_invitation"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
      and private.is_person_of(mfa_factors.user_id, p_tenant_id)
    group by mfa_factors.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_staff_role', p_tenant_id, p_id)) then
    return;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
  select * into v_role from private.staff_roles where id = p_id for update;
  if v_role.id is null then
    perform private.refuse('unknown_staff_role');
  elsif v_role.key is not null then
    perform private.refuse('staff_role_fixed');
  end if;
  select count(distinct user_id) into v_people from public.staff_grants where role_id = p_id;
  if v_people > 0 then
    perform private.refuse('staff_role_held', jsonb_build_object('count', v_people));
  end if;
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.capabilities_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.grant_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date, p_all_stores boolean DEFAULT false)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(v_tenant_id, private.capabilities_of_staff_role(p_role_id));
  return private.give_staff_role(p_user_id, v_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid());
end
$function$;

ALTER FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.invite_staff(p_tenant_id text, p_token_hash text, p_email text, p_language text, p_role_ids uuid[], p_tenant_ids text[], p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date, p_all_stores boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_tenant_ids constant text[] := case when p_all_stores then array[null::text] else p_tenant_ids end;
  v_id uuid;
begin
  perform private.begin_change_of_rights(p_tenant_id);
  if not private.are_addresses(array[v_email]) or v_email = '' then
    perform private.refuse('invalid_staff_email');
  elsif private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  elsif p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  elsif coalesce(cardinality(p_role_ids), 0) = 0 or coalesce(cardinality(v_tenant_ids), 0) = 0
    or exists (select 1 from unnest(p_role_ids) chosen where chosen not in (select id from private.staff_roles)) then
    perform private.refuse('unknown_staff_role');
  end if;
  perform private.require_all_capabilities(chosen.tenant_id, private.capabilities_of_staff_role(role_id) || array['people.manage'])
  from unnest(v_tenant_ids) chosen (tenant_id), unnest(p_role_ids) role_id;
  update private.staff_invitations set revoked_at = now()
  where tenant_id = p_tenant_id and email = v_email and accepted_at is null and revoked_at is null;
  insert into private.staff_invitations (tenant_id, token_hash, email, language, invited_by)
  values (p_tenant_id, p_token_hash, v_email, p_language, auth.uid()) returning id into v_id;
  insert into private.staff_invitation_grants (invitation_id, tenant_id, role_id, starts_on, ends_on)
  select distinct v_id, chosen.tenant_id, role_id, v_starts_on, p_ends_on
  from unnest(v_tenant_ids) chosen (tenant_id), unnest(p_role_ids) role_id;
  perform private.write_audit(p_tenant_id, 'insert', 'staff_invitations', v_id::text, v_email, null, null);
  return v_id;
end
$function$;

ALTER FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.lacks_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.second_factor_demanded(auth.uid())
    and not exists (select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
end
$function$;

ALTER FUNCTION "public"."lacks_second_factor"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, joined timestamp with time zone, role public.user_role, in_all_stores boolean, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with works as (
    select held.user_id, held.created_at, held.role, held.tenant_id is null as everywhere from public.user_roles held
    where held.role <> 'user' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
    union all
    select held.user_id, held.created_at, null, held.tenant_id is null from public.staff_grants held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  )
  select works.user_id, private.staff_name(works.user_id, p_tenant_id), private.staff_email(works.user_id, p_tenant_id),
    min(works.created_at), coalesce(max(works.role), 'user'), bool_or(works.everywhere and works.role is not null),
    (select count(*)::integer from auth.mfa_factors factor where factor.user_id = works.user_id and factor.status = 'verified')
  from works group by works.user_id
  order by 2, 3, 1;
end
$function$;

ALTER FUNCTION "public"."list_staff"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_invitations(p_tenant_id text)
 RETURNS TABLE(id uuid, email text, invited_by text, created_at timestamp with time zone, expires_at timestamp with time zone, role_ids uuid[], tenant_ids text[], all_stores boolean, starts_on date, ends_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select invited.id, invited.email, private.staff_label(invited.invited_by, p_tenant_id), invited.created_at, invited.expires_at,
    array_agg(distinct offered.role_id), array_remove(array_agg(distinct offered.tenant_id), null),
    bool_or(offered.tenant_id is null), min(offered.starts_on), max(offered.ends_on)
  from private.staff_invitations invited
  join private.staff_invitation_grants offered on offered.invitation_id = invited.id
  where invited.tenant_id = p_tenant_id and invited.accepted_at is null and invited.revoked_at is null
    and invited.expires_at > now() - interval '30 days'
  group by invited.id
  order by invited.created_at desc, invited.id;
end
$function$;

ALTER FUNCTION "public"."list_staff_invitations"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_rights(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where (given.tenant_id = p_tenant_id or given.tenant_id is null)
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, person.name, person.email, held.capability, held.role, held.role_id, held.ends_on
  from held
  join (
    select someone.user_id, private.staff_name(someone.user_id, p_tenant_id) as name, private.staff_email(someone.user_id, p_tenant_id) as email
    from (select distinct held.user_id from held) someone
  ) person on person.user_id = held.user_id
  order by 2, 3, 1, 4;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_staff_roles(p_tenant_id text)
 RETURNS TABLE(id uuid, key text, name text, translations jsonb, version integer, capabilities text[], needs_second_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id),
    role.needs_second_factor
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$function$;

ALTER FUNCTION "public"."list_staff_roles"(text) OWNER TO "postgres";

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
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

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
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
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
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.read_staff_invitation(p_token_hash text)
 RETURNS public.staff_invitation
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
  v_stores text[];
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash;
  v_stores := array(
    select distinct offered.tenant_id from private.staff_invitation_grants offered where offered.invitation_id = v_invitation.id);
  return row(
    private.staff_invitation_state(v_invitation, null), coalesce(v_invitation.email, ''), array_remove(v_stores, null),
    array_position(v_stores, null) is not null, private.established_account(v_invitation.email) is not null, v_invitation.expires_at
  )::public.staff_invitation;
end
$function$;

ALTER FUNCTION "public"."read_staff_invitation"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redeem_owner_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.owner_redemption
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_email text;
  v_was_owner boolean;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  if private.owner_invitation_state(v_invitation, p_claim) <> 'open' or v_invitation.claimed_by is distinct from p_claim then
    return row(private.owner_invitation_state(v_invitation, p_claim), null, null)::public.owner_redemption;
  end if;
  select email into v_email from auth.users where id = p_user_id and email = coalesce(v_invitation.email, email);
  if not found then
    return row('unknown', null, null)::public.owner_redemption;
  end if;
  v_was_owner := exists (
    select 1 from public.user_roles where user_id = p_user_id and tenant_id is null and role = 'super_admin');
  perform private.close_other_ways_in(p_user_id);
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, null, 'super_admin')
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  perform private.add_staff_member(p_user_id);
  update private.owner_invitations set used_at = now(), email = null where id = v_invitation.id;
  perform private.write_audit(tenant.id, case when v_was_owner then 'restore' else 'insert' end, 'owners', p_user_id::text,
    v_email, null, null)
  from public.tenants tenant order by tenant.position, tenant.id;
  return row('redeemed', v_was_owner, array(
    select distinct row(private.unmarked_email(account.email), private.office_language(account.id, null))::public.owner_contact
    from public.user_roles held join auth.users account on account.id = held.user_id
    where held.tenant_id is null and held.role = 'super_admin' and account.id <> p_user_id and account.email is not null
  ))::public.owner_redemption;
end
$function$;

CREATE OR REPLACE FUNCTION public.redeem_staff_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.staff_invitation_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_service();
  select * into v_invitation from private.staff_invitations where token_hash = p_token_hash for update;
  if v_invitation.claimed_by is distinct from p_claim
    or private.staff_invitation_state(v_invitation, p_claim) <> 'open' then
    return private.staff_invitation_state(v_invitation, p_claim);
  end if;
  if not exists (select 1 from auth.users account where account.id = p_user_id and account.email = v_invitation.email)
    or private.established_account(v_invitation.email) is not null then
    return 'unknown';
  end if;
  perform private.close_other_ways_in(p_user_id);
  perform private.accept_staff_invitation(v_invitation, p_user_id);
  return 'accepted';
end
$function$;

ALTER FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_managed text[];
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.begin_change_of_rights(p_tenant_id);
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid() or not private.is_person_of(p_user_id, p_tenant_id)
    or not private.is_service() and exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and case when held.tenant_id is null
        then not private.may_everywhere('people.manage') else not held.tenant_id = any (v_managed) end
    ) or exists (
      select 1 from public.user_roles ruling
      where ruling.user_id = p_user_id and ruling.tenant_id is null and not private.is_service()
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ));
  perform private.require_all_capabilities(null, array(
    select held.capability from private.held_capabilities held where held.user_id = p_user_id and held.tenant_id is null
  ));
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(), private.staff_name(auth.uid(), p_tenant_id), 'delete', 'mfa_factors', p_user_id::text,
    private.staff_name(p_user_id, p_tenant_id)
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.renew_staff_invitation(p_tenant_id text, p_id uuid, p_token_hash text)
 RETURNS public.renewed_invitation
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  v_invitation := private.own_staff_invitation(p_tenant_id, p_id);
  perform private.require_all_capabilities(
    offered.tenant_id, private.capabilities_of_staff_role(offered.role_id) || array['people.manage'])
  from private.staff_invitation_grants offered where offered.invitation_id = p_id;
  update private.staff_invitations set token_hash = p_token_hash, expires_at = now() + interval '72 hours', invited_by = auth.uid(),
    claimed_by = null, claimed_at = null
  where id = p_id;
  perform private.write_audit(p_tenant_id, 'update', 'staff_invitations', p_id::text, v_invitation.email, null, null);
  return row(
    v_invitation.email, v_invitation.language, array(
      select distinct offered.tenant_id from private.staff_invitation_grants offered
      where offered.invitation_id = p_id and offered.tenant_id is not null
    ), exists (
      select 1 from private.staff_invitation_grants offered where offered.invitation_id = p_id and offered.tenant_id is null
    ))::public.renewed_invitation;
end
$function$;

ALTER FUNCTION "public"."renew_staff_invitation"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.revoke_staff_invitation(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('revoke_staff_invitation', p_tenant_id, p_id)) then
    return;
  end if;
  v_invitation := private.own_staff_invitation(p_tenant_id, p_id);
  update private.staff_invitations set revoked_at = now() where id = p_id;
  perform private.write_audit(p_tenant_id, 'delete', 'staff_invitations', p_id::text, v_invitation.email, null, null);
end
$function$;

ALTER FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.revoke_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_all_stores boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
  v_grant public.staff_grants;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  perform private.require_all_capabilities(v_tenant_id, private.capabilities_of_staff_role(p_role_id));
  delete from public.staff_grants
  where user_id = p_user_id and tenant_id is not distinct from v_tenant_id and role_id = p_role_id
  returning * into v_grant;
  if v_grant.id is null then
    return false;
  end if;
  perform private.log_grant_for_all_stores(v_grant, 'delete');
  perform private.require_somebody_in_charge(v_grant);
  return true;
end
$function$;

ALTER FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid, p_needs_second_factor boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant text[] := private.capabilities_of_staff_role(p_id);
  v_role private.staff_roles;
  v_first constant uuid := private.idempotent_result(null::uuid, p_request_id, jsonb_build_array(
    'save_staff_role', p_tenant_id, p_name, p_translations, p_capabilities, p_id, p_version,
    p_needs_second_factor));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations, needs_second_factor)
    values (btrim(p_name), p_translations, p_needs_second_factor) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations,
      needs_second_factor = p_needs_second_factor, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability)
  select v_role.id, unnest(v_capabilities)
  on conflict do nothing;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, v_capabilities);
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, v_capabilities);
  end if;
  return private.store_idempotent_result(p_request_id, v_role.id);
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.begin_change_of_rights(p_tenant_id);
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  perform private.require_all_capabilities(
    p_tenant_id, private.capabilities_of_role(p_role) || private.capabilities_of_role(v_old));
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.staff_names(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sees_all constant boolean := private.may(p_tenant_id, 'customers.see');
  v_staff constant uuid[] := private.staff_ids(p_tenant_id);
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.workplaces()), false) then
    perform private.refuse('staff_only');
  end if;
  return query
  select person.id, private.staff_label(person.id, p_tenant_id)
  from unnest(p_user_ids) person (id)
  where private.is_person_of(person.id, p_tenant_id) and (
    v_sees_all or person.id = any (v_staff)
    or exists (select 1 from public.staff_members member where member.user_id = person.id));
end
$function$;

ALTER FUNCTION "public"."staff_names"(text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not private.holds_capability(choice.tenant_id, private.staff_topic_capability(choice.topic), choice.user_id)
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', person.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, reader.language;
end
$function$;

CREATE OR REPLACE FUNCTION public.undoable_product_changes(p_tenant_id text)
 RETURNS TABLE(id uuid, made_at timestamp with time zone, made_by text, added integer, changed integer, deleted integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    private.staff_name(latest.made_by, p_tenant_id),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$function$;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitation_grants" ADD CONSTRAINT "staff_invitation_grants_invitation_id_fkey" FOREIGN KEY (invitation_id) REFERENCES private.staff_invitations(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_invitations" ADD CONSTRAINT "staff_invitations_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key" UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, role_id);

ALTER TABLE "public"."staff_members" ADD CONSTRAINT "staff_members_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_second_step_hours_check" CHECK (((second_step_hours >= 1) AND (second_step_hours <= 720)));

CREATE INDEX staff_invitation_grants_role ON private.staff_invitation_grants USING btree (role_id);

CREATE INDEX staff_invitation_grants_tenant ON private.staff_invitation_grants USING btree (tenant_id);

CREATE INDEX staff_invitations_invited_by ON private.staff_invitations USING btree (invited_by);

CREATE INDEX staff_invitations_tenant ON private.staff_invitations USING btree (tenant_id, created_at);

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.customizations FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER a_recent_second_step BEFORE UPDATE ON public.settings FOR EACH ROW WHEN (((new.payment <> old.payment) OR (jsonb_path_query_array(new.translations, '$.*."payment"'::jsonpath) <> jsonb_path_query_array(old.translations, '$.*."payment"'::jsonpath)))) EXECUTE FUNCTION private.needs_recent_second_step();

CREATE TRIGGER rights_announced AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

CREATE TRIGGER a_recent_second_step BEFORE UPDATE ON public.staff_settings FOR EACH ROW WHEN (((new.staff_need_second_factor <> old.staff_need_second_factor) OR (new.second_step_hours <> old.second_step_hours) OR (new.customers_need_aal2 <> old.customers_need_aal2))) EXECUTE FUNCTION private.needs_recent_second_step();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.stock_alerts FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE TRIGGER rights_announced AFTER UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

CREATE TRIGGER a_member_shops BEFORE INSERT ON public.wishlists FOR EACH ROW EXECUTE FUNCTION private.member_shops();

CREATE POLICY "Super admins read who has which role in their store" ON "public"."staff_grants" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])) OR ((tenant_id IS NULL) AND (( SELECT cardinality(private.tenants_where_may('people.see'::text)) AS cardinality) > 0))));

CREATE POLICY "People who work here change their own row" ON "public"."staff_members" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People who work here read their own row" ON "public"."staff_members" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."staff_members" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Super admins see who of their store rules every store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING (((tenant_id IS NULL) AND (( SELECT cardinality(private.tenants_where_may('people.see'::text)) AS cardinality) > 0)));

REVOKE ALL ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_staff_invitation"(private.staff_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."add_staff_member"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_staff_member"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_staff_member"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_staff_member"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."begin_change_of_rights"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_change_of_rights"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_change_of_rights"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_change_of_rights"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_ways_in_of_others"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_ways_in_of_others"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_ways_in_of_others"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_ways_in_of_others"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."established_account"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."established_account"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_account"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_account"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_staff_role"(uuid, text, uuid, date, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_person_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_person_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_person_of"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_person_of"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_grant_for_all_stores"(public.staff_grants, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_everywhere"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_everywhere"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_everywhere"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_everywhere"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_give_role"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_give_role"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_give_role"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_give_role"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."member_becomes_customer"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_becomes_customer"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_becomes_customer"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_becomes_customer"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."member_shops"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_shops"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_shops"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_shops"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."needs_recent_second_step"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_recent_second_step"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."needs_recent_second_step"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."needs_recent_second_step"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."office_language"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_language"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_language"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_language"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_staff_invitation"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_staff_invitation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_staff_invitation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_staff_invitation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_recent_second_step"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_recent_second_step"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_recent_second_step"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_recent_second_step"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_somebody_in_charge"(public.staff_grants) TO "service_role";

REVOKE ALL ON FUNCTION "private"."second_factor_demanded"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."second_factor_demanded"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_factor_demanded"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_factor_demanded"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_email"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_email"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_email"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_email"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_invitation_state"(private.staff_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_label"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_label"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_label"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_label"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."accept_staff_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_staff_invitation"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_staff_invitation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_staff_invitation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_staff_invitation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text, uuid[], text[], date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lacks_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lacks_second_factor"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lacks_second_factor"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_invitations"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_invitations"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_invitations"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_staff_invitation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_staff_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_staff_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_staff_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_staff_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_staff_invitation"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_names"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."staff_names"(text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_names"(text, uuid[]) TO "service_role";

GRANT UPDATE ("name") ON TABLE "public"."staff_members" TO "authenticated";

GRANT UPDATE ("office_language") ON TABLE "public"."staff_members" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_members" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_members" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_members" TO "service_role";
