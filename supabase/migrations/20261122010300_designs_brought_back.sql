-- Somebody who removed a design may bring it back as it was: with the date on which it was saved, never one to come.

grant insert (updated_at) on public.customizations to authenticated;

create or replace function private.customization_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations c
          where c.user_id = new.user_id and c.tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs', 'You can keep up to 500 designs. Remove one first.');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(s.customization, new.design)
    from public.settings s where s.tenant_id = new.tenant_id
  );
  return new;
end
$$;
