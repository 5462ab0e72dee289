-- Invitations of people to work here. A link in a mail makes their account, which carries no store's mark, or gives its roles to the
-- account that they have.

-- Tables

create type public.staff_invitation_state as enum (
  'open',
  -- Somebody is accepting it, for a minute.
  'claimed',
  'accepted',
  'revoked',
  'expired',
  'unknown'
);

create table private.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  -- The store in whose back office it was made, and whose mail carries it.
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- SHA-256 of the link's token, in hexadecimal. Only the link contains the token itself.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (email = lower(email) and length(email) <= 255),
  language text not null check (language in ('en', 'ar')),
  invited_by uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  revoked_at timestamptz,
  accepted_at timestamptz,
  -- Accepting takes several calls; for a minute, nobody else can start.
  claimed_by uuid,
  claimed_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null)),
  check (revoked_at is null or accepted_at is null)
);
create index staff_invitations_tenant on private.staff_invitations (tenant_id, created_at);
create index staff_invitations_invited_by on private.staff_invitations (invited_by);
alter table private.staff_invitations enable row level security;

-- The roles that an invitation gives; without a store, in all of them.
create table private.staff_invitation_grants (
  id bigint generated always as identity primary key,
  invitation_id uuid not null references private.staff_invitations (id) on delete cascade,
  tenant_id text references public.tenants (id) on delete cascade,
  role_id uuid not null references private.staff_roles (id) on delete cascade,
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  unique nulls not distinct (invitation_id, tenant_id, role_id)
);
create index staff_invitation_grants_tenant on private.staff_invitation_grants (tenant_id);
create index staff_invitation_grants_role on private.staff_invitation_grants (role_id);
alter table private.staff_invitation_grants enable row level security;

-- What an invitation offers: which stores, and whether its address has an account of somebody who works here, who signs in to accept.
create type public.staff_invitation as (
  state public.staff_invitation_state, email text, stores text[], all_stores boolean, has_account boolean, expires_at timestamptz
);

create type public.renewed_invitation as (email text, language text, stores text[], all_stores boolean);

create type public.staff_claim as (state public.staff_invitation_state, email text, user_id uuid);

-- Helpers

create function private.staff_invitation_state(p_invitation private.staff_invitations, p_claim uuid)
returns public.staff_invitation_state
language sql stable security definer set search_path = '' as $$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).accepted_at is not null then 'accepted'
    when (p_invitation).revoked_at is not null then 'revoked'
    when (p_invitation).expires_at <= now() then 'expired'
    when (p_invitation).claimed_by is distinct from p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.staff_invitation_state
$$;

-- The account with an address without a store's mark, if it is somebody's who works here or a customer's: only they may accept, signed
-- in. Any other account was made by somebody who claimed the address, and goes to whoever has the link.
create function private.established_account(p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select account.id from auth.users account
  where account.email = p_email and not account.is_sso_user and (
    exists (select 1 from public.staff_members member where member.user_id = account.id)
    or exists (select 1 from public.profiles profile where profile.id = account.id)
    or exists (select 1 from private.held_capabilities held where held.user_id = account.id)
  )
$$;

-- Whether somebody may still give a role: they manage people there, and may everything that the role may.
create function private.may_give_role(p_user_id uuid, p_tenant_id text, p_role_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (
    select given from unnest(private.capabilities_of_staff_role(p_role_id) || array['people.manage']) given
    where not exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and held.capability = given
        and (held.tenant_id is null or held.tenant_id is not distinct from p_tenant_id)
    )
  ) and not exists (
    select 1 from private.staff_role_capabilities granted
    join private.limited_capabilities limited on limited.capability = granted.capability
    where granted.role_id = p_role_id
      and private.ceiling(p_tenant_id, granted.capability, p_user_id) < coalesce(granted.ceiling, 'infinity')
  );
end
$$;

-- An invitation that the caller may change, locked. Nobody changes one that gives more than they could give.
create function private.own_staff_invitation(p_tenant_id text, p_id uuid) returns private.staff_invitations
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Closes the ways into a customer's account that somebody else may have added before it becomes one of somebody who works here: other
-- sessions, its number, and other providers' accounts with another address.
create function private.close_ways_in_of_others(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions session
  where session.user_id = p_user_id and session.id::text is distinct from auth.jwt() ->> 'session_id';
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.identities identity using auth.users account
  where account.id = p_user_id and identity.user_id = p_user_id and identity.provider <> 'email'
    and identity.identity_data ->> 'email' is distinct from account.email;
  update auth.users set phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '' where id = p_user_id;
$$;

-- Gives the roles of an invitation, as far as its inviter may still give them and they have not ended.
create function private.accept_staff_invitation(p_invitation private.staff_invitations, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
  -- A new account accepts it through the server, where nobody is signed in.
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  values (p_invitation.tenant_id, p_user_id, private.staff_name(p_user_id, p_invitation.tenant_id), 'update', 'staff_invitations',
    p_invitation.id::text, p_invitation.email, '{"state": "accepted"}');
end
$$;

-- Functions

-- Invites an address to work in stores, or in all stores, with roles from a day to a last day. Replaces open
-- invitations of this address by the same store. Returns its id; the caller makes the token and stores only its digest here.
create function public.invite_staff(
  p_tenant_id text, p_token_hash text, p_email text, p_language text, p_role_ids uuid[], p_tenant_ids text[],
  p_starts_on date default null, p_ends_on date default null, p_all_stores boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
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
  perform private.require_all_capabilities(chosen.tenant_id, private.capabilities_of_staff_role(role_id) || array['people.manage'],
    private.ceilings_of_staff_role(role_id))
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
$$;

-- Gives an open or expired invitation a new link and another 72 hours; the old link works no more. Its roles are from now on given by
-- the caller. Returns what its mail says.
create function public.renew_staff_invitation(p_tenant_id text, p_id uuid, p_token_hash text) returns public.renewed_invitation
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation private.staff_invitations;
begin
  v_invitation := private.own_staff_invitation(p_tenant_id, p_id);
  perform private.require_all_capabilities(
    offered.tenant_id, private.capabilities_of_staff_role(offered.role_id) || array['people.manage'],
    private.ceilings_of_staff_role(offered.role_id))
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
$$;

-- Takes an invitation back; its link works no more.
create function public.revoke_staff_invitation(p_tenant_id text, p_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Invitations of a store that nobody has accepted or taken back, the latest first.
create function public.list_staff_invitations(p_tenant_id text) returns table (
  id uuid, email text, invited_by text, created_at timestamptz, expires_at timestamptz, role_ids uuid[], tenant_ids text[],
  all_stores boolean, starts_on date, ends_on date
)
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- What a link offers. Server only.
create function public.read_staff_invitation(p_token_hash text) returns public.staff_invitation
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Reserves a link for a minute, for the account that accepts it: that of its address, if nobody uses it. Server only.
create function public.claim_staff_invitation(p_token_hash text, p_claim uuid) returns public.staff_claim
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Gives a new account the roles of the link that it claimed. From then on only its password opens it. Server only.
create function public.redeem_staff_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
returns public.staff_invitation_state
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Accepts an invitation for the signed-in person, whose account has its address, and returns its state.
create function public.accept_staff_invitation(p_token text) returns public.staff_invitation_state
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function
  public.invite_staff,
  public.renew_staff_invitation,
  public.revoke_staff_invitation,
  public.list_staff_invitations,
  public.accept_staff_invitation
to authenticated;
