-- Store credit adjusted by staff.

-- Functions

-- Adds or deducts store credit for a reason, and returns the balance; staff only.
create function public.adjust_store_credit(
  p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid default null
) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
  v_balance numeric;
begin
  if v_first is not null then
    return v_first::numeric;
  end if;
  perform private.require_capability(p_tenant_id, 'money.give_credit');
  if coalesce(p_delta, 0) = 0 or not private.is_amount(to_jsonb(abs(p_delta))) then
    perform private.refuse('invalid_credit');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  select profiles.store_credit into v_balance from public.profiles
  where id = p_user_id and tenant_id = p_tenant_id for no key update;
  if not found then
    perform private.refuse('unknown_person');
  elsif v_balance + p_delta < 0 then
    perform private.refuse('insufficient_credit', jsonb_build_object('reason', 'balance', 'amount', v_balance));
  end if;
  insert into public.store_credits (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, left(btrim(p_reason), 500));
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
end
$$;

-- Grants

grant execute on function public.adjust_store_credit to authenticated;
