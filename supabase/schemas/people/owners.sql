-- Owners of the installation. An owner's account carries no store's mark and works in every store. A link creates it, or restores
-- it for an owner who has lost every other way in.

-- Tables

create type public.owner_link_state as enum (
  'open',
  -- Somebody else is redeeming it, for a minute.
  'claimed',
  -- By this claim.
  'redeemed',
  'used',
  'expired',
  'unknown'
);

-- What a link offers: its address ('' for the first owner, who types their own), and whether it restores an owner's account.
create type public.owner_invitation as (state public.owner_link_state, email text, is_owner boolean);

-- The address of an open link, and the id of its account if there is one.
create type public.owner_claim as (state public.owner_link_state, email text, user_id uuid);

create type public.owner_contact as (email text, language text);

-- For a redeemed link: whether the account was already an owner's, and how to reach the other owners.
create type public.owner_redemption as (
  state public.owner_link_state, was_owner boolean, other_owners public.owner_contact[]
);

create table private.owner_invitations (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token, in hexadecimal. Only the link contains the token itself.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- The invited address. Null for the link made at startup, where people type their own; cleared once used.
  email text check (email = lower(email) and length(email) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 hour',
  -- Redeeming takes several calls; for a minute, nobody else can start.
  claimed_by uuid,
  claimed_at timestamptz,
  used_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null)),
  check (used_at is null or claimed_by is not null and email is null)
);
alter table private.owner_invitations enable row level security;

-- Helpers

create function private.has_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.user_roles where tenant_id is null and role = 'super_admin')
$$;

-- A sign-in address without the store's mark at the end of its local part (docs/product.md, Accounts).
create function private.unmarked_email(p_email text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    regexp_replace(p_email, '\+(' || (select string_agg(id, '|') from public.tenants) || ')(@[^@]*)$', '\2'), p_email)
$$;

-- Startup links expire once there is an owner.
create function private.owner_invitation_state(p_invitation private.owner_invitations, p_claim uuid)
returns public.owner_link_state
language sql stable security definer set search_path = '' as $$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).used_at is not null and (p_invitation).claimed_by = p_claim then 'redeemed'
    when (p_invitation).used_at is not null then 'used'
    when (p_invitation).claimed_by = p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'open'
    when (p_invitation).expires_at <= now() or (p_invitation).email is null and private.has_owner() then 'expired'
    when (p_invitation).claimed_by <> p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.owner_link_state
$$;

-- Closes every way into an account except its password: sessions, second factors, other providers, its number, and pending tokens.
-- Whoever created the account before, or took it over, is locked out.
create function private.close_other_ways_in(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions where user_id = p_user_id;
  delete from auth.mfa_factors where user_id = p_user_id;
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.identities where user_id = p_user_id and provider <> 'email';
  update auth.users set phone = null, phone_confirmed_at = null, banned_until = null, confirmation_token = '',
    recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
    phone_change = '', phone_change_token = '', reauthentication_token = ''
  where id = p_user_id;
$$;

-- Functions

-- Stores the digest of a link's token and returns when the link expires. Replaces unused links for the same person. Without an
-- address it is for the first owner; null if there already is one. Server only.
create function public.invite_owner(p_token_hash text, p_email text default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_until timestamptz;
begin
  perform private.require_service();
  if p_email is null and private.has_owner() then
    return null;
  end if;
  if private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  end if;
  delete from private.owner_invitations where expires_at < now() - interval '30 days';
  update private.owner_invitations set expires_at = now()
  where email is not distinct from v_email and used_at is null and expires_at > now();
  insert into private.owner_invitations (token_hash, email) values (p_token_hash, v_email) returning expires_at into v_until;
  return v_until;
end
$$;

-- What a link offers. Server only.
create function public.read_owner_invitation(p_token_hash text) returns public.owner_invitation
language plpgsql stable security definer set search_path = '' as $$
declare
  v_invitation private.owner_invitations;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash;
  return row(
    private.owner_invitation_state(v_invitation, null),
    coalesce(v_invitation.email, ''),
    exists (
      select 1 from auth.users account join public.user_roles held on held.user_id = account.id
      where account.email = v_invitation.email and held.tenant_id is null and held.role = 'super_admin'
    )
  )::public.owner_invitation;
end
$$;

-- Reserves a link for a minute, so that only one of two people creates the account. Server only.
create function public.claim_owner_invitation(p_token_hash text, p_claim uuid, p_email text default null)
returns public.owner_claim
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation private.owner_invitations;
  v_state public.owner_link_state;
  v_email text;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  v_state := private.owner_invitation_state(v_invitation, p_claim);
  if v_state <> 'open' then
    return row(v_state, null, null)::public.owner_claim;
  end if;
  v_email := coalesce(v_invitation.email, lower(btrim(p_email)), '');
  if private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  end if;
  update private.owner_invitations set claimed_by = p_claim, claimed_at = now() where id = v_invitation.id;
  return row('open', v_email, (
    select id from auth.users where email = v_email and not is_sso_user
  ))::public.owner_claim;
end
$$;

-- Makes the claimer's account an owner's, once per link. From then on only its password opens it, and every store's log names it.
-- Server only.
create function public.redeem_owner_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
returns public.owner_redemption
language plpgsql security definer set search_path = '' as $$
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
$$;
