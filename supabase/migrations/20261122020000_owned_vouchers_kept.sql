-- A voucher that a customer has exchanged points for is theirs: staff switch it off, and do not delete it.

create or replace function private.refuse_used_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is not null and not private.is_service() then
    perform private.refuse('discount_owned', 'This voucher belongs to a customer. Switch it off instead of deleting it.');
  end if;
  if exists (select 1 from public.discount_uses u where u.tenant_id = old.tenant_id and u.discount_id = old.id) then
    perform private.refuse('discount_used', 'This code has been used in orders. Switch it off instead of deleting it.');
  end if;
  return old;
end
$$;
