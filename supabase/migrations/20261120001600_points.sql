create type public.point_kind as enum ('earned', 'redeemed', 'refunded', 'reversed', 'adjusted', 'exchanged');

-- The ledger. The balance in a profile is its sum, kept by a trigger.
create table public.point_entries (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  kind public.point_kind not null,
  delta integer not null check (delta <> 0),
  order_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  actor_id uuid,
  created_at timestamptz not null default now(),
  unique (order_id, kind),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  constraint point_entries_sign check (
    case kind
      when 'earned' then delta > 0
      when 'refunded' then delta > 0
      when 'redeemed' then delta < 0
      when 'exchanged' then delta < 0
      when 'reversed' then delta < 0
      else true
    end
  )
);
create index point_entries_by_person on public.point_entries (user_id, tenant_id, created_at desc);

alter table public.point_entries enable row level security;

grant select on public.point_entries to authenticated;
grant all on public.point_entries to service_role;

-- Triggers ---------------------------------------------------------------------------------------

create function private.point_entry_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set
    points = p.points + new.delta,
    redeemed_points = p.redeemed_points + case
      when new.kind in ('redeemed', 'exchanged', 'refunded') then -new.delta
      else 0
    end
  where p.id = new.user_id and p.tenant_id = new.tenant_id and p.points + new.delta >= 0;
  if not found then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', 'Insufficient points for redemption');
  end if;
  return null;
end
$$;

create trigger point_entries_counted after insert on public.point_entries
  for each row execute function private.point_entry_counted();

-- Policies ---------------------------------------------------------------------------------------

create policy "People read their own points" on public.point_entries
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' points" on public.point_entries
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Public functions -------------------------------------------------------------------------------

-- Exchanges points for a voucher of their value, for the caller's next order in the store.
create function public.redeem_points(p_tenant_id text, p_points integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_settings jsonb;
  v_balance integer;
  v_code text;
  v_value numeric;
begin
  if v_user_id is null then
    raise exception using errcode = '42501', message = 'Sign in to redeem points.', detail = 'not_signed_in';
  end if;
  perform private.require_assured();
  select s.points into v_settings from public.settings s where s.tenant_id = p_tenant_id;
  if not coalesce((v_settings ->> 'enabled')::boolean, false) then
    perform private.refuse('points_closed', 'This store has no points.');
  end if;
  if p_points is null or p_points <= 0 then
    perform private.refuse('invalid_points', 'Choose how many points to redeem.');
  end if;
  select p.points into v_balance from public.profiles p
  where p.id = v_user_id and p.tenant_id = p_tenant_id for no key update;
  if coalesce(v_balance, 0) < p_points then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', 'Insufficient points for redemption',
      jsonb_build_object('points', coalesce(v_balance, 0)));
  end if;
  v_value := p_points * (v_settings ->> 'pointValue')::numeric;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code, v_user_id);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', v_value, 1, v_user_id);
  return jsonb_build_object('code', v_code, 'value', v_value, 'points', v_balance - p_points);
end
$$;

-- Gives or takes points with a reason; staff only.
create function public.adjust_points(p_tenant_id text, p_user_id uuid, p_delta integer, p_reason text) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_assured();
  if p_delta is null or p_delta = 0 or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_points', 'Choose how many points to add or take.');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required', 'Say why.');
  end if;
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person', 'This person has no account in this store.');
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason), auth.uid());
  return (select p.points from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id);
end
$$;

grant execute on function public.redeem_points(text, integer) to authenticated, service_role;
grant execute on function public.adjust_points(text, uuid, integer, text) to authenticated, service_role;
